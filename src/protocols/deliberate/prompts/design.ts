// Prompts of the design and of quick's sketch and task list.

import type { SeatPrompt } from '../../../kernel/protocol.js'
import { type PromptPart, part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import { nameOf } from '../rules/members.js'
import type { Decision, NonNegotiable } from '../rules/non-negotiables.js'
import type { Pair } from '../rules/pairing.js'
import { present, type Sitting } from '../sitting.js'
import {
  conductorPrompt,
  contextPart,
  faultsPart,
  filesPart,
  type Interviewed,
  interviewParts,
} from './frame.js'
import type { Written } from './rounds.js'

/** All that was said, as a synthesis gets it. */
export interface DesignGround {
  readonly interview: Interviewed
  /** The codebase map. */
  readonly map: string
  readonly positions: readonly Written[]
  readonly responses: readonly Written[]
  readonly finals: readonly Written[]
  readonly pairs: readonly Pair[]
  readonly items: readonly NonNegotiable[]
}

/** What a revision starts from. */
export interface Revising {
  readonly before: string
  /** The person's words; empty where conflicts alone were decided. */
  readonly wish: string
  readonly decisions: readonly Decision[]
}

export function designPrompt(
  sitting: Sitting,
  ground: DesignGround,
  faults: readonly string[],
  revising?: Revising,
): SeatPrompt {
  return conductorPrompt(sitting, [
    wishPart(revising),
    contextPart(sitting),
    ...interviewParts(ground.interview),
    filesPart(
      'map',
      'The map of the project:',
      ground.map === '' ? [] : [{ label: 'codebase-map', text: ground.map }],
    ),
    filesPart('positions', 'Round 1:', ground.positions),
    filesPart('responses', 'Round 2:', ground.responses),
    filesPart('finals', 'Round 3:', ground.finals),
    tensionsPart(sitting, ground.pairs),
    itemsPart(sitting, ground.items),
    part(
      'before',
      revising === undefined ? '' : `The design as it stands:\n\n${fencedBlock('design', revising.before)}`,
    ),
    faultsPart(faults, meaning),
    part('ask', designAsk(sitting, revising !== undefined)),
  ])
}

function designAsk(sitting: Sitting, revised: boolean): string {
  const names = present(sitting)
    .map(({ name }) => name)
    .join(', ')
  return (
    `${revised ? 'Write the design anew with that settled, and keep the rest' : 'Write the design that came of this'}, for the engineer who must build from it and was not here. ` +
    'What the person settled in the interview is settled. Its open questions are answered where they belong, or named there as open. Add no decision that nobody argued for.\n' +
    '- `overview`, `architecture`, `user_experience`, `risk_assessment`, `quality_strategy`: at most 200 words each, with files, names, figures and formats as they were agreed; a dash (—) where nobody held that perspective.\n' +
    '- `sections`: one for each further member whose matter has no place in the five, at most 200 words each.\n' +
    `- Name every member where a thought is theirs: ${names}.\n` +
    '- `resolutions`: for each pair (`pair`: P1, …) which way it went (`resolution`, at most 20 words), and why and what the other side keeps (`reasoning`, at most 60 words); where it stayed open, say so.\n' +
    '- `decisions`: at most ten: what was decided, the options, the one `chosen`, why (at most 30 words).\n' +
    '- `non_negotiables`: for each number `met` and `where` in the design, or `overridden` and in `where` the reason. Their words are printed by code.\n' +
    '- `conflicts`: two of them that cannot both hold, with a `why` of at most 30 words; the person then decides. Do not settle one by calling one side overridden.'
  )
}

function wishPart(revising: Revising | undefined): PromptPart {
  if (revising === undefined) return part('wish', '')
  const said = revising.wish === '' ? [] : [`The person wants it changed: ${revising.wish}`]
  const decided = revising.decisions
    .filter(({ choose }) => choose !== 'open')
    .map(({ a, b, choose, text }) =>
      choose === 'decide'
        ? `The person decided between ${a} and ${b}: ${text}`
        : `The person decided that ${choose === 'first' ? a : b} holds and ${choose === 'first' ? b : a} does not.`,
    )
  return part('wish', [...said, ...decided].join('\n'))
}

function tensionsPart({ theme }: Sitting, pairs: readonly Pair[]): PromptPart {
  const lines = pairs.map(
    ({ id, a, b, tension }) => `${id}: ${nameOf(a, theme.roster)} and ${nameOf(b, theme.roster)}: ${tension}`,
  )
  return part(
    'tensions',
    lines.length === 0
      ? 'There are no pairs.'
      : `On the table, each to be resolved by its id:\n\n${fencedBlock('tensions', lines.join('\n'))}`,
  )
}

function itemsPart({ theme }: Sitting, items: readonly NonNegotiable[]): PromptPart {
  const lines = items.map(({ id, member, words }) => `${id} (${nameOf(member, theme.roster)}): ${words}`)
  return part(
    'non-negotiables',
    lines.length === 0
      ? ''
      : `Non-negotiables, each to be answered by its number:\n\n${fencedBlock('non-negotiables', lines.join('\n'))}`,
  )
}

function meaning(fault: string): string {
  const [kind, what = ''] = fault.split(/:(.*)/s)
  const meanings: Readonly<Record<string, string>> = {
    'no-section': `the section "${what}" is empty; a dash says that nobody held it`,
    'no-resolution': `${what} has no resolution, or no reasoning`,
    'no-decision': 'no decision has a chosen option',
    'no-status': `${what} is neither met nor overridden`,
    'no-reason': `${what} does not say where it is met, or why it is overridden`,
    unnamed: `${what} spoke and is named nowhere`,
    unknown: `there is no ${what}`,
    'no-overview': 'the overview is empty',
    'no-recommendation': `${what} spoke and has no recommendation`,
    'no-tasks': 'between one and twenty tasks are wanted, each with a title',
  }
  return meanings[kind!] ?? 'this is not as asked for'
}

export function sketchPrompt(
  sitting: Sitting,
  interview: Interviewed,
  positions: readonly Written[],
  faults: readonly string[],
): SeatPrompt {
  const ids = present(sitting)
    .map(({ id, name }) => `${id} (${name})`)
    .join(', ')
  return conductorPrompt(sitting, [
    ...interviewParts(interview),
    filesPart('positions', 'One round of positions:', positions),
    faultsPart(faults, meaning),
    part(
      'ask',
      `Make a sketch of it: \`overview\` in at most 150 words; \`recommendations\`, one sentence for each of ${ids}, in their sense; \`open_questions\`: what is left open, or trades one thing for another.`,
    ),
  ])
}

export function tasksPrompt(sitting: Sitting, sketch: string, faults: readonly string[]): SeatPrompt {
  return conductorPrompt(sitting, [
    filesPart('sketch', 'The sketch:', [{ label: 'sketch', text: sketch }]),
    faultsPart(faults, meaning),
    part(
      'ask',
      'Break it into three to eight tasks (twenty at most), in the order in which they should be done. `title`: what is done, as a short imperative. `description`: one sentence on how one sees that it is done.',
    ),
  ])
}
