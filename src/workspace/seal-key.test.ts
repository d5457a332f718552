// The seal key: made once, private, whole, and refused when it is none of these.

import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sealKeyFile, sealsOf } from './seal-key.js'
import { temporaryFolder } from './temporary.suite.js'

const mode = (file: string) => fs.statSync(file).mode & 0o777

describe('the key of a person', () => {
  test('is made with the first seal, for this person alone, in a folder of theirs alone', () => {
    const home = join(temporaryFolder(), 'new', 'home')
    expect(sealsOf(home).fits('a', 'f'.repeat(64))).toBe(false)
    expect(fs.existsSync(home)).toBe(false)
    sealsOf(home).make('a')
    expect([mode(sealKeyFile(home)), mode(home)]).toEqual([0o600, 0o700])
    expect(fs.readdirSync(home)).toEqual(['seal.key'])
  })

  test('closes a folder that others could read or replace the key in', () => {
    const home = temporaryFolder()
    fs.chmodSync(home, 0o775)
    sealsOf(home).make('a')
    expect(mode(home)).toBe(0o700)
  })

  test('KEY1: is made once, however many begin at the same time, and never replaced', () => {
    const home = temporaryFolder()
    const many = Array.from({ length: 5 }, () => sealsOf(home))
    const macs = many.map((seals) => seals.make('a'))
    expect(new Set(macs).size).toBe(1)
    expect(sealsOf(home).fits('a', macs[0])).toBe(true)
    expect(sealsOf(home).fits('b', macs[0])).toBe(false)
    expect(sealsOf(temporaryFolder()).fits('a', macs[0])).toBe(false)
  })

  test.each([
    ['empty', ''],
    ['short', 'abcdef\n'],
    ['no key', 'z'.repeat(64)],
  ])('KEY2: that is %s is refused with a way out, and left as it is', (_, text) => {
    const home = temporaryFolder()
    fs.writeFileSync(sealKeyFile(home), text, { mode: 0o600 })
    for (const use of [() => sealsOf(home).make('a'), () => sealsOf(home).fits('a', 'f'.repeat(64))])
      expect(use).toThrow(
        expect.objectContaining({ code: 'SEAL', hint: expect.stringContaining('delete it') }),
      )
    expect(fs.readFileSync(sealKeyFile(home), 'utf8')).toBe(text)
  })

  test('KEY2: that others can read, or that is a link, is refused with a way out', () => {
    const home = temporaryFolder()
    sealsOf(home).make('a')
    fs.chmodSync(sealKeyFile(home), 0o644)
    expect(() => sealsOf(home).make('a')).toThrow(
      expect.objectContaining({ code: 'SEAL', hint: expect.stringContaining('chmod 600') }),
    )
    fs.chmodSync(sealKeyFile(home), 0o600)
    fs.renameSync(sealKeyFile(home), join(home, 'elsewhere'))
    fs.symlinkSync('elsewhere', sealKeyFile(home))
    expect(() => sealsOf(home).make('a')).toThrow('is a link')
  })
})
