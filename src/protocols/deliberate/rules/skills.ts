// Skills: which a member brings to a session.

import { hitsIn } from './keywords.js'

export interface OfferedSkill {
  readonly skill: string
  readonly triggers: readonly string[]
}

/**
 * At most two, by the triggers that stand in the text; the order given settles ties. Without any hit the first is taken.
 * `always` is one of the two where the theme wants it.
 */
export function chosenSkills(
  offered: readonly OfferedSkill[],
  text: string,
  always: string | null = null,
): string[] {
  const counted = offered.map(({ skill, triggers }) => ({ skill, hits: hitsIn(text, triggers) }))
  const [first, second] = counted.toSorted((one, other) => other.hits - one.hits)
  if (first === undefined) return []
  const chosen = [first.skill, ...(second !== undefined && second.hits > 0 ? [second.skill] : [])]
  if (always === null || chosen.includes(always) || !offered.some(({ skill }) => skill === always))
    return chosen
  return [first.skill, always]
}
