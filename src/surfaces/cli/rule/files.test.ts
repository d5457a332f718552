// Files of rule commands: a write replaces the whole file or changes nothing.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { at, readIfThere, writeWhole } from './files.js'

const root = mkdtempSync(join(tmpdir(), 'parley-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('files', () => {
  test('a write makes the folders on the way and leaves nothing else behind', () => {
    writeWhole(join(root, 'a', 'b', 'c.txt'), 'one\n')
    writeWhole(join(root, 'a', 'b', 'c.txt'), 'two\n')
    expect(readFileSync(join(root, 'a', 'b', 'c.txt'), 'utf8')).toBe('two\n')
    expect(readdirSync(join(root, 'a', 'b'))).toEqual(['c.txt'])
  })
  test('a write keeps the mode of the file it replaces', () => {
    const path = join(root, 'private.txt')
    writeFileSync(path, 'old')
    chmodSync(path, 0o600)
    writeWhole(path, 'new')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
  test('a write through a link changes what the link points to', () => {
    writeFileSync(join(root, 'real.txt'), 'old')
    symlinkSync(join(root, 'real.txt'), join(root, 'link.txt'))
    writeWhole(join(root, 'link.txt'), 'new')
    expect(readFileSync(join(root, 'real.txt'), 'utf8')).toBe('new')
    expect(lstatSync(join(root, 'link.txt')).isSymbolicLink()).toBe(true)
  })
  test('a write that fails leaves no temporary file', () => {
    mkdirSync(join(root, 'busy', 'target', 'full'), { recursive: true })
    expect(() => writeWhole(join(root, 'busy', 'target'), 'x')).toThrow()
    expect(readdirSync(join(root, 'busy'))).toEqual(['target'])
  })
  test('what is not there, or is a folder, reads as undefined', () => {
    expect(readIfThere(join(root, 'nowhere'))).toBeUndefined()
    expect(readIfThere(root)).toBeUndefined()
  })
  test('a relative path is meant from where the command was started', () => {
    expect(at({ cwd: root }, 'x/y')).toBe(join(root, 'x', 'y'))
    expect(at({ cwd: root }, '/x')).toBe('/x')
  })
})
