// Skills: which a member brings to a session.

import { hitsIn } from './keywords.js'

export interface OfferedSkill {
  readonly skill: string
  readonly triggers: readonly string[]
}

/** The skill of whoever draws the map that all argue from. */
export const mapSkill = 'codebase-context'

/** At most two, by the triggers that stand in the text; the order given settles ties. Without any hit the first is taken, and the map's always. */
export function chosenSkills(offered: readonly OfferedSkill[], text: string): string[] {
  const counted = offered.map(({ skill, triggers }) => ({ skill, hits: hitsIn(text, triggers) }))
  const [first, second] = counted.toSorted((one, other) => other.hits - one.hits)
  if (first === undefined) return []
  const chosen = [first.skill, ...(second !== undefined && second.hits > 0 ? [second.skill] : [])]
  return chosen.includes(mapSkill) || !offered.some(({ skill }) => skill === mapSkill)
    ? chosen
    : [first.skill, mapSkill]
}
