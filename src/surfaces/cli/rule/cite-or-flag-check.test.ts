// cite-or-flag-check: the command. The rule's own tests cover how lines are classified.
import { describe, expect, test } from 'vitest'
import { citeOrFlagCheck as command } from './checks.js'
import { folder, run } from './fake-io.suite.js'

const check = (flag: string, text: string) => run(command, [flag, 'x.md'], { cwd: folder({ 'x.md': text }) })

describe('cite-or-flag-check', () => {
  test.each([
    ['See docs/a.md', 'cited'],
    ['It is so [inference]', 'inference'],
    ['It is so', 'unflagged-inference'],
    ['Hello there', 'non-claim'],
    ['', 'non-claim'],
  ])('classifies %j as %s and exits 0', async (line, kind) => {
    expect(await run(command, ['--classify-line', line])).toEqual({ code: 0, out: `${kind}\n`, err: '' })
    expect((await run(command, [`--classify-line=${line}`])).out).toBe(`${kind}\n`)
  })

  test('passes a clean draft', async () => {
    expect(
      await check('--gate-draft-turn', '# It is\nIt is so, see docs/a.md\n- it was [inference]\n'),
    ).toEqual({
      code: 0,
      out: 'PASS — every factual claim line carries a citation marker or [inference]\n',
      err: '',
    })
  })

  test('halts a draft and shows its lines as written', async () => {
    const { code, out, err } = await check('--gate-draft-turn', 'Hello\r\n  It is so.\r\n\n---\nfoo() here\n')
    expect({ code, err }).toEqual({ code: 2, err: '' })
    const lines = out.split('\n')
    expect(lines.slice(0, 4)).toEqual([
      'HALT — unflagged-inference detected; round-robin advancement halted',
      'line 2:   It is so.',
      'line 5: foo() here',
      '',
    ])
    expect(lines.slice(4, 6).join(' ')).toMatch(/[Rr]e-emit.*citation marker.*\[inference\]/)
    expect(lines.slice(6)).toEqual([''])
  })

  test('a draft has no frontmatter to skip', async () => {
    expect((await check('--gate-draft-turn', '---\nmode: it is\n---\n')).out).toContain('line 2: mode: it is')
  })

  test('passes a clean transcript, whatever its frontmatter says', async () => {
    expect(await check('--verify-transcript', '---\ncharter: it is\n---\nHello\n')).toEqual({
      code: 0,
      out: 'PASS — transcript is cite-or-flag clean\n',
      err: '',
    })
  })

  test('fails a transcript with the numbers of the file', async () => {
    expect(await check('--verify-transcript', '---\na: it is\n---\n\nIt is.\n---\nIt was.\n')).toEqual({
      code: 2,
      out: 'FAIL — transcript contains unflagged-inference lines\nline 5: It is.\nline 7: It was.\n',
      err: '',
    })
  })

  test('frontmatter counts only on the first line', async () => {
    expect((await check('--verify-transcript', '\n---\nit is\n---\n')).out).toContain('line 3: it is')
  })

  test.each([
    [[]],
    [['--bogus', 'x']],
    [['stray']],
    [['--classify-line']],
    [['--gate-draft-turn']],
    [['--gate-draft-turn', '']],
    [['--gate-draft-turn', 'nowhere.md']],
    [['--verify-transcript', 'nowhere.md']],
    [['--verify-transcript', '.']],
  ])('%j is wrong usage', async (argv) => {
    const { code, out, err } = await run(command, argv)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^cite-or-flag-check: .+\n$/)
  })
})
