// Calls of `gh` that change something and are under way, each as a file in the person's own folder, so that a parley that dies leaves
// word of the `gh` that outlives it.
//
//   GHC1  The file is there before the program is started, and names it as soon as it is.
//   GHC2  Nothing is asked of GitHub while a `gh` of a dead parley may still change something there: it could make what was just looked
//         for. It is waited for, and never ended: a pid in a file is no proof of whose process it is.
//   GHC3  A program reads its input from a file that is whole before it starts: with a pipe, our death would be the end of its input,
//         and it would publish half a text.

import { createHash } from 'node:crypto'
import { closeSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotGoOn } from '../kernel/errors.js'
import { fieldsOf } from '../rules/values.js'
import { isAlive, isNear, type Owner, ownerNamed, parseOwner, thisProcess } from './owner.js'
import { bytesOfPlain, openPlain, removeBelow, replaceBelow } from './plain-files.js'

export interface UnderWay {
  /** A descriptor to read its input from; null where it has none. */
  readonly input: number | null
  started(pid: number): void
  ended(): void
}

const own = { mode: 0o600 }

/** Before a call that changes something in this workspace's repository. */
export function beginCall(home: string, root: string, stdin: string | undefined): UnderWay {
  const by = thisProcess('gh')
  const place = join(folderOf(root), by.token)
  const keep = (program: Owner | null) =>
    replaceBelow(home, place, { ...own, text: JSON.stringify({ by, program }) })
  keep(null)
  const text = `${place}.input`
  if (stdin !== undefined) replaceBelow(home, text, { ...own, text: stdin })
  const input = stdin === undefined ? null : openPlain(join(home, text))!
  return {
    input,
    started: (pid) => keep(ownerNamed(pid, 'gh')),
    ended() {
      if (input !== null) closeSync(input)
      for (const file of [text, place]) removeBelow(home, file)
    },
  }
}

export interface Patience {
  /** How long a call takes at most; one that was never named is given this long. */
  readonly callMs: number
  readonly signal?: AbortSignal | undefined
}

/** Waits until no call of a dead parley can change anything any more (GHC2). */
export async function awaitEarlier(home: string, root: string, { callMs, signal }: Patience): Promise<void> {
  const until = Date.now() + callMs
  for (const name of namesIn(join(home, folderOf(root)))) {
    const place = join(folderOf(root), name)
    for (let state = stateOf(home, place, callMs); state !== 'over'; state = stateOf(home, place, callMs)) {
      if (state === 'ours') break
      if (Date.now() >= until) throw stillThere(home, place)
      await wait(50, undefined, signal ? { signal } : {})
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{16}$/.test(name))
  } catch {
    return []
  }
}

/** `ours`: a parley that lives looks after it. A call that is over is forgotten. */
function stateOf(home: string, place: string, callMs: number): 'ours' | 'runs' | 'over' {
  const call = callIn(home, place)
  if (call === null) return 'over'
  const { by, program } = call
  if (by !== null && !isNear(by)) return 'ours'
  if (by !== null && isAlive(by)) return 'ours'
  if (by !== null && mayRun(by, program, callMs)) return 'runs'
  for (const file of [`${place}.input`, place]) removeBelow(home, file)
  return 'over'
}

/** Killed between its start and its name: it is given as long as a call takes. */
function mayRun(by: Owner, program: Owner | null, callMs: number): boolean {
  if (program !== null) return isAlive(program)
  const age = Date.now() - Date.parse(by.since)
  return age >= 0 && age < callMs
}

function callIn(home: string, place: string): { by: Owner | null; program: Owner | null } | null {
  const text = bytesOfPlain(join(home, place))?.toString('utf8')
  if (text === undefined) return null
  try {
    const { by, program } = fieldsOf(JSON.parse(text))
    return { by: parseOwner(JSON.stringify(by)), program: parseOwner(JSON.stringify(program)) }
  } catch {
    return { by: null, program: null }
  }
}

function stillThere(home: string, place: string): CannotGoOn {
  const pid = callIn(home, place)?.program?.pid
  const who = pid === undefined ? 'A `gh` of an earlier run' : `A \`gh\` of an earlier run (pid ${pid})`
  return new CannotGoOn(
    'GITHUB',
    `${who} is still at work and may yet change something on GitHub.`,
    'Wait until it has ended, or end it, then go on with `parley resume`.',
  )
}

function folderOf(root: string): string {
  return join('github', createHash('sha256').update(root).digest('hex').slice(0, 16))
}
