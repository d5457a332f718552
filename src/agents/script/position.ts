// Position: which entry of a script answers a call. A fold of the calls made so far, so that a resume finds its place again.
//
// A call takes the first unused entry of its seat that names its id, else the first unused one that names none; a seat that has none
// left takes from "*" by the same rule. Every call uses one entry, whatever came of it. A script that repeats starts over the list
// that ran out, if any entry of it could answer the call.

import type { PastCall } from '../../kernel/agents.js'
import type { Entry, ScriptFile } from './file.js'

export interface Position {
  /** The entry that answers this call now; undefined when the script has run out. */
  take(seat: string, call: string): Entry | undefined
  /** Marks the entries of the meeting's past calls as used, except calls that were counted here already. */
  catchUp(past: readonly PastCall[]): void
  /** How many calls were made so far. */
  readonly calls: number
}

interface Slot {
  readonly entry: Entry
  used: boolean
}

export function position({ seats, then }: Pick<ScriptFile, 'seats' | 'then'>): Position {
  const lists = new Map(Object.entries(seats).map(([seat, list]) => [seat, list.map(unused)]))
  const made = new Map<string, number>()
  let calls = 0

  const take = (seat: string, call: string): Entry | undefined => {
    calls++
    add(made, seat, call)
    const own = [lists.get(seat) ?? [], lists.get('*') ?? []]
    const slot = firstUnused(own, call) ?? (then === 'repeat' ? firstAgain(own, call) : undefined)
    if (slot) slot.used = true
    return slot?.entry
  }

  return {
    take,
    catchUp(past) {
      const seen = new Map<string, number>()
      for (const { seat, call, says } of past) {
        for (let say = 0; say < says; say++) {
          if (add(seen, seat, call) > (made.get(key(seat, call)) ?? 0)) take(seat, call)
        }
      }
    },
    get calls() {
      return calls
    },
  }
}

function firstUnused(lists: readonly (readonly Slot[])[], call: string): Slot | undefined {
  for (const list of lists) {
    const open = list.filter(({ used }) => !used)
    const slot =
      open.find(({ entry }) => entry.call === call) ?? open.find(({ entry }) => entry.call === undefined)
    if (slot) return slot
  }
  return undefined
}

function firstAgain(lists: readonly (readonly Slot[])[], call: string): Slot | undefined {
  const again = lists.find((list) =>
    list.some(({ entry }) => entry.call === undefined || entry.call === call),
  )
  for (const slot of again ?? []) slot.used = false
  return again && firstUnused([again], call)
}

function unused(entry: Entry): Slot {
  return { entry, used: false }
}

function add(counts: Map<string, number>, seat: string, call: string): number {
  const count = (counts.get(key(seat, call)) ?? 0) + 1
  counts.set(key(seat, call), count)
  return count
}

function key(seat: string, call: string): string {
  return JSON.stringify([seat, call])
}
