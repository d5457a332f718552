// Glyphs: where everybody stands now, a mark each, for one line about a meeting.

import type { Stance } from './drawings.js'
import { positionGrid } from './positions.js'
import type { Story } from './story.js'

export interface Glyph {
  readonly name: string
  readonly glyph: string
  /** `withdrew its dissent` */
  readonly words: string
}

const stances = { holds: '●', moves: '→', 'gives way': '◇' } as const

/** By the last round that ended, or by what each last answered to whoever challenged it. None before anybody took a stand. */
export function glyphsOf(story: Pick<Story, 'rounds' | 'faces' | 'drawings'>): readonly Glyph[] {
  const grid = positionGrid(story)
  if (grid)
    return grid.seats.flatMap(({ name, cells }) => {
      const last = cells.at(-1)
      return last ? [{ name, glyph: last.glyph, words: last.words }] : []
    })
  return [...story.drawings.values()].flatMap((drawing) => {
    if (drawing.kind !== 'graph') return []
    const ways = drawing.ties.flatMap((tie) => tie.ways)
    return drawing.seats.flatMap(({ seat, name }) => {
      const last = ways.findLast(({ from }) => from === seat)?.stance
      return last && isStand(last) ? [{ name, glyph: stances[last], words: last }] : []
    })
  })
}

/** Whoever answers a question takes no stand by it. */
function isStand(stance: Stance): stance is keyof typeof stances {
  return Object.hasOwn(stances, stance)
}
