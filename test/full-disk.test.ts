// A disk that is really full: a small one is mounted, filled, and freed again. Only an administrator can mount one.

import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { convened } from './support/council.js'
import { everything, meetingsIn, repository } from './support/repo.js'
import { type Ran, run, start, temporary } from './support/run.js'

const why = whyNoDisk()

describe.skipIf(why !== '')(`a full disk${why}`, () => {
  test.each([0, 8, 64])(
    'with %i KB left stops a meeting with a sentence; what is there is whole, and it goes on once there is space',
    async (left) => {
      const repo = repository()
      await convened(repo, { answers: ['conclude'] })
      const disk = smallDisk()
      const [root, home] = [join(disk, 'work'), join(disk, 'home')]
      cpSync(repo.root, root, { recursive: true })
      // As after an earlier meeting: there is a place for the next one, and no room for its first line.
      mkdirSync(meetingsIn(root, home), { recursive: true, mode: 0o700 })
      const at = { cwd: root, env: { PARLEY_HOME: home } }
      const council = ['council', 'meeting', 'When should the gate open?']
      const voices = ['--agents', 'script:.council/scratch/script.yaml', '--yes']
      const free = fill(disk, left)
      const stopped = await run([...council, ...voices], at)
      expectSentence(stopped)
      if (left === 0) expect(stopped.stderr).toMatch(/^parley: The disk is full: .*\n.*run the command again/)
      const said = documentsIn(root)
      if (left === 0) expect(idsIn(root, home)).toEqual([])
      free()
      const [id] = idsIn(root, home)
      const journal = id !== undefined && existsSync(join(meetingsIn(root, home), id, 'journal.jsonl'))
      const again = await run(journal ? ['resume', id] : [...council, ...voices], at)
      expect(again).toMatchObject({ code: 0 })
      const { code, stdout } = await run(['verify'], at)
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('verified') })
      for (const [path, text] of Object.entries(said)) expect(text, path).not.toBe('')
    },
  )

  test.each([0, 4])(
    'with %i KB left lets no server start half: no lock, no empty token, and the next start works',
    async (left) => {
      const home = smallDisk()
      const env = { PARLEY_HOME: home }
      const free = fill(home, left)
      const failed = await run(['serve', '--port', '0'], { cwd: home, env })
      expectSentence(failed)
      expect(readdirSync(home).filter((name) => /^server\.(?:lock|json)/.test(name))).toEqual([])
      const token = join(home, 'token')
      if (existsSync(token)) expect(readFileSync(token, 'utf8').length).toBeGreaterThan(20)
      free()
      const running = start(['serve', '--port', '0'], { cwd: home, env })
      await running.said('Ctrl-C ends it.')
      expect(readFileSync(token, 'utf8').length).toBeGreaterThan(20)
      running.signal('SIGTERM')
      expect((await running.ended).code).toBe(0)
    },
  )
})

function expectSentence({ code, stderr }: Ran): void {
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/full|ENOSPC|no space/i) })
  expect(stderr).not.toMatch(/^ +at /m)
}

/** Whatever a person reads: never left empty or cut. */
function documentsIn(root: string): Readonly<Record<string, string>> {
  const isDocument = ([path]: readonly [string, string]) => /^\.council\/.*\.(?:md|yaml)$/.test(path)
  return Object.fromEntries(Object.entries(everything(root)).filter(isDocument))
}

function idsIn(root: string, home: string): readonly string[] {
  return readdirSync(meetingsIn(root, home))
}

/** Two megabytes, gone when the test is over. */
function smallDisk(): string {
  const folder = temporary()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'parley-test', folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Leaves so many kilobytes; what is returned makes space again. */
function fill(disk: string, left: number): () => void {
  const { bavail, bsize } = statfsSync(disk)
  const ballast = join(disk, '.ballast')
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left * 1024)))
  return () => rmSync(ballast)
}

function whyNoDisk(): string {
  if (process.platform !== 'linux') return ' (skipped: small disks are mounted on Linux only)'
  if (process.getuid?.() !== 0) return ' (skipped: only an administrator can mount a small disk)'
  const folder = temporary(() => {})
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'parley-test', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return ''
  } catch {
    return ' (skipped: this machine lets nobody mount a small disk)'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
