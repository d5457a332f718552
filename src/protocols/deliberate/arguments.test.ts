// Arguments: which flag wins, what stays as the idea, what is warned about and what is wrong usage.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spokenIn } from '../../surfaces/cli/flags.js'
import { type Arguments, type Asked, flags, readArguments } from './arguments.js'
import { modeShapes } from './modes.js'

function read(line: string): Arguments {
  const words = line.split(' ').filter((word) => word !== '')
  return readArguments(spokenIn(words, flags))
}

const wins: readonly [string, Asked][] = [
  ['--list', { kind: 'list', all: false }],
  ['--status', { kind: 'status' }],
  ['--archive=a', { kind: 'archive', slug: 'a' }],
  ['--lock=a', { kind: 'lock', slug: 'a' }],
  ['--export=a', { kind: 'export', slug: 'a' }],
  ['--cleanup', { kind: 'cleanup', all: false }],
  ['--resume=a', { kind: 'resume', slug: 'a', pick: false }],
  ...(['brainstorm', 'quick', 'deep', 'auto', 'guided', 'meeting', 'audit'] as const).map(
    (mode): [string, Asked] => [modeShapes[mode].flag!, { kind: 'session', mode, idea: 'x' }],
  ),
]

describe('which flag wins', () => {
  test('of any flags in any order the first in the table wins, and every other is ignored with a warning', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...wins], { minLength: 1 }), (given) => {
        const [flag, asked] = wins.find((one) => given.includes(one))!
        const { asked: found, warnings } = read(`${given.map(([name]) => name).join(' ')} x`)
        expect(found).toEqual(asked)
        const lost = given
          .map(([name]) => name.replace('=a', ''))
          .filter((name) => name !== flag.replace('=a', ''))
        expect(warnings.filter((line) => line.includes('goes before it'))).toHaveLength(lost.length)
        for (const name of lost) expect(warnings.join('\n')).toContain(`${name} is ignored`)
      }),
    )
  })
  test('without a flag the session is a standard one, and a flag wins wherever it stands', () => {
    expect(read('add a dark mode').asked).toEqual({
      kind: 'session',
      mode: 'standard',
      idea: 'add a dark mode',
    })
    expect(read('add a --quick dark mode').asked).toEqual({
      kind: 'session',
      mode: 'quick',
      idea: 'add a dark mode',
    })
  })
})

describe('what stays as the idea', () => {
  test.each([
    ['--quick -- --deep thought', '--deep thought'],
    ['--quick see -- --all of it', 'see --all of it'],
    ['-- --pick a name', '--pick a name'],
    ['--quick -5 noweb', '-5 noweb'],
    ['-- -- a', '-- a'],
  ])('%s leaves %j', (line, idea) => {
    expect(read(line).asked).toMatchObject({ idea })
  })
  test('its own flags are taken out with their values, whatever these look like', () => {
    const { asked, theme, from } = read('a b --theme grove c --from --quick')
    expect(asked).toEqual({ kind: 'session', mode: 'standard', idea: 'a b c' })
    expect({ theme, from }).toEqual({ theme: 'grove', from: '--quick' })
    expect(read('a')).toMatchObject({ theme: null, from: null })
  })
  test('every word that is no flag is in the idea, in order, however many flags stand between', () => {
    const word = fc
      .string({ unit: fc.constantFrom('a', 'b', '-', '='), minLength: 1 })
      .filter((text) => !text.startsWith('-'))
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.constantFrom('--deep', '--quick'))), (words) => {
        const idea = words.filter((one) => !one.startsWith('--')).join(' ')
        expect(read(words.join(' ')).asked).toMatchObject({ idea })
      }),
    )
  })
})

describe('operands', () => {
  test.each<[string, Asked]>([
    ['--resume dark', { kind: 'resume', slug: 'dark', pick: false }],
    ['--resume --pick', { kind: 'resume', slug: null, pick: true }],
    ['--resume --theme grove dark', { kind: 'resume', slug: 'dark', pick: false }],
    ['--pick --resume', { kind: 'resume', slug: null, pick: true }],
    ['--resume', { kind: 'resume', slug: null, pick: false }],
    ['--list --all', { kind: 'list', all: true }],
    ['--all --cleanup', { kind: 'cleanup', all: true }],
    ['--archive dark', { kind: 'archive', slug: 'dark' }],
  ])('%s', (line, asked) => {
    expect(read(line)).toMatchObject({ asked, warnings: [] })
  })
  test('words that a command of management has no use for are named', () => {
    expect(read('--status of things').warnings).toEqual(['"of things" is ignored: --status takes no idea.'])
  })
  test.each([
    ['--archive', /--archive wants the session/],
    ['--lock --theme grove', /--lock wants the session/],
    ['--export -- a', /--export wants the session/],
    ['--auto', /^Auto mode requires an idea\.$/],
    ['fix it --all', /--all goes with --list or --cleanup/],
    ['--pick --list', /--pick goes with --resume/],
  ])('%s is wrong usage', (line, why) => {
    expect(() => read(line)).toThrow(why)
  })
  test('auto may take its idea from an analysis', () => {
    expect(read('--auto --from a').asked).toEqual({ kind: 'session', mode: 'auto', idea: '' })
  })
})
