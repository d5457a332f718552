// What had to be settled and what is left to do, for endings and exports: from the outcome, else from what the story draws.

import type { OutcomeTold } from './outcome.js'
import { faceOf, type Story } from './story.js'

export interface SettledList {
  /** `Tensions` */
  readonly title: string
  readonly points: readonly {
    /** `P1 Alder and Birch: Shade or light?` */
    readonly words: string
    /** `→ Shade — Trees first.` */
    readonly ending: string
  }[]
}

/** Points on which the table did not agree from the start, with how each ended. */
export function settledLists(story: Pick<Story, 'drawings' | 'faces'>): readonly SettledList[] {
  return [...story.drawings.values()].flatMap((drawing) => {
    if (drawing.kind !== 'settled' || drawing.points.length === 0) return []
    const points = drawing.points.map(({ id, seats, words, state, end, why }) => {
      const who = seats.map((seat) => faceOf(story, seat).name).join(' and ')
      const how = [end === '' ? state : end, why].filter((part) => part !== '').join(' — ')
      return { words: `${id} ${who}: ${words}`, ending: `→ ${how}` }
    })
    return [{ title: drawing.title, points }]
  })
}

/** What the outcome leaves to do; where it names nothing, the pieces of work whose criteria are not all verified. */
export function followUpsOf(story: Story): NonNullable<OutcomeTold['followUps']> {
  if (story.outcome?.followUps) return story.outcome.followUps
  return [...story.drawings.values()].flatMap((drawing) => {
    if (drawing.kind !== 'pieces') return []
    const left = drawing.pieces.filter(
      ({ points }) => !points.length || points.some(({ state }) => state !== 'verified'),
    )
    return left.map(({ id, title, seat, after }) => ({
      action: `${id} ${title}${after.length > 0 ? ` (after ${after.join(', ')})` : ''}`,
      owner: seat === '' ? '' : faceOf(story, seat).name,
    }))
  })
}
