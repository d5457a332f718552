// Flags: what every word of a command line is.

import { describe, expect, test } from 'vitest'
import { spokenIn } from './flags.js'

const known = { mode: { takes: 'MODE' }, resume: { takes: 'ID', loose: true }, dry: {}, quiet: {} } as const
const read = (...argv: string[]) =>
  spokenIn(argv, known).map(({ flag, value, words, free }) => [flag ?? null, value ?? null, words, free])

describe('flags', () => {
  test.each([
    ['--mode a', 'a'],
    ['--mode=a=b', 'a=b'],
    ['--mode=', ''],
    ['--mode --dry', '--dry'],
    ['--mode --', '--'],
    ['--mode -5-x', '-5-x'],
  ])('%s has the value %j', (line, value) => {
    const words = line.split(' ')
    expect(read(...words)).toEqual([['mode', value, words, false]])
  })
  test('a flag has no value where none follows, where it takes none, and where it may be left out', () => {
    expect(read('--dry', '--resume', 'x', '--mode')).toEqual([
      ['dry', null, ['--dry'], false],
      ['resume', null, ['--resume'], false],
      [null, null, ['x'], false],
      ['mode', null, ['--mode'], false],
    ])
    expect(read('--dry=1', '--resume=x').map(([, value]) => value)).toEqual(['1', 'x'])
  })
  test('a short flag is its long one, and nothing else with one dash is taken apart', () => {
    expect(read('-q', '-5', '-qv', '-a--b', '-', '').map(([flag, , words]) => [flag, words])).toEqual([
      ['quiet', ['-q']],
      ...['-5', '-qv', '-a--b', '-', ''].map((word) => [null, [word]]),
    ])
  })
  test('what nobody knows is a word, also one that every object has, and behind `--` all are', () => {
    expect(read('--constructor', '--__proto__=3', '--', '--dry', '--')).toEqual([
      [null, null, ['--constructor'], false],
      [null, null, ['--__proto__=3'], false],
      [null, null, ['--'], false],
      [null, null, ['--dry'], true],
      [null, null, ['--'], true],
    ])
  })
})
