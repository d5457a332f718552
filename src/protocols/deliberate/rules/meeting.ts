// A meeting's cross-examination: which questions are put to whom, and under which number.

import { oneLine } from '../documents/text.js'
import type { Member } from '../documents/theme-shape.js'
import type { Asked } from '../schemas.js'
import { memberNamed } from './members.js'

export interface Exchange {
  /** `Q1`, `Q2`, … through the whole meeting. */
  readonly id: string
  readonly asker: string
  readonly target: string
  /** Counts this asker's questions. */
  readonly k: number
  readonly question: string
}

/** In roster order of the askers. Questions to oneself, to the absent and to strangers are dropped; then the first two count. */
export function exchangesFrom(asked: ReadonlyMap<string, Asked>, present: readonly Member[]): Exchange[] {
  const all = present.flatMap(({ id: asker }) => {
    const valid = (asked.get(asker)?.questions ?? []).flatMap(({ to, question }) => {
      const target = memberNamed(to, present)?.id
      return target === undefined || target === asker ? [] : [{ target, question: oneLine(question) }]
    })
    return valid.slice(0, 2).map((one, at) => ({ asker, ...one, k: at + 1 }))
  })
  return all.map((exchange, at) => ({ id: `Q${at + 1}`, ...exchange }))
}
