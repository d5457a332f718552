// Bundles at the command line: exported whole or not at all, checked where nothing of the meeting is, and refused in words.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyBundle } from '../src/parley.js'
import { convened, meet } from './support/council.js'
import { repository } from './support/repo.js'
import { run, temporary } from './support/run.js'

test('a bundle is exported whole or not at all, wherever it is killed, and the same meeting gives the same bytes', async () => {
  const repo = repository()
  await convened(repo)
  expect((await meet(repo)).code).toBe(3)
  const exported = (file: string, env = {}) => run(['export', '--out', file], { cwd: repo.root, env })
  const folder = temporary()
  const first = join(folder, 'first.jsonl')
  expect((await exported(first)).code).toBe(0)
  const whole = readFileSync(first)
  expect((await run(['export', '--format', 'journal'], { cwd: repo.root })).stdout).toBe(
    whole.toString('utf8'),
  )
  const preload = new URL('./support/kill-step.cjs', import.meta.url).pathname
  const file = join(folder, 'second.jsonl')
  let killed = 0
  for (let step = 1, code: number | null = null; code === null; step++) {
    const env = { PARLEY_TEST_KILL_STEP: String(step), PARLEY_TEST_KILL_FROM: 'second.jsonl' }
    code = (await exported(file, { ...env, NODE_OPTIONS: `--require ${preload}` })).code
    if (code === null) killed++
    if (code === null) expect(existsSync(file), `step ${step}`).toBe(false)
  }
  // Before the file is made, in the middle of it, and before it has its name.
  expect(killed).toBe(3)
  expect(readFileSync(file)).toEqual(whole)
  // A meeting that waits is checked as well.
  const away = { cwd: folder, env: { PARLEY_HOME: join(folder, 'home') } }
  const found = await run(['verify', 'second.jsonl'], away)
  expect([found.code, found.stdout]).toEqual([
    0,
    expect.stringContaining('Not looked at: documents and commits'),
  ])
  expect(existsSync(join(folder, 'home'))).toBe(false)
  // Of a byte in its head, in each part of its journal and in its end.
  for (const at of [
    3,
    12,
    300,
    ...Array.from({ length: 20 }, (_, n) => Math.floor((n / 20) * whole.length)),
    whole.length - 1,
  ]) {
    const changed = Buffer.from(whole)
    changed[at] = changed[at]! ^ 1
    const findings = await verifyBundle(changed).then(
      ({ findings }) => findings.map(({ what }) => what),
      (error: Error) => [error.message],
    )
    expect(findings, `byte ${at}`).not.toEqual([])
  }
})

test('what is no bundle, no record, or not there is refused in words, with what to do', async () => {
  const folder = temporary()
  writeFileSync(join(folder, 'notes.md'), '# Notes\n')
  const refused = async (...args: string[]) => {
    const { code, stderr } = await run(['verify', ...args], { cwd: folder })
    expect(code, args.join(' ')).toBe(2)
    return stderr
  }
  expect(await refused('notes.md')).toContain('is no bundle of a meeting')
  expect(await refused('notes.md')).toContain('parley export ID --format journal --out FILE')
  expect(await refused('missing.jsonl')).toContain('There is no file missing.jsonl')
  expect(await refused('missing', 'notes.md')).toContain('There is no file missing')
})
