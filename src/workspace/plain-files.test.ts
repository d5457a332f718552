// Plain files: what is made below a folder that the person named is made there, whatever links lie in wait.

import fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  appendBelow,
  bytesOfPlain,
  claimBelow,
  createBelow,
  folderBelow,
  openBelow,
  removeBelow,
  renameBelow,
  replaceBelow,
  replaceNamed,
} from './plain-files.js'
import { temporaryFolder } from './temporary.suite.js'

let root: string
let outside: string

beforeEach(() => {
  const top = temporaryFolder()
  root = join(top, 'root')
  outside = join(top, 'outside')
  for (const folder of [root, outside]) fs.mkdirSync(folder)
  fs.writeFileSync(join(outside, 'file'), 'mine')
})

const link = (target: string, name: string): void => fs.symlinkSync(target, join(root, name))
const text = 'new'

describe('a link below the named folder', () => {
  /** Every way to make or change a file, each given the name of a file whose folder or itself is a link. */
  const ways: readonly (readonly [string, (file: string) => unknown])[] = [
    ['replacing', (file) => replaceBelow(root, file, { text })],
    ['creating', (file) => createBelow(root, file, { text })],
    ['appending', (file) => appendBelow(root, file, { text })],
    ['opening to update', (file) => fs.closeSync(openBelow(root, file, 'update'))],
    ['opening to change', (file) => fs.closeSync(openBelow(root, file, 'change'))],
    ['opening to read', (file) => fs.closeSync(openBelow(root, file, 'read'))],
    ['making a folder', (file) => folderBelow(root, file)],
    ['claiming a folder', (file) => claimBelow(root, file)],
    ['removing', (file) => removeBelow(root, file)],
    ['renaming from', (file) => renameBelow(root, file, 'elsewhere')],
    [
      'renaming to',
      (file) => {
        fs.writeFileSync(join(root, 'source'), text)
        renameBelow(root, 'source', file)
      },
    ],
  ]

  test.each(ways)('PLAIN1: %s in a folder that is a link is refused, and nothing changes there', (_, way) => {
    link(outside, 'folder')
    fs.mkdirSync(join(root, 'deep'))
    link('../../outside', 'deep/folder')
    for (const file of ['folder/file', 'folder/fresh', 'deep/folder/file'])
      expect(() => way(file)).toThrowError(
        expect.objectContaining({ code: 'LINK', hint: expect.stringContaining('Remove that link') }),
      )
    expect(fs.readdirSync(outside)).toEqual(['file'])
    expect(fs.readFileSync(join(outside, 'file'), 'utf8')).toBe('mine')
  })

  test.each(ways.slice(0, 8))('PLAIN2: %s never goes through a link of that name', (_, way) => {
    link(join(outside, 'file'), 'link')
    link(join(outside, 'nowhere'), 'dangling')
    for (const name of ['link', 'dangling'])
      try {
        expect(way(name)).toBe(false)
      } catch (error) {
        expect(error).toMatchObject({
          code: 'LINK',
          message: `${join(root, name)} is a link, and parley writes through none.`,
        })
      }
    expect(fs.readdirSync(outside)).toEqual(['file'])
    expect(fs.readFileSync(join(outside, 'file'), 'utf8')).toBe('mine')
  })

  test('is removed itself, not what it leads to', () => {
    link(outside, 'folder')
    link(join(outside, 'file'), 'link')
    removeBelow(root, 'folder')
    removeBelow(root, 'link')
    expect(fs.readdirSync(root)).toEqual([])
    expect(fs.readdirSync(outside)).toEqual(['file'])
  })

  test('is not read as a plain file, and neither is a device or a folder', () => {
    link(join(outside, 'file'), 'link')
    for (const file of [join(root, 'link'), '/dev/zero', root, join(root, 'missing')])
      expect(bytesOfPlain(file)).toBeUndefined()
    expect(bytesOfPlain(join(outside, 'file'))?.toString()).toBe('mine')
  })

  test('PLAIN2: that took a folder’s place after it was looked at is found when the file is open', () => {
    fs.mkdirSync(join(root, 'folder'))
    const real = fs.openSync
    fs.openSync = ((...args: Parameters<typeof real>) => {
      fs.openSync = real
      fs.renameSync(join(root, 'folder'), join(root, 'away'))
      link(outside, 'folder')
      return real(...args)
    }) as typeof real
    try {
      expect(() => openBelow(root, 'folder/file', 'update')).toThrowError(
        expect.objectContaining({ code: 'LINK' }),
      )
    } finally {
      fs.openSync = real
    }
  })
})

describe('the folder that the person named', () => {
  test('PLAIN1: may be a link itself, and be called by either name', () => {
    const named = join(outside, '..', 'named')
    fs.symlinkSync(root, named)
    replaceBelow(named, 'a/b', { text: 'one' })
    replaceBelow(named, join(root, 'a', 'c'), { text: 'two' })
    replaceBelow(root, join(root, 'a', 'd'), { text: 'three' })
    expect(['b', 'c', 'd'].map((name) => fs.readFileSync(join(root, 'a', name), 'utf8'))).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  test('holds everything: a path that leads out of it is refused', () => {
    for (const file of ['../outside/file', join(outside, 'file'), 'a/../../outside/file', 'a\0b'])
      expect(() => replaceBelow(root, file, { text })).toThrow()
    expect(fs.readFileSync(join(outside, 'file'), 'utf8')).toBe('mine')
  })

  test('is made where it is missing, private where that is asked', () => {
    const home = join(root, 'not', 'yet')
    createBelow(home, 'token', { text, mode: 0o600 })
    expect(fs.statSync(join(home, 'token')).mode & 0o777).toBe(0o600)
    folderBelow(join(root, 'private'), '.', 0o700)
    expect(fs.statSync(join(root, 'private')).mode & 0o777).toBe(0o700)
  })
})

describe('a file that is replaced', () => {
  test('PLAIN3: keeps its permissions, and no draft stays, also when the disk refuses', () => {
    const file = join(root, 'tool.sh')
    fs.writeFileSync(file, 'old', { mode: 0o755 })
    fs.chmodSync(file, 0o755)
    replaceBelow(root, file, { text, flush: true })
    expect(fs.readFileSync(file, 'utf8')).toBe('new')
    expect(fs.statSync(file).mode & 0o777).toBe(0o755)
    const real = fs.renameSync
    fs.renameSync = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
    try {
      expect(() => replaceBelow(root, file, { text: 'newer' })).toThrow('ENOSPC')
    } finally {
      fs.renameSync = real
    }
    expect(fs.readdirSync(root)).toEqual(['tool.sh'])
    expect(fs.readFileSync(file, 'utf8')).toBe('new')
  })

  test('by the name that the person gave it is written where their link leads', () => {
    link(join(outside, 'file'), 'settings')
    replaceNamed(join(root, 'settings'), { text })
    expect(fs.readFileSync(join(outside, 'file'), 'utf8')).toBe('new')
    expect(fs.lstatSync(join(root, 'settings')).isSymbolicLink()).toBe(true)
  })
})
