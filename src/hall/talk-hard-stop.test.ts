// A hard stop (a reboot, a container that is stopped) ends parley and its git at once. Every process of a talk is killed at one call of
// git, in a fresh repository each time; the next process finishes it, and the result is that of a talk that nobody stopped.
//
// Here after each call that changes something, in a repository of some hundred files. `npm run hard-stops` takes every call, before,
// during and after it, in one of three thousand.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, writeFiles } from '../workspace/temporary.suite.js'
import { hallAt } from './hall.suite.js'
import { code } from './talk.suite.js'
import { builtErrand, type Chain, chain, expectWhole, killingGit, run, type When } from './talk-kill.suite.js'

const all = process.env['PARLEY_HARD_STOPS'] === 'all'
const errand = builtErrand()

const files: Readonly<Record<string, string>> = {
  ...code,
  ...Object.fromEntries(
    Array.from({ length: all ? 3000 : 200 }, (_, n) => [
      `src/part-${n % 40}/file-${n}.ts`,
      `export const n = ${n}\n`,
    ]),
  ),
}

interface Stop {
  readonly at: number
  readonly when: When
}

/** Calls that change something. What is killed before a call is as if killed after the last of these, but for lines of the journal. */
const CHANGES = / (worktree (add|remove)|update-ref|read-tree -m) /

function stopsAmong(calls: readonly string[]): readonly Stop[] {
  return calls.flatMap((call, index) => {
    const at = index + 1
    const midway = / worktree remove /.test(call) ? [{ at, when: 'midway' as const }] : []
    const whens: readonly When[] = all ? ['before', 'during', 'after'] : ['after']
    const wanted = all || (CHANGES.test(call) && !call.includes('commit: Turn'))
    return [...midway, ...(wanted ? whens.map((when) => ({ at, when })) : [])]
  })
}

/** Every file of the integration branch, the talk's own artifact under a fixed name: its id has the time in it. */
function filesOf({ project }: Chain): readonly string[] {
  const listed = git(project, 'ls-tree', '-r', '--name-only', 'claude/main').split('\n')
  return listed.map((path) => path.replace(/meetings\/.*/, 'meetings/it')).toSorted()
}

async function expectAsNeverStopped(of: Chain, id: string): Promise<void> {
  await expectWhole(of, id)
  expect(filesOf(of)).toEqual([...Object.keys(files), '.lore/meetings/it', '.lore/specs/cache.md'].toSorted())
  writeFiles(of.project, { 'later.txt': 'later\n' })
  git(of.project, 'add', 'later.txt')
  git(of.project, 'commit', '-q', '--no-verify', '-m', 'Later')
  const hall = await hallAt(of.home)
  expect(await hall.requests()).toEqual([])
  expect(existsSync(join(of.home, 'projects/demo/later.txt'))).toBe(true)
  await hall.stop()
}

/** Stops the errand at each of these calls, in a place of its own each time, and lets the next process finish it. */
async function stoppedEverywhere(): Promise<void> {
  const shim = killingGit()
  expect(await run(errand(), chain(files), shim.killing(0, 'before'))).toMatchObject({ code: 0 })
  const stops = stopsAmong(shim.calls())
  expect(stops.filter(({ when }) => when === 'midway')).toHaveLength(1)
  let killed = 0
  for (const { at, when } of stops) {
    const of = chain(files)
    const stopped = await run(errand(), of, shim.killing(at, when))
    const cut = shim.calls()[at - 1] ?? ''
    const next = stopped.code === null ? await run(errand(), of, {}) : stopped
    const id = /^done (\S+)$/m.exec(next.out)?.[1]
    if (id === undefined) throw new Error(`Stopped ${when} call ${at} (${cut}), it did not end: ${next.out}`)
    if (stopped.code === null) killed++
    await expectAsNeverStopped(of, id).catch((error: Error) => {
      throw new Error(`Stopped ${when} call ${at} (${cut}): ${error.message}`, { cause: error })
    })
  }
  expect(killed).toBeGreaterThan(stops.length * 0.9)
}

const timeout = all ? 7_200_000 : 600_000

test(
  'JOIN2, AWAY1, CLO3: a hard stop at any git command of a talk loses no file, merges once, and the integration branch goes on following',
  {
    timeout,
  },
  stoppedEverywhere,
)
