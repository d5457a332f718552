// A crash chain: the command is killed just before every line of its journal, one line further each time, and always resumed. At the
// end stands a meeting that has died as often as it has lines.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ran, type RunOptions, run } from './run.js'

const preload = new URL('./kill.mjs', import.meta.url).pathname

export interface Chain {
  readonly cwd: string
  /** Opens the meeting. */
  readonly begin: readonly string[]
  /** Goes on with it. */
  readonly goOn: (id: string) => readonly string[]
  /** Cuts the line in two instead of stopping before it. */
  readonly half?: boolean
  /** How many lines further each process gets; every line unless told. */
  readonly every?: number
  readonly env?: Readonly<Record<string, string>>
}

export interface Chained {
  readonly id: string
  readonly crashes: number
  readonly last: Ran
}

/** More processes than any journal here has lines: a chain that needs more gets nowhere. */
const mostProcesses = 500

/** Runs until a process ends by itself with a meeting that has concluded. */
export async function crashChain(chain: Chain): Promise<Chained> {
  let crashes = 0
  let processes = 0
  const step = chain.every ?? 1
  for (let n = 2; ; n += step) {
    const id = meetingIn(chain.cwd)
    const ran = await runUntil(n, id === undefined ? chain.begin : chain.goOn(id), chain)
    const now = meetingIn(chain.cwd)
    if (++processes > mostProcesses)
      throw new Error(`It is not concluded after ${processes} processes: ${ran.stdout}${ran.stderr}`)
    if (ran.code !== null) {
      if (now === undefined) throw new Error(`It ended without a meeting: ${ran.stdout}${ran.stderr}`)
      if (ran.code === 0) return { id: now, crashes, last: ran }
      // Waiting or paused: resumed like after a crash, up to the same line.
      if (ran.code !== 3)
        throw new Error(`It ended with ${ran.code} before line ${n}: ${ran.stdout}${ran.stderr}`)
      n -= step
      continue
    }
    crashes++
  }
}

function runUntil(line: number, args: readonly string[], { cwd, half, env = {} }: Chain): Promise<Ran> {
  const killing = {
    NODE_OPTIONS: `--import ${preload}`,
    PARLEY_TEST_KILL_LINE: String(line),
    ...(half ? { PARLEY_TEST_KILL_HALF: '1' } : {}),
  }
  const options: RunOptions = { cwd, env: { ...env, ...killing } }
  return run(args, options)
}

export function meetingIn(root: string): string | undefined {
  const folder = join(root, '.parley', 'meetings')
  if (!existsSync(folder)) return undefined
  return readdirSync(folder).find((name) => existsSync(join(folder, name, 'journal.jsonl')))
}

export function journalLines(root: string, id: string): Record<string, unknown>[] {
  const text = readFileSync(join(root, '.parley', 'meetings', id, 'journal.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
