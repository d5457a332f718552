// cost-cadence: a counter, and when it is due.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { costCadence as command } from './caps.js'
import { folder, run, snapshot } from './fake-io.suite.js'

function counter(files: Record<string, string> = {}) {
  const cwd = folder(files)
  return { cwd, call: (...argv: string[]) => run(command, ['--state', 'c.txt', ...argv], { cwd }) }
}

describe('cost-cadence', () => {
  test('starts at zero, counts up by one, and stores what it prints', async () => {
    const { cwd, call } = counter()
    expect(await call('--get')).toEqual({ code: 0, out: '0\n', err: '' })
    expect(snapshot(cwd)).toEqual({})
    expect(await call('--tick')).toEqual({ code: 0, out: '1\n', err: '' })
    expect((await call('--tick')).out).toBe('2\n')
    expect(readFileSync(join(cwd, 'c.txt'), 'utf8')).toBe('counter=2\n')
    expect((await call('--get')).out).toBe('2\n')
  })

  test.each([
    [0, [], 1],
    [9, [], 1],
    [10, [], 0],
    [20, [], 0],
    [10, ['--cadence=4'], 1],
    [12, ['--cadence', '4'], 0],
    [1, ['--cadence=1'], 0],
    [0, ['--cadence=1'], 1],
  ])('at %i with %j should-fire exits %i, silently', async (count, more, code) => {
    const { call } = counter({ 'c.txt': `counter=${count}\n` })
    expect(await call('--should-fire', ...more)).toEqual({ code, out: '', err: '' })
  })

  test('--get comes before --tick, and --tick before --should-fire', async () => {
    const { call } = counter({ 'c.txt': 'counter=10\n' })
    expect((await call('--should-fire', '--tick', '--get')).out).toBe('10\n')
    expect((await call('--should-fire', '--tick')).out).toBe('11\n')
  })

  test('an empty state file counts as none', async () => {
    expect((await counter({ 'c.txt': '' }).call('--tick')).out).toBe('1\n')
  })

  test.each([
    [[]],
    [['--cadence=0', '--tick']],
    [['--cadence=x', '--get']],
    [['--cadence', '--tick']],
    [['--tick', '--state=']],
    [['--tick', '--state']],
    [['--tick', '--bogus']],
    [['--tick', 'stray']],
  ])('%j is wrong usage and leaves the state as it was', async (argv) => {
    const { cwd, call } = counter({ 'c.txt': 'counter=3\n' })
    const before = snapshot(cwd)
    const { code, out, err } = await call(...argv)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^cost-cadence: .+\n$/)
    expect(snapshot(cwd)).toEqual(before)
  })

  test('without --state nothing is counted', async () => {
    expect(await run(command, ['--tick'])).toMatchObject({ code: 3, out: '' })
  })

  test('a state file that is not a counter is left unchanged', async () => {
    const { cwd, call } = counter({ 'c.txt': 'shopping list\n' })
    expect((await call('--tick')).code).toBe(3)
    expect(readFileSync(join(cwd, 'c.txt'), 'utf8')).toBe('shopping list\n')
  })
})
