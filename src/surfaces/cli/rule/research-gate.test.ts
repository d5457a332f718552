// research-gate: the discussion starts only when every invitee has a prelude.
import { describe, expect, test } from 'vitest'
import { folder, run } from './fake-io.suite.js'
import { researchGate as command } from './research.js'

const gate = (argv: string[], preludes = '') => run(command, argv, { cwd: folder({ 'p.txt': preludes }) })

describe('research-gate', () => {
  test.each([
    [['--invitees', 'Theo, Zara ,', '--preludes-file', 'p.txt'], 'Zara\r\nTheo\r\n'],
    [['--invitees=Theo', '--preludes-file=p.txt'], 'Theo'],
  ])('%j passes when all have a prelude', async (argv, preludes) => {
    expect(await gate(argv, preludes)).toEqual({
      code: 0,
      out: 'research-gate: PASS — prelude present for every invitee\n',
      err: '',
    })
  })

  test.each([
    [['--invitees=Zara,Theo,Nova', '--preludes-file=p.txt'], 'Theo\n', 'Zara,Nova'],
    [['--invitees=Theo', '--preludes-file=p.txt'], 'Theo Smith\n Theo\ntheo\n', 'Theo'],
    [['--invitees=B,A', '--preludes-file=nowhere.txt'], '', 'B,A'],
    [['--invitees=B,A'], 'A\nB\n', 'B,A'],
  ])('%j halts and names who is missing, in invite order', async (argv, preludes, missing) => {
    expect(await gate(argv, preludes)).toEqual({
      code: 2,
      out: `HALT condition=RESEARCH-MISSING agent=— fr=FR-MTG-28 detail=missing preludes for: ${missing}\n`,
      err: '',
    })
  })

  test('--skip-research passes without reading the file', async () => {
    expect(await gate(['--skip-research', '--invitees=A', '--preludes-file=nowhere'])).toEqual({
      code: 0,
      out: 'research-gate: --skip-research bypass — gate passed without prelude check\n',
      err: '',
    })
  })

  test.each([
    [[]],
    [['--skip-research']],
    [['--invitees', '', '--skip-research']],
    [['--invitees', ' , ']],
    [['--invitees']],
    [['--invitees=A', '--bogus']],
    [['--invitees=A', 'stray']],
  ])('%j is wrong usage', async (argv) => {
    const { code, out, err } = await gate(argv)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^research-gate: .+\n$/)
  })
})
