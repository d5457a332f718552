// A crash chain: the command is killed just before every line of its journal, one line further each time, and always resumed. At the
// end stands a meeting that has died as often as it has lines.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Ran, run } from './run.js'

const preload = new URL('./kill.cjs', import.meta.url).pathname

export interface Chain {
  readonly cwd: string
  /** Opens the meeting. */
  readonly begin: readonly string[]
  /** Goes on with it. */
  readonly goOn: (id: string) => readonly string[]
  /** Whether the process dies in the middle of this line instead of before it. */
  torn(line: number): boolean
  readonly env?: Readonly<Record<string, string>>
  /** Called when a process has ended, with the id of its meeting. */
  ended(id: string | undefined): Promise<void>
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
  for (let n = 2; ; n++) {
    const id = meetingIn(chain.cwd)
    const ran = await runUntil(n, id === undefined ? chain.begin : chain.goOn(id), chain)
    const now = meetingIn(chain.cwd)
    await chain.ended(now)
    if (++processes > mostProcesses)
      throw new Error(`It is not concluded after ${processes} processes: ${ran.stdout}${ran.stderr}`)
    if (ran.code !== null) {
      if (now === undefined) throw new Error(`It ended without a meeting: ${ran.stdout}${ran.stderr}`)
      if (ran.code === 0) return { id: now, crashes, last: ran }
      // Waiting or paused: resumed like after a crash, up to the same line.
      if (ran.code !== 3)
        throw new Error(`It ended with ${ran.code} before line ${n}: ${ran.stdout}${ran.stderr}`)
      n--
      continue
    }
    crashes++
  }
}

function runUntil(line: number, args: readonly string[], { cwd, torn, env = {} }: Chain): Promise<Ran> {
  return run(args, { cwd, env: { ...env, ...killing(line, torn(line)) } })
}

/** The environment of a process that dies at this line of a journal. */
export function killing(line: number, torn: boolean): Record<string, string> {
  return {
    NODE_OPTIONS: `--require ${preload}`,
    PARLEY_TEST_KILL_LINE: String(line),
    ...(torn ? { PARLEY_TEST_KILL_HALF: '1' } : {}),
  }
}

function meetingIn(root: string): string | undefined {
  const folder = join(root, '.parley', 'meetings')
  if (!existsSync(folder)) return undefined
  return readdirSync(folder).find((name) => existsSync(join(folder, name, 'journal.jsonl')))
}
