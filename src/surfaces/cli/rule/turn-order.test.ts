// turn-order: round robin.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { turnOrder as command } from './turns.js'

describe('turn-order', () => {
  test.each([
    [['--invitees', 'A,B,C', '--turns', '5'], 'A\nB\nC\nA\nB\n'],
    [['--turns=1', '--invitees=A,B'], 'A\n'],
    [['--invitees=A', '--turns=3'], 'A\nA\nA\n'],
    [['--invitees=A,,B,', '--turns=4'], 'A\n\nB\nA\n'],
  ])('%j gives %j', async (argv, out) => {
    expect(await run(command, argv)).toEqual({ code: 0, out, err: '' })
  })

  test('a long meeting is printed whole', async () => {
    const { out } = await run(command, ['--invitees=A,B,C', '--turns=100000'])
    expect(out.length).toBe(200_000)
    expect(out.endsWith('\nA\n')).toBe(true)
  })

  test.each([
    [['--turns=3'], 2],
    [['--invitees=', '--turns=3'], 2],
    [['--invitees=', '--turns=0'], 2],
    [['--invitees=,', '--turns=3'], 2],
    [['--invitees=A'], 3],
    [['--invitees=A', '--turns=0'], 3],
    [['--invitees=A', '--turns=-1'], 3],
    [['--invitees=A', '--turns=01'], 3],
    [['--invitees=A', '--turns=1.0'], 3],
    [['--invitees=A', '--turns= 1'], 3],
    [['--invitees=A', '--turns'], 3],
    [['--invitees=A', '--turns=1', '--bogus'], 3],
  ])('%j exits %i', async (argv, code) => {
    const result = await run(command, argv)
    expect({ code: result.code, out: result.out }).toEqual({ code, out: '' })
    expect(result.err).toMatch(/^turn-order: .+\n$/)
  })
})
