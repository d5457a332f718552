// max-turns-cap: a turn with the number of the cap is still allowed.
import { describe, expect, test } from 'vitest'
import { maxTurnsCap as command } from './caps.js'
import { run } from './fake-io.suite.js'

describe('max-turns-cap', () => {
  test.each([
    [['--check', '--emitted-turns', '0']],
    [['--emitted-turns=40', '--check']],
    [['--check', '--emitted-turns=5', '--max-turns', '5']],
  ])('%j is allowed, silently', async (argv) => {
    expect(await run(command, argv)).toEqual({ code: 0, out: '', err: '' })
  })

  test.each([
    [['--check', '--emitted-turns=41'], 'emitted=41, cap=40'],
    [['--check', '--emitted-turns=6', '--max-turns=5'], 'emitted=6, cap=5'],
  ])('%j is rejected', async (argv, numbers) => {
    const { code, out, err } = await run(command, argv)
    expect({ code, err }).toEqual({ code: 2, err: '' })
    const [first, second, ...rest] = out.split('\n')
    expect(first).toBe(`max-turns-cap: REJECTED — MAX-TURNS-CAP reached (${numbers}).`)
    expect(second).toMatch(/meeting must end.*epilogue/)
    expect(rest).toEqual([''])
  })

  test('a number too large to count exactly is still above the cap', async () => {
    expect((await run(command, ['--check', '--emitted-turns=99999999999999999999'])).code).toBe(2)
  })

  test.each([
    [['--emitted-turns=1']],
    [['--check']],
    [['--check', '--emitted-turns=']],
    [['--check', '--emitted-turns=-1']],
    [['--check', '--emitted-turns=x']],
    [['--check', '--emitted-turns=1', '--max-turns=0']],
    [['--check', '--emitted-turns=1', '--max-turns=']],
    [['--check', '--emitted-turns=1', '--max-turns']],
    [['--check', '--emitted-turns=1', '--bogus']],
  ])('%j is malformed', async (argv) => {
    const { code, out, err } = await run(command, argv)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^max-turns-cap: .+\n$/)
  })
})
