// Which items of a story the transcript shows: questions have their own place, and internal items are left out.

import type { Answered, Item, OpeningWords, Turn } from '../../../view/items.js'

export type ShownItem = Exclude<Item, { kind: 'asked' | 'line' }>

export function shownItems(items: readonly Item[]): readonly ShownItem[] {
  return items.filter(isShown)
}

function isShown(item: Item): item is ShownItem {
  switch (item.kind) {
    case 'asked':
    case 'line':
      return false
    case 'phase':
      return !item.quiet
    case 'wrote':
      return !item.working && !item.removed
    default:
      return true
  }
}

/** The person's words are shown like a turn, unless the meeting makes a turn of them itself. */
export function isOwnWords(item: Item): item is OpeningWords | (Answered & { readonly text: string }) {
  return item.kind === 'opening' || (item.kind === 'answered' && item.text !== null && !item.repeated)
}

export type Only = 'all' | 'dissent' | 'decision'

const marks = { dissent: ['dissent', 'challenge', 'objection'], decision: ['decision'] } as const

/** Whether a turn contains the search text. */
export function holds(turn: Turn, only: Exclude<Only, 'all'>): boolean {
  return turn.parts.some(({ kind }) => marks[only].some((mark) => mark === kind))
}

export function countMarks(items: readonly Item[]): { readonly dissent: number; readonly decision: number } {
  const parts = items.flatMap((item) => (item.kind === 'turn' ? item.parts : []))
  const count = (only: Exclude<Only, 'all'>) =>
    parts.filter(({ kind }) => marks[only].some((mark) => mark === kind)).length
  return { dissent: count('dissent'), decision: count('decision') }
}
