// Prompts of the interview: which questions to ask, and what it came to.

import type { SeatPrompt } from '../../../kernel/protocol.js'
import { part } from '../../../kernel/turn/prompt-parts.js'
import type { Sitting } from '../sitting.js'
import { conductorPrompt, contextPart, faultsPart, interviewParts } from './frame.js'

export function questionsPrompt(
  sitting: Sitting,
  round: { readonly n: number; readonly of: number; readonly transcript: string; readonly light: boolean },
): SeatPrompt {
  const { theme } = sitting
  const roster = theme.roster.map(({ id, name, lens }) => `- ${id} (${name}): ${lens}`)
  const count = round.light
    ? 'two or three questions'
    : 'one question for each of the three or four perspectives that you score highest (3 or more; only the best four are put to the person)'
  const later =
    round.n === 1
      ? ''
      : ' Go where the answers left a gap; where none is left that would change the design, an empty list ends the interview.'
  return conductorPrompt(sitting, [
    contextPart(sitting),
    ...interviewParts({ transcript: round.transcript, summary: '' }),
    part('perspectives', `The perspectives:\n${roster.join('\n')}`),
    part(
      'ask',
      `Round ${round.n} of ${round.of} of the interview. Look into the project first (list_files, search_text, read_file). Then score every perspective from 0 ` +
        `(would listen politely) to 5 (the idea cannot be designed without it), and write ${count}. Each can be answered in a sentence, names something ` +
        `that you found in this project, and would change the design depending on the answer. Ask nothing that the project or an earlier answer settles.${later}\n` +
        (round.n === 2
          ? '`more`: true only if you foresee that a third and last round will be needed, because a question stays open that would change who sits at the table or what is designed; `why`: which one.'
          : '`more`: false in this round.'),
    ),
  ])
}

const summaryFaults = (fault: string) =>
  fault === 'no-intent'
    ? '`intent` is empty'
    : `\`scores\` has no entry for ${fault.slice('no-score:'.length)}`

export function summaryPrompt(sitting: Sitting, transcript: string, faults: readonly string[]): SeatPrompt {
  const roster = sitting.theme.roster.map(({ id, name, lens }) => `- ${id} (${name}): ${lens}`)
  return conductorPrompt(sitting, [
    contextPart(sitting),
    ...interviewParts({ transcript, summary: '' }),
    part('perspectives', `The perspectives:\n${roster.join('\n')}`),
    faultsPart(faults, summaryFaults),
    part(
      'ask',
      'Sum the interview up for those who will deliberate. `intent`: what is wanted, for whom, within which limits, in at most 120 words. `decisions`: what the ' +
        'person has settled, a line each, in their sense. `open_questions`: at most eight that the table must settle. `scores`: for every id above ' +
        'a whole number `score` from 0 (would listen politely) to 5 (cannot be designed without it) and a `rationale` of at most 15 words. Invent nothing: what nobody said is open.',
    ),
  ])
}

export function topicPrompt(sitting: Sitting, transcript: string): SeatPrompt {
  return conductorPrompt(sitting, [
    contextPart(sitting),
    ...interviewParts({ transcript, summary: '' }),
    part(
      'ask',
      'Name the topic of the meeting in at most 12 words, and say in at most 80 words what the person wants to get out of it.',
    ),
  ])
}
