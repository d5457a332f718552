// Prompt at the end: what was seen of each skill in use.

import type { SeatPrompt } from '../../../kernel/protocol.js'
import { part } from '../../../kernel/turn/prompt-parts.js'
import { hookPart } from '../hooks.js'
import type { Sitting } from '../sitting.js'
import { conductorPrompt, filesPart } from './frame.js'
import type { Written } from './rounds.js'

/** `proposable` are the skills that were observed often enough for a change of their steps to be heard. */
export function skillNotesPrompt(
  sitting: Sitting,
  skills: readonly Written[],
  positions: readonly Written[],
  proposable: readonly string[],
): SeatPrompt {
  const proposals =
    proposable.length === 0
      ? ''
      : ` For ${proposable.join(', ')} you may propose other steps (\`proposal\`: the whole list, and why), only if this session showed that the present ones mislead.`
  return conductorPrompt(sitting, [
    filesPart('skills', 'The skills that were brought to this session:', skills),
    filesPart('positions', 'What the members wrote with them:', positions),
    hookPart(sitting, 'cleanup'),
    part(
      'ask',
      `For each (\`skill\`: ${skills.map(({ label }) => label).join(', ')}) one observation of at most 25 words: which step helped, which did not fit this project, what was missing. Only what the words above show; leave a skill out of which they show nothing.${proposals}`,
    ),
  ])
}
