// Programs of gates and criteria, run for real.

import { readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { OutsideBoundary } from '../../kernel/errors.js'
import { temporaryFolder, writeFiles } from '../temporary.suite.js'
import { workspacePrograms } from './programs.js'

const node = (script: string) => [process.execPath, '-e', script]

function programs() {
  const root = temporaryFolder()
  writeFiles(root, { 'work/a.txt': 'a\n' })
  const { run } = workspacePrograms(root, temporaryFolder())
  return {
    root,
    run: (argv: readonly string[], more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
      run({ argv, folder: 'work', timeoutMs: 60_000, ...more }),
  }
}

test('a program runs in its folder without a shell, and its exit code and both outputs come back apart', async () => {
  const { root, run } = programs()
  expect(await run(['cat', 'a.txt'])).toEqual({ code: 0, why: null, stdout: 'a\n', stderr: '' })
  const script = 'console.log(process.cwd()); console.error("no"); process.exit(3)'
  expect(await run(node(script))).toEqual({
    code: 3,
    why: null,
    stdout: `${realpathSync(join(root, 'work'))}\n`,
    stderr: 'no\n',
  })
  expect((await run(['echo', '$HOME;', '*'])).stdout).toBe('$HOME; *\n')
})

test('it sees no key of the person, and can write where it runs', async () => {
  vi.stubEnv('SOME_API_KEY', 'sk-secret')
  const { root, run } = programs()
  const script = 'require("fs").writeFileSync("made", String(process.env.SOME_API_KEY))'
  expect((await run(node(script))).code).toBe(0)
  expect(readFileSync(join(root, 'work/made'), 'utf8')).toBe('undefined')
})

test('one that is not there, or runs too long, has no code and a reason', async () => {
  const { run } = programs()
  expect(await run(['no-such-program-here'])).toMatchObject({
    code: null,
    why: 'there is no program no-such-program-here here',
  })
  expect(await run(node('setInterval(() => {}, 1000)'), { timeoutMs: 300 })).toMatchObject({
    code: null,
    why: expect.stringContaining('ran longer than 0.3 seconds'),
  })
})

test('a report of several megabytes arrives whole', async () => {
  const { run } = programs()
  const { stdout } = await run(node('process.stdout.write(JSON.stringify({ a: "x".repeat(3000000) }))'))
  expect((JSON.parse(stdout) as { a: string }).a).toHaveLength(3_000_000)
})

test('an ended run stops it, and begins none', async () => {
  const { root, run } = programs()
  const ending = new AbortController()
  const running = run(node('require("fs").writeFileSync("begun", ""); setInterval(() => {}, 1000)'), {
    signal: ending.signal,
  })
  await vi.waitFor(() => readFileSync(join(root, 'work/begun')), { timeout: 30_000 })
  ending.abort()
  await expect(running).rejects.toThrow()
  await expect(
    run(node('require("fs").writeFileSync("second", "")'), { signal: ending.signal }),
  ).rejects.toThrow()
  expect(() => readFileSync(join(root, 'work/second'))).toThrow()
})

test('R29: a folder that leads up or through a link is refused, and nothing runs there', async () => {
  const root = temporaryFolder()
  const elsewhere = temporaryFolder()
  writeFiles(root, { 'work/a.txt': 'a\n' })
  symlinkSync(elsewhere, join(root, 'work/out'))
  const { run } = workspacePrograms(root, temporaryFolder())
  for (const folder of ['work/..', 'work/../..', '..', 'work/out', elsewhere])
    await expect(run({ argv: ['touch', 'made'], folder, timeoutMs: 60_000 })).rejects.toThrow(OutsideBoundary)
  expect([readdirSync(root), readdirSync(elsewhere)]).toEqual([['work'], []])
})
