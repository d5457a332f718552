// Documents on a real disk: written whole, inside the workspace, and cleaned up after a kill.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OutsideBoundary } from '../kernel/errors.js'
import { diskError } from './disk-errors.js'
import { workspaceDocuments } from './documents.js'
import { exclusively } from './locks-folder.js'
import { bundled, git, repository, temporaryFolder, writeFiles } from './temporary.suite.js'

describe('writing a document', () => {
  test('DOC1: puts the whole text there, makes folders as needed, and leaves nothing else', async () => {
    const root = temporaryFolder()
    const documents = workspaceDocuments(root)
    await documents.write('a/b/c.md', 'one\n')
    await documents.write('a/b/c.md', 'two ü\n')
    expect(await documents.read('a/b/c.md')).toBe('two ü\n')
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.md'])
    expect(readdirSync(join(root, '.parley/locks'))).toEqual([])
  })

  test('shows nothing of itself in git but the document', async () => {
    const root = repository()
    await workspaceDocuments(root).write('notes.md', 'n\n')
    expect(git(root, 'status', '--porcelain', '-uall')).toBe('?? notes.md')
  })

  test('keeps writers of one path apart: what stays is whole', async () => {
    const documents = workspaceDocuments(temporaryFolder())
    await Promise.all(Array.from({ length: 8 }, (_, at) => documents.write('a.md', `${at}`.repeat(1000))))
    expect(await documents.read('a.md')).toMatch(/^(\d)\1{999}$/)
  })

  test('removes what is there, and does not mind what is not', async () => {
    const root = temporaryFolder()
    const documents = workspaceDocuments(root)
    await documents.write('a.md', 'a')
    await documents.remove('a.md')
    await documents.remove('a.md')
    expect(await documents.read('a.md')).toBeNull()
  })
})

describe('LINK1: a write that would land elsewhere is refused, and nothing is written,', () => {
  const outsiders = ['/etc/x', '../x.md', 'a/../../x.md', 'a/\0b', '..', 'C:/x', 'a\\..\\b']
  test.each(outsiders)('by its path alone: %j', async (path) => {
    const root = temporaryFolder()
    await expect(workspaceDocuments(root).write(path, 'x')).rejects.toBeInstanceOf(OutsideBoundary)
    expect(readdirSync(root)).toEqual([])
  })

  test.each(['.git/hooks/pre-commit', '.GIT/x', 'sub/.git/config', '.git'])(
    'LINK3: into a folder of git’s: %s',
    async (path) => {
      const root = repository()
      const before = readdirSync(join(root, '.git/hooks'))
      await expect(workspaceDocuments(root).write(path, 'x')).rejects.toBeInstanceOf(OutsideBoundary)
      expect(readdirSync(join(root, '.git/hooks'))).toEqual(before)
      expect(existsSync(join(root, 'sub'))).toBe(false)
    },
  )

  test('when a folder on the way is a link, also to a place inside', async () => {
    const root = temporaryFolder()
    const elsewhere = temporaryFolder()
    mkdirSync(join(root, 'real'))
    symlinkSync(elsewhere, join(root, 'out'))
    symlinkSync('real', join(root, 'in'))
    for (const path of ['out/a.md', 'out/deep/a.md', 'in/a.md']) {
      await expect(workspaceDocuments(root).write(path, 'x')).rejects.toMatchObject({
        code: 'WRITE-BOUNDARY-VIOLATION',
        path,
      })
    }
    expect(readdirSync(elsewhere)).toEqual([])
    expect(readdirSync(join(root, 'real'))).toEqual([])
  })

  test('when the file itself is a link, also one that leads nowhere', async () => {
    const root = temporaryFolder()
    const target = join(temporaryFolder(), 'target.md')
    writeFileSync(target, 'untouched')
    symlinkSync(target, join(root, 'a.md'))
    symlinkSync('nowhere', join(root, 'b.md'))
    const documents = workspaceDocuments(root)
    for (const path of ['a.md', 'b.md']) {
      await expect(documents.write(path, 'x')).rejects.toBeInstanceOf(OutsideBoundary)
      await expect(documents.remove(path)).rejects.toBeInstanceOf(OutsideBoundary)
    }
    expect(readFileSync(target, 'utf8')).toBe('untouched')
  })

  test('but the workspace itself may be reached through a link', async () => {
    const real = temporaryFolder()
    const linked = join(temporaryFolder(), 'linked')
    symlinkSync(real, linked)
    await workspaceDocuments(linked).write('a.md', 'a')
    expect(readFileSync(join(real, 'a.md'), 'utf8')).toBe('a')
  })
})

describe('DOC2: after a kill in the middle of a write', () => {
  test('the sweep removes the temporary file, and no file that a person made', async () => {
    const root = temporaryFolder()
    const copies = { 'notes/a.md.1': 'a copy', 'notes/a.md.1763417000': 'a copy' }
    writeFiles(root, copies)
    await killedWhileWriting(root, 'notes/a.md')
    // Later than the kill too: no time and no number makes a file of the person's a temporary one.
    writeFiles(root, { ...copies, 'notes/a.md.1763417001': 'a copy' })
    expect(readdirSync(join(root, 'notes')).length).toBe(4)
    await workspaceDocuments(root).sweep([])
    expect(readdirSync(join(root, 'notes')).toSorted()).toEqual([
      'a.md.1',
      'a.md.1763417000',
      'a.md.1763417001',
    ])
    expect(readdirSync(join(root, '.parley/locks'))).toEqual([])
  })

  test('R25: locks that came with a clone delete no file and make none elsewhere', async () => {
    const [root, elsewhere] = [temporaryFolder(), temporaryFolder()]
    const name = (path: string) =>
      `${path}-${createHash('sha256').update(`write ${path}`).digest('hex').slice(0, 10)}`
    const dead = { pid: 2 ** 22 + 1, started: '1', host: hostname(), since: '1970-01-01T00:00:00.000Z' }
    const locks = {
      [`.parley/locks/write-${name('app.log')}`]: { ...dead, token: '0'.repeat(16), about: 'write app.log' },
      [`.parley/locks/write-${name('b.log')}`]: { ...dead, token: '/x', about: 'write b.log' },
    }
    writeFiles(root, {
      ...Object.fromEntries(Object.entries(locks).map(([file, owner]) => [file, JSON.stringify(owner)])),
      'app.log.1': 'mine',
      'app.log.1763417000': 'mine',
    })
    // The name of a lock that takes over from another ends in the other's token: this one would lead through the link.
    symlinkSync(elsewhere, join(root, `.parley/locks/write-${name('b.log')}.after-`))
    utimesSync(elsewhere, 1, 1)
    await workspaceDocuments(root).sweep([])
    await workspaceDocuments(root).write('app.log', 'new')
    await workspaceDocuments(root).write('b.log', 'new')
    expect(readdirSync(root).toSorted()).toEqual([
      '.parley',
      'app.log',
      'app.log.1',
      'app.log.1763417000',
      'b.log',
    ])
    // Nothing was made there and removed again either: that would show in its time.
    expect(statSync(elsewhere).mtimeMs).toBe(1000)
  })

  test('writing that path again removes it as well', async () => {
    const root = temporaryFolder()
    await killedWhileWriting(root, 'a.md')
    await workspaceDocuments(root).write('a.md', 'whole')
    expect(readdirSync(root)).toEqual(['.parley', 'a.md'])
  })

  test('a sweep leaves alone what a writer that lives has begun', async () => {
    const root = temporaryFolder()
    writeFiles(root, { 'a.md.123456789': 'half' })
    await exclusively(root, 'write a.md', () => workspaceDocuments(root).sweep(['a.md']))
    expect(existsSync(join(root, 'a.md.123456789'))).toBe(true)
  })
})

describe('what the disk refuses', () => {
  test('is said with the path and a way out', async () => {
    const root = temporaryFolder()
    writeFiles(root, { file: 'x', 'folder/x': 'x' })
    const documents = workspaceDocuments(root)
    await expect(documents.write('file/a.md', 'x')).rejects.toMatchObject({
      code: 'DISK',
      message: expect.stringContaining('file/a.md'),
      hint: expect.stringContaining('Move that file away'),
    })
    await expect(documents.write('folder', 'x')).rejects.toMatchObject({ code: 'DISK' })
  })

  test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'])('%s names the path, the cause and a hint', (code) => {
    const error = diskError('write', 'a.md', Object.assign(new Error('no'), { code }))
    expect(error).toMatchObject({ code: 'DISK', message: expect.stringMatching(/a\.md: .+\(E[A-Z]+\)/) })
    expect((error as { hint: string }).hint).not.toBe('')
  })

  test('an error that is not the disk’s stays what it is', () => {
    const error = new Error('else')
    expect(diskError('write', 'a.md', error)).toBe(error)
  })
})

/** Writes in a process that is killed while its temporary file is open, before the flush. */
async function killedWhileWriting(root: string, path: string): Promise<void> {
  const code = await bundled(join(import.meta.dirname, 'documents.ts'))
  const script = `
    const fs = (await import('node:fs')).default
    fs.fsyncSync = () => process.kill(process.pid, 'SIGKILL')
    const { workspaceDocuments } = await import(${JSON.stringify(code)})
    await workspaceDocuments(process.cwd()).write(${JSON.stringify(path)}, 'half')`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  })
  if (run.signal !== 'SIGKILL') throw new Error(`was not killed: ${run.stderr}`)
}
