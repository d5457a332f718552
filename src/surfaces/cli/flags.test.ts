// Flags: both forms, any order, last wins.
import { describe, expect, test } from 'vitest'
import { readFlags } from './flags.js'

const spec = { values: ['mode', 'file'], switches: ['dry'] } as const

function read(...argv: string[]) {
  const flags = readFlags(argv, spec)
  if (flags.kind === 'bad') throw new Error(flags.message)
  return flags
}

describe('flags', () => {
  test('a value is taken from the next argument or after the first equals sign', () => {
    expect(read('--mode', 'a').value('mode')).toBe('a')
    expect(read('--mode=a=b').value('mode')).toBe('a=b')
    expect(read('--mode=').value('mode')).toBe('')
    expect(read('--mode', '').value('mode')).toBe('')
  })
  test('the last value wins, and all of them can be had', () => {
    const flags = read('--mode', 'a', '--dry', '--mode=b')
    expect(flags.value('mode')).toBe('b')
    expect(flags.all('mode')).toEqual(['a', 'b'])
    expect(flags.has('dry')).toBe(true)
    expect(flags.has('file')).toBe(false)
    expect(flags.value('file')).toBeUndefined()
  })
  test('a spaced value is taken even when it looks like a flag', () => {
    expect(read('--mode', '--dry').value('mode')).toBe('--dry')
  })
  test('a value flag at the end of the list says that it needs a value', () => {
    expect(readFlags(['--mode'], spec)).toMatchObject({
      kind: 'bad',
      why: 'missing-value',
      argument: '--mode',
    })
  })
  test.each([['stray'], ['--stray'], ['--stray=1'], ['--dry=1'], ['-'], [''], ['--']])(
    '%j is an unknown argument',
    (argument) => {
      expect(readFlags([argument], spec)).toMatchObject({ kind: 'bad', why: 'unknown-argument', argument })
    },
  )
  test('operands are kept in order where they are allowed, and everything after -- is one', () => {
    const flags = readFlags(['a', '--dry', '', '-b', '--', '--dry'], { ...spec, operands: true })
    expect(flags).toMatchObject({ kind: 'flags', operands: ['a', '', '-b', '--dry'] })
  })
})
