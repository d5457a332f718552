// CLI `parley rule scratchpad-allocate`, `-disposition`, `-detect-type`: pins and what is asked about them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, run, snapshot } from './fake-io.suite.js'
import {
  scratchpadAllocate as allocate,
  scratchpadDetectType as detect,
  scratchpadDisposition as disposition,
} from './scratchpad.js'

const pin = (...more: string[]) => [
  'pin',
  '--state',
  's',
  '--content',
  'a|b\n50%',
  '--intent',
  'route',
  '--agent',
  'theo',
  ...more,
]
const state = 'SP-1|one|md|theo|first|0\nSP-3|a%7Cb%0A50%25|ts|ada|second|2\n'

describe('scratchpad-allocate', () => {
  test('pins are numbered and kept one a line', async () => {
    const cwd = folder()
    expect(await run(allocate, pin(), { cwd })).toEqual({ code: 0, out: 'SP-1\n', err: '' })
    expect(await run(allocate, pin('--content-type=json'), { cwd })).toEqual({
      code: 0,
      out: 'SP-2\n',
      err: '',
    })
    expect(readFileSync(join(cwd, 's'), 'utf8')).toBe(
      'SP-1|a%7Cb%0A50%25|md|theo|route|0\nSP-2|a%7Cb%0A50%25|json|theo|route|0\n',
    )
  })
  test('a target is replaced in place', async () => {
    const cwd = folder({ s: state })
    expect(await run(allocate, pin('--target', 'SP-1'), { cwd })).toEqual({ code: 0, out: 'SP-1\n', err: '' })
    expect(readFileSync(join(cwd, 's'), 'utf8').split('\n')[0]).toBe('SP-1|a%7Cb%0A50%25|md|theo|route|1')
    expect((await run(allocate, pin(), { cwd })).out).toBe('SP-4\n')
  })
  test.each([
    ['id', 'SP-1\nSP-3\n'],
    ['content', 'one\na|b\n50%\n'],
    ['content_type', 'md\nts\n'],
    ['pinning_agent', 'theo\nada\n'],
    ['intent', 'first\nsecond\n'],
    ['history_count', '0\n2\n'],
  ])('the field %s is listed', async (field, out) => {
    expect(
      await run(allocate, ['list', '--field', field, '--state=s'], { cwd: folder({ s: state }) }),
    ).toEqual({ code: 0, out, err: '' })
  })
  test('the block is rendered; without a state file it is empty', async () => {
    const cwd = folder({ s: state, empty: '' })
    expect(await run(allocate, ['render', '--state', 's'], { cwd })).toEqual({
      code: 0,
      out: 'SP-1: one\nSP-3: a|b\n50%\n',
      err: '',
    })
    expect(await run(allocate, ['render', '--state', 'none'], { cwd })).toEqual({ code: 0, out: '', err: '' })
    expect(await run(allocate, ['list', '--state', 'empty', '--field', 'id'], { cwd })).toEqual({
      code: 0,
      out: '',
      err: '',
    })
  })
  test.each([
    ['no subcommand', [], 'expected pin, list or render'],
    ['an unknown subcommand', ['unpin', '--state', 's'], "'unpin'"],
    ['a subcommand that every object has', ['constructor', '--state', 's'], "'constructor'"],
    ['no state', ['render'], '--state is required'],
    ['no content', ['pin', '--state', 's', '--intent', 'i', '--agent', 'a'], '--content is required'],
    ['no intent', ['pin', '--state', 's', '--content', 'c', '--agent', 'a'], '--intent is required'],
    ['no agent', ['pin', '--state', 's', '--content', 'c', '--intent', 'i'], '--agent is required'],
    ['a target that is not there', pin('--target', 'SP-2'), "'SP-2'"],
    ['a target of no form', pin('--target', ''), "''"],
    ['no field', ['list', '--state', 's'], '--field is required'],
    ['an unknown field', ['list', '--state', 's', '--field', 'agent'], "'agent'"],
    ['a field that every object has', ['list', '--state', 's', '--field', 'toString'], "'toString'"],
    ['an unknown argument', ['render', '--state', 's', '--all'], "'--all'"],
    ['a state file that is none', ['render', '--state', 'odd'], 'line 2 of odd'],
    ['pinning into a state file that is none', pin('--state', 'odd'), 'line 2 of odd'],
  ])('%s is refused and changes nothing', async (_what, argv, message) => {
    const cwd = folder({ s: state, odd: 'SP-1|a|md|t|i|0\nnotes\n' })
    const before = snapshot(cwd)
    const result = await run(allocate, argv, { cwd })
    expect(result).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^scratchpad-allocate: /) })
    expect(result.err).toContain(message)
    expect(snapshot(cwd)).toEqual(before)
  })
})

describe('scratchpad-disposition', () => {
  test.each([
    ['extract', 'extract'],
    ['KEEP', 'keep'],
    ['Keep in notes only', 'keep'],
    ['drop \t', 'drop'],
  ])('%j is %s', async (value, word) => {
    expect(await run(disposition, ['--check', value])).toEqual({ code: 0, out: `${word}\n`, err: '' })
    expect(await run(disposition, [`--check=${value}`])).toEqual({ code: 0, out: `${word}\n`, err: '' })
  })
  test.each([
    [['--check', ' keep']],
    [['--check', 'maybe']],
    [['--check=']],
    [['--check']],
    [[]],
    [['--prompt', '--check', 'keep']],
    [['keep']],
  ])('%j is refused', async (argv) => {
    const result = await run(disposition, argv)
    expect(result).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^scratchpad-disposition: /),
    })
  })
  test('the question has three numbered answers', async () => {
    const { code, out } = await run(disposition, ['--prompt'])
    const lines = out.trimEnd().split('\n')
    expect(code).toBe(0)
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/\?$/)
    for (const [index, start] of ['1) Extract', '2) Keep in notes only', '3) Drop'].entries()) {
      expect(lines[index + 1]!.startsWith(start)).toBe(true)
    }
  })
})

describe('scratchpad-detect-type', () => {
  test.each([
    ['#!/bin/sh\n', 'sh'],
    ['\n\n  {"a": 1}', 'json'],
    ['def f():', 'py'],
    ['', 'md'],
  ])('%j is %s', async (stdin, type) => {
    expect(await run(detect, [], { stdin })).toEqual({ code: 0, out: `${type}\n`, err: '' })
  })
  test('it takes no arguments', async () => {
    expect(await run(detect, ['x'], { stdin: '' })).toMatchObject({ code: 2, out: '' })
  })
})
