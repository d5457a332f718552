// A crash chain: the command is killed at one line of its journal after the other, further each time, and always resumed. At the end stands
// a meeting that has died as often as was wanted.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from '../../src/kernel/line/line.js'
import { meetingsIn } from './repo.js'
import { type Ran, run } from './run.js'

const preload = new URL('./kill.cjs', import.meta.url).pathname

/** A process dies just before this line, or in the middle of it. */
interface Death {
  readonly line: number
  readonly torn: boolean
}

export interface Chain {
  readonly cwd: string
  /** Opens the meeting. */
  readonly begin: readonly string[]
  /** Goes on with it. */
  readonly goOn: (id: string) => readonly string[]
  readonly deaths: readonly Death[]
  readonly env?: Readonly<Record<string, string>>
  /** Called when a process has ended, with the id of its meeting. */
  ended(id: string | undefined): Promise<void>
}

export interface Chained {
  readonly id: string
  readonly last: Ran
}

/**
 * Where a meeting of these lines is killed: at the first line of every kind, by turns before one and in the middle of the next.
 * PARLEY_KILLS=all: at every line. A process costs as much as some twenty lines in it, and what the next one makes of a journal that ends
 * at any step is shown in one process (`endsIn`).
 */
export function deathsIn(lines: readonly Line[]): readonly Death[] {
  return firstOfEach(lines, kindOf).map(({ n }, at) => ({ line: n, torn: at % 2 === 1 }))
}

/** Behind which lines a run of these ends in the same process: the first of every step, however often it is taken. The same variable: all. */
export function endsIn(lines: readonly Line[]): readonly number[] {
  return firstOfEach(lines, stepOf).map(({ n }) => n)
}

function firstOfEach(lines: readonly Line[], what: (line: Line) => string): readonly Line[] {
  const opened = lines.filter(({ kind }) => kind !== 'opened')
  if (process.env['PARLEY_KILLS'] === 'all') return opened
  const kinds = opened.map(what)
  return opened.filter((_, at) => kinds.indexOf(kinds[at] ?? '') === at)
}

/** The call of a turn, else the step without its phase, its strand and all numbers. */
function stepOf(line: Line): string {
  if (line.kind === 'turn') return `turn ${line.data.call}`
  const parts = line.key.split('/')
  const step = parts.slice(parts.findIndex((part) => part.includes(':'))).join('/')
  return `${line.kind} ${step.replace(/\.\d+(?=\/plan$|$)/, '').replace(/\d+/g, '#')}`
}

/**
 * What a line records. Each act has an effect of its own on the world, which a death may find half done, so each is a kind; documents are
 * made, revised and removed alike wherever they are; and of the rest nothing but the journal knows. Each phase is a kind, so that one dies late too.
 */
function kindOf({ kind, key }: Line): string {
  const step = key.split('/').find((part) => part.includes(':')) ?? ''
  if (kind === 'acted' || kind === 'phase')
    return `${kind} ${step.replace(/\.\d+$/, '').replace(/\d+/g, '#')}`
  if (kind === 'wrote') return `${kind} ${step.replace(/:.*/, '')}`
  return `${kind}${/~/.test(key) ? ' among others' : ''}${key.endsWith('/plan') ? ' as a plan' : ''}`
}

/** As many pauses as a script may have. */
const mostPauses = 5

/** Dies as often as wanted, and runs until a process ends by itself with a meeting that has concluded. */
export async function crashChain(chain: Chain): Promise<Chained> {
  for (const death of chain.deaths) {
    const ran = await runUntil(death, chain)
    if (ran.code !== null)
      throw new Error(`It ended with ${ran.code} before line ${death.line}: ${saidBy(ran)}`)
  }
  const last = await runUntil(undefined, chain)
  const id = meetingIn(chain.cwd)
  if (last.code !== 0 || id === undefined) throw new Error(`It is not concluded: ${saidBy(last)}`)
  return { id, last }
}

/** Waiting or paused, it is resumed like after a crash, up to the same line. */
async function runUntil(death: Death | undefined, chain: Chain): Promise<Ran> {
  const { cwd, begin, goOn } = chain
  const env = { ...chain.env, ...(death && killing(death.line, death.torn)) }
  for (let pauses = 0; ; pauses++) {
    const id = meetingIn(cwd)
    const ran = await run(id === undefined ? begin : goOn(id), { cwd, env })
    await chain.ended(meetingIn(cwd))
    if (ran.code !== 3 || pauses > mostPauses) return ran
  }
}

function saidBy({ stdout, stderr }: Ran): string {
  return `${stdout}${stderr}`
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
  const folder = meetingsIn(root)
  if (!existsSync(folder)) return undefined
  return readdirSync(folder).find((name) => existsSync(join(folder, name, 'journal.jsonl')))
}
