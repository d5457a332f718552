// Prompt of the assembly: how near the idea lies to each lens.

import type { SeatPrompt } from '../../../kernel/protocol.js'
import { part } from '../../../kernel/turn/prompt-parts.js'
import type { Sitting } from '../sitting.js'
import { conductorPrompt, contextPart, type Interviewed, interviewParts } from './frame.js'

export function scoresPrompt(sitting: Sitting, interview: Interviewed): SeatPrompt {
  const { theme } = sitting
  const roster = theme.roster.map(({ id, name, lens }) => `- ${id} (${name}): ${lens}`)
  const bonuses = theme.bonuses.map(({ id, agent, when }) => `- ${id}: ${agent}, when ${when}`)
  const overlaps = theme.overlaps.map(({ id, pair, cases }) => {
    const listed = cases.map(({ when }, at) => `${at + 1}. ${when}`)
    return `- ${id} (${pair.join(', ')}): 0. none of these; ${listed.join('; ')}`
  })
  return conductorPrompt(sitting, [
    contextPart(sitting),
    ...interviewParts(interview, { scores: true }),
    part('perspectives', `The lenses:\n${roster.join('\n')}`),
    part(
      'bonuses',
      bonuses.length === 0
        ? ''
        : `Conditions that add two to a member’s score, each to be read narrowly:\n${bonuses.join('\n')}`,
    ),
    part(
      'overlaps',
      overlaps.length === 0
        ? ''
        : `Lenses that overlap, with the cases to tell them apart; some take two from a member’s score:\n${overlaps.join('\n')}`,
    ),
    part(
      'ask',
      'Score the idea against each lens by itself. `members`: for every id a whole number `semantic` from 0 (the plan would be no weaker without it) to 4 (it cannot be ' +
        'designed without it) and a `rationale` of at most 15 words that the person can dispute. `bonuses`: the ids of the conditions that hold. `overlaps`: for each id ' +
        'the number of the case that applies, 0 for none.',
    ),
  ])
}
