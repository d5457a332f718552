// For tests: a hall on a home of its own, real repositories as its projects, and seats that read from a script.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import type { Line } from '../kernel/line/line.js'
import { repository, temporaryFolder } from '../workspace/temporary.suite.js'
import type { FollowEvent, Hall, MeetingRef, MeetingView } from './api.js'
import { createHall } from './hall.js'

export interface Setting {
  readonly home: string
  readonly project: string
  readonly logged: string[]
  hall: Hall
  /** As after a restart of the process: everything in memory is gone. */
  restart(): Promise<Hall>
}

export async function setting(
  files?: Readonly<Record<string, string>>,
  more: { register?: boolean } = {},
): Promise<Setting> {
  const home = temporaryFolder()
  const project = repository(files)
  const logged: string[] = []
  const hall = await hallAt(home, logged)
  if (more.register !== false) await hall.register({ name: 'demo', path: project })
  const made: Setting = {
    home,
    project,
    logged,
    hall,
    async restart() {
      await made.hall.stop()
      made.hall = await hallAt(home, logged)
      return made.hall
    },
  }
  return made
}

export async function hallAt(home: string, logged: string[] = []): Promise<Hall> {
  const hall = await createHall({ home, log: (line) => logged.push(line) })
  onTestFinished(() => hall.stop())
  return hall
}

export interface Call {
  readonly seat: string
  readonly call: string
  readonly system: string
  readonly prompt: string
  readonly resume: string | null
  readonly cwd: string
  readonly tools: readonly string[]
}

export interface Played {
  /** What to open a meeting with. */
  readonly agents: string
  /** Every call so far. */
  calls(): readonly Call[]
}

export function script(
  seats: Readonly<Record<string, readonly unknown[]>>,
  then: 'fail' | 'repeat' = 'fail',
): Played {
  const file = join(temporaryFolder(), 'seats.yaml')
  writeFileSync(file, stringify({ seats, then, log: 'calls.jsonl' }))
  const log = join(dirname(file), 'calls.jsonl')
  return {
    agents: `script:${file}`,
    calls: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line) as Call)
        : [],
  }
}

type Until = (event: FollowEvent, all: readonly FollowEvent[]) => boolean

/** Everything that a follower hears until something fits. */
export function hear(hall: Hall, ref: MeetingRef, until: Until, from = 1): Promise<readonly FollowEvent[]> {
  return hearWhile({ hall, ref, from }, async () => {}, until)
}

/** Longer than anything here takes on a busy machine, and shorter than a test may. */
const patienceMs = 80_000

/** The same, for what `act` brings about: it is done when the follower is there, so that nothing is missed. */
export async function hearWhile(
  { hall, ref, from }: { readonly hall: Hall; readonly ref: MeetingRef; readonly from: number },
  act: () => Promise<unknown>,
  until: Until,
): Promise<readonly FollowEvent[]> {
  const heard: FollowEvent[] = []
  const stop = AbortSignal.timeout(patienceMs)
  let done: Promise<unknown> | undefined
  for await (const event of hall.follow(ref, from, stop)) {
    if (event.type === 'status') done ??= act()
    heard.push(event)
    if (until(event, heard)) {
      await done
      return heard
    }
  }
  const last = heard.slice(-5).map((event) => JSON.stringify(event).slice(0, 200))
  throw new Error(`What was waited for did not come. Heard last:\n${last.join('\n')}`)
}

/** The meeting, as soon as it waits for the person, or is over. */
export async function atRest(hall: Hall, ref: MeetingRef): Promise<MeetingView> {
  await hear(hall, ref, (event) => event.type === 'status' && event.status !== 'running' && !event.live)
  return hall.meeting(ref)
}

export function linesIn(heard: readonly FollowEvent[]): readonly Line[] {
  return heard.flatMap((event) => (event.type === 'line' ? [event.line] : []))
}

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

export function look(root: string, path: string): string | null {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null
}
