// What the thread of a chat shows of a story: what was said, asked and told. Calls, drafts, phases and files are no part of it.

import type { Answered, Asked, Item, Missed, Notice, OpeningWords, Stop, Turn } from '../../../view/items.js'

export type ThreadItem = Turn | OpeningWords | Answered | Asked | Notice | Missed | Stop

export function inThread(items: readonly Item[]): readonly ThreadItem[] {
  return items.filter(isTold)
}

function isTold(item: Item): item is ThreadItem {
  switch (item.kind) {
    case 'turn':
    case 'opening':
    case 'answered':
    case 'notice':
      return true
    // A question that a voice has just put is not said twice.
    case 'asked':
      return !item.said
    case 'missed':
      return !item.survived
    // What it came to is said below.
    case 'stop':
      return item.word !== 'concluded'
    default:
      return false
  }
}

/** By its key, how many voices of the same turn come before a voice. */
export function placesInTurn(items: readonly ThreadItem[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const counts = new Map<number, number>()
  for (const { kind, key, n } of items) {
    if (kind !== 'turn') continue
    const before = counts.get(n) ?? 0
    places.set(key, before)
    counts.set(n, before + 1)
  }
  return places
}
