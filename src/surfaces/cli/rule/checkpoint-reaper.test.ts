// CLI `parley rule checkpoint-reaper`: deletes old files with --apply, never recent or linked ones.
import { existsSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isPastAge } from '../../../rules/reaping.js'
import { folder, run, snapshot } from './fake-io.suite.js'
import { checkpointReaper as command } from './upkeep.js'

const now = Date.parse('2026-01-02T03:04:05.678Z')
const day = 24 * 60 * 60 * 1000

/** A project whose files are this many days old. */
function project(ages: Record<string, number>): string {
  const root = folder(Object.fromEntries(Object.keys(ages).map((path) => [path, 'x'])))
  for (const [path, days] of Object.entries(ages)) {
    const changed = new Date(now - days * day)
    utimesSync(join(root, path), changed, changed)
  }
  return root
}

const mixed = {
  '.gaia/memory/checkpoints/old.json': 45,
  '.gaia/memory/checkpoints/deep/er/old.json': 31.01,
  '.gaia/memory/checkpoints/edge.json': 30.5,
  '.gaia/memory/meeting-sessions/old.yaml': 400,
  '.gaia/memory/meeting-sessions/new.yaml': 1,
  '.gaia/memory/theo-sidecar/decisions/old.md': 400,
  'old.txt': 400,
}
const old = [
  '.gaia/memory/checkpoints/deep/er/old.json',
  '.gaia/memory/checkpoints/old.json',
  '.gaia/memory/meeting-sessions/old.yaml',
]

describe('checkpoint-reaper', () => {
  test.each([[[]], [['--dry-run']], [['--apply', '--dry-run']]])(
    'with %j old files are only listed',
    async (flags) => {
      const cwd = project(mixed)
      const before = snapshot(cwd)
      const out = old.map((path) => `REAP ./${path}\n`).join('')
      expect(await run(command, ['--root', '.', ...flags], { cwd })).toEqual({ code: 0, out, err: '' })
      expect(snapshot(cwd)).toEqual(before)
    },
  )
  test('with --apply exactly the old files of the two folders are deleted', async () => {
    const cwd = project(mixed)
    const out = old.map((path) => `DELETED ${cwd}/${path}\n`).join('')
    expect(await run(command, [`--root=${cwd}`, '--dry-run', '--apply'], {})).toEqual({
      code: 0,
      out,
      err: '',
    })
    const left = Object.keys(mixed).filter((path) => existsSync(join(cwd, path)))
    expect(left).toEqual(Object.keys(mixed).filter((path) => !old.includes(path)))
  })
  test('--age-days sets the age from which files are deleted', async () => {
    const cwd = project({ '.gaia/memory/checkpoints/a': 0.9, '.gaia/memory/checkpoints/b': 1 })
    const result = await run(command, ['--root', `${cwd}/`, '--age-days', '0'], { cwd })
    expect(result.out).toBe(`REAP ${cwd}/.gaia/memory/checkpoints/b\n`)
  })
  test('a project without those folders has nothing to reap', async () => {
    expect(await run(command, ['--root', '.', '--apply'])).toEqual({ code: 0, out: '', err: '' })
  })
  test('links inside a folder are neither followed nor deleted', async () => {
    const outside = project({ 'old.txt': 400, 'sub/old.txt': 400 })
    const cwd = project({ '.gaia/memory/checkpoints/new': 0 })
    symlinkSync(join(outside, 'sub'), join(cwd, '.gaia/memory/checkpoints/folder'))
    symlinkSync(join(outside, 'old.txt'), join(cwd, '.gaia/memory/checkpoints/file'))
    const before = snapshot(outside)
    expect(await run(command, ['--root', '.', '--apply', '--age-days=0'], { cwd })).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(snapshot(outside)).toEqual(before)
  })
  test('a folder that is itself a link is skipped with a message', async () => {
    const outside = project({ 'checkpoints/old': 400, 'src/old': 400 })
    const cwd = project({ '.gaia/memory/x': 0, 'src/old': 400 })
    symlinkSync(join(outside, 'checkpoints'), join(cwd, '.gaia/memory/checkpoints'))
    symlinkSync('../../src', join(cwd, '.gaia/memory/meeting-sessions'))
    const result = await run(command, ['--root', '.', '--apply'], { cwd })
    expect(result).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('skipped .gaia/memory/checkpoints'),
    })
    expect(existsSync(join(outside, 'checkpoints/old')) && existsSync(join(cwd, 'src/old'))).toBe(true)
  })
  test.each([
    ['no root', [], '--root is required'],
    ['a root that is not there', ['--root', 'none'], 'no such folder: none'],
    ['an age that is no count', ['--root', '.', '--age-days', '-1'], '--age-days must be'],
    ['an empty age', ['--root', '.', '--age-days='], '--age-days must be'],
    ['an unknown argument', ['--root', '.', '--force'], "'--force'"],
  ])('%s is refused', async (_what, argv, message) => {
    const result = await run(command, argv, { cwd: project(mixed) })
    expect(result).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
  })
  test('age counts in whole days', () => {
    expect(isPastAge(0, 30.99 * day, 30)).toBe(false)
    expect(isPastAge(0, 31 * day, 30)).toBe(true)
    expect(isPastAge(5 * day, 0, 0)).toBe(false)
  })
})
