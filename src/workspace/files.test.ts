// Files of a workspace: reading, listing, claiming and moving them, and locks.

import { chmodSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workspaceFiles } from './files.js'
import { temporaryFolder, writeFiles } from './temporary.suite.js'

describe('reading', () => {
  test('gives the text, its digest, or null where there is no file', async () => {
    const root = temporaryFolder()
    writeFiles(root, { 'a/b.md': 'text ü\n', empty: '' })
    const files = workspaceFiles(root)
    expect(await files.read('a/b.md')).toBe('text ü\n')
    expect(await files.read('empty')).toBe('')
    expect(await files.digest('empty')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    for (const path of ['a', 'none', 'a/b.md/c']) {
      expect(await files.read(path)).toBeNull()
      expect(await files.digest(path)).toBeNull()
    }
  })

  test('LINK2: follows a link that stays inside, and refuses one that leads out', async () => {
    const root = temporaryFolder()
    const elsewhere = temporaryFolder()
    writeFiles(elsewhere, { 'secret.md': 's' })
    writeFiles(root, { 'real/a.md': 'a' })
    symlinkSync('real', join(root, 'in'))
    symlinkSync(elsewhere, join(root, 'out'))
    symlinkSync(join(elsewhere, 'secret.md'), join(root, 'file'))
    const files = workspaceFiles(root)
    expect(await files.read('in/a.md')).toBe('a')
    for (const path of ['out/secret.md', 'file', '../x', '/etc/passwd', 'a/../../x']) {
      await expect(files.read(path)).rejects.toMatchObject({ code: 'OUTSIDE_WORKSPACE' })
      expect(await files.exists(path)).toBe(false)
    }
    await expect(files.list('out')).rejects.toMatchObject({ code: 'OUTSIDE_WORKSPACE' })
  })

  test('is not fooled by a folder whose name only begins like the workspace', async () => {
    const parent = temporaryFolder()
    writeFiles(parent, { 'work/a': 'a', 'workshop/b': 'b' })
    symlinkSync(join(parent, 'workshop'), join(parent, 'work/next'))
    await expect(workspaceFiles(join(parent, 'work')).read('next/b')).rejects.toMatchObject({
      code: 'OUTSIDE_WORKSPACE',
    })
  })

  test('lists names in order, folders with a slash', async () => {
    const root = temporaryFolder()
    writeFiles(root, { 'f/b.md': '', 'f/a/x': '', 'f/B.md': '' })
    expect(await workspaceFiles(root).list('f')).toEqual(['B.md', 'a/', 'b.md'])
    expect(await workspaceFiles(root).list('none')).toEqual([])
    expect(await workspaceFiles(root).list('f/b.md')).toEqual([])
  })

  test('a link that leads nowhere is there: nothing may be made in its place', async () => {
    const root = temporaryFolder()
    symlinkSync('nowhere', join(root, 'a'))
    writeFiles(root, { b: '' })
    expect(await workspaceFiles(root).exists('b')).toBe(true)
    expect(await workspaceFiles(root).exists('c')).toBe(false)
    expect(await workspaceFiles(root).unwritable('a')).toContain('link')
  })
})

describe('making and moving', () => {
  test('a folder is claimed by exactly one of many', async () => {
    const root = temporaryFolder()
    const claims = await Promise.all(Array.from({ length: 10 }, () => workspaceFiles(root).claim('x/y/z')))
    expect(claims.filter((claimed) => claimed)).toEqual([true])
  })

  test('a rename may be run again, and writes over nothing', async () => {
    const root = temporaryFolder()
    writeFiles(root, { a: 'a', taken: 't', other: 'o' })
    const files = workspaceFiles(root)
    await files.rename('a', 'new/b')
    await files.rename('a', 'new/b')
    expect(await files.read('new/b')).toBe('a')
    await expect(files.rename('other', 'taken')).rejects.toMatchObject({ code: 'DISK' })
    await expect(files.rename('none', 'nothing')).rejects.toMatchObject({ code: 'DISK' })
    expect(await files.read('taken')).toBe('t')
  })

  test('LINK1: nothing is made or moved through a link', async () => {
    const root = temporaryFolder()
    const elsewhere = temporaryFolder()
    symlinkSync(elsewhere, join(root, 'out'))
    writeFiles(root, { a: 'a' })
    const files = workspaceFiles(root)
    const tries = [
      () => files.claim('out/x'),
      () => files.makeFolder('out/x'),
      () => files.rename('a', 'out/a'),
    ]
    for (const attempt of tries)
      await expect(attempt()).rejects.toMatchObject({ code: 'WRITE-BOUNDARY-VIOLATION' })
    expect(existsSync(join(elsewhere, 'x'))).toBe(false)
  })
})

describe('a link', () => {
  test('is relative, replaces a link that is there, and can be made again', async () => {
    const root = temporaryFolder()
    writeFiles(root, { 'sessions/one/prd.md': 'one', 'sessions/two/prd.md': 'two' })
    const files = workspaceFiles(root)
    expect(await files.link('prd/prd-grove.md', 'sessions/one/prd.md')).toBe('linked')
    expect(readlinkSync(join(root, 'prd/prd-grove.md'))).toBe('../sessions/one/prd.md')
    expect(await files.link('prd/prd-grove.md', 'sessions/two/prd.md')).toBe('linked')
    expect(await files.link('prd/prd-grove.md', 'sessions/two/prd.md')).toBe('linked')
    expect(await files.read('prd/prd-grove.md')).toBe('two')
    expect(readdirSync(join(root, 'prd'))).toEqual(['prd-grove.md'])
  })

  test('does not replace a file or a folder, and is made through no link', async () => {
    const root = temporaryFolder()
    const elsewhere = temporaryFolder()
    writeFiles(root, { 'a.md': 'a', 'own.md': 'mine', 'folder/x': '' })
    symlinkSync(elsewhere, join(root, 'out'))
    const files = workspaceFiles(root)
    expect(await files.link('own.md', 'a.md')).toBe('kept')
    expect(await files.link('folder', 'a.md')).toBe('kept')
    expect(await files.read('own.md')).toBe('mine')
    await expect(files.link('out/x.md', 'a.md')).rejects.toMatchObject({ code: 'WRITE-BOUNDARY-VIOLATION' })
    await expect(files.link('x.md', 'out/y.md')).rejects.toMatchObject({ code: 'WRITE-BOUNDARY-VIOLATION' })
    expect(readdirSync(elsewhere)).toEqual([])
  })
})

describe('removing', () => {
  test('takes a folder with all that is in it, a link without what it leads to, and nothing twice', async () => {
    const root = temporaryFolder()
    const elsewhere = temporaryFolder()
    writeFiles(elsewhere, { 'kept.md': 'k' })
    writeFiles(root, { 'session/deep/a.md': 'a', 'other.md': 'o' })
    symlinkSync(elsewhere, join(root, 'session/out'))
    symlinkSync('other.md', join(root, 'link.md'))
    const files = workspaceFiles(root)
    for (const path of ['session', 'session', 'link.md']) await files.remove(path)
    expect(readdirSync(root)).toEqual(['other.md'])
    expect(readdirSync(elsewhere)).toEqual(['kept.md'])
  })

  test('never takes the workspace itself, nor what a link on the way leads to', async () => {
    const root = temporaryFolder()
    const elsewhere = temporaryFolder()
    writeFiles(elsewhere, { 'kept.md': 'k' })
    writeFiles(root, { 'a/b.md': 'b' })
    symlinkSync(elsewhere, join(root, 'out'))
    const files = workspaceFiles(root)
    for (const path of ['', '.', '..', 'a/..', 'a/.', 'a/', '../x', 'out/kept.md'])
      await expect(files.remove(path)).rejects.toMatchObject({ code: 'WRITE-BOUNDARY-VIOLATION' })
    expect(readdirSync(root)).toEqual(['a', 'out'])
    expect(readdirSync(elsewhere)).toEqual(['kept.md'])
  })
})

describe('what could not be written', () => {
  test('is said beforehand, and nothing is touched', async () => {
    const root = temporaryFolder()
    writeFiles(root, { file: '', 'folder/x': '' })
    const files = workspaceFiles(root)
    expect(await files.unwritable('file/a.md')).toContain('file/a.md')
    expect(await files.unwritable('folder')).toContain('is a folder')
    expect(await files.unwritable('../a.md')).toContain('../a.md')
    expect(await files.unwritable('new/deep/a.md')).toBeNull()
    expect(existsSync(join(root, 'new'))).toBe(false)
  })

  test.skipIf(process.getuid?.() === 0)('includes a folder that is closed to us', async () => {
    const root = temporaryFolder()
    mkdirSync(join(root, 'closed'))
    chmodSync(join(root, 'closed'), 0o500)
    expect(await workspaceFiles(root).unwritable('closed/a/b.md')).toContain('permission')
  })
})

describe('exclusively', () => {
  test('runs one at a time by name, and gives back what the work gave', async () => {
    const files = workspaceFiles(temporaryFolder())
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} in`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} out`)
      return name
    }
    const names = ['a', 'b', 'c']
    expect(await Promise.all(names.map((name) => files.exclusively('one/name', work(name))))).toEqual(names)
    for (let at = 0; at < order.length; at += 2) expect(order[at + 1]).toBe(order[at]!.replace('in', 'out'))
  })

  test('is free again after work that failed, and other names are not in its way', async () => {
    const files = workspaceFiles(temporaryFolder())
    const failing = files.exclusively('a', async () => {
      await files.exclusively('b', async () => {})
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(await files.exclusively('a', async () => 'again')).toBe('again')
  })
})
