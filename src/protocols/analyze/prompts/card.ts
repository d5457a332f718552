// The state card: what the next turn needs to know of where the talk stands. Content, never a pointer to a file.

import { type PromptPart, part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import type { SectionEdit } from '../documents/kept.js'
import type { Role } from '../names.js'
import { lastSilence, wantedOf } from '../rules/checks.js'
import type { Rejected } from '../rules/records.js'
import type { Criterion, Topic } from '../rules/topics.js'
import type { Finding } from '../schemas.js'

export interface StateCard {
  readonly exchange: number
  /** The person has reopened what was presented: their words lead, not the tracker. */
  readonly amending: boolean
  readonly focus: {
    readonly topic: Topic
    readonly guidance: string
    readonly unmet: readonly Criterion[]
    /** Criteria that are met without the person's own word. */
    readonly assumed: readonly Criterion[]
  } | null
  /** Criteria of the other topics that this item needs, which are not met. */
  readonly elsewhere: readonly Criterion[]
  readonly stalled: boolean
  readonly due: readonly { readonly artifact: string; readonly missing: readonly string[] }[]
  readonly written: readonly string[]
  /** Sections of written files that lack something, with the types of records that would fill them. */
  readonly open: readonly { readonly artifact: string; readonly sections: readonly string[] }[]
  readonly nextIds: Readonly<Record<string, string>>
  readonly held: readonly Finding[]
  readonly edits: readonly { readonly file: string; readonly sections: readonly SectionEdit[] }[]
  readonly rejected: readonly Rejected[]
  /** Why a file was not written although it has its facts. */
  readonly faults: readonly { readonly artifact: string; readonly why: string }[]
  readonly silent: readonly Role[]
  /** The search has just ended and found nothing. */
  readonly newGround: boolean
}

export function cardParts(card: StateCard): PromptPart[] {
  return [
    part(
      'state',
      ['Where we stand (for you alone; nothing of it is said aloud):', ...cardLines(card)].join('\n'),
    ),
    ...editParts(card),
  ]
}

function cardLines(card: StateCard): string[] {
  const { exchange, amending, focus, elsewhere, stalled, due, written, open } = card
  const { nextIds, held, rejected, faults, silent, newGround } = card
  return [
    `- Exchange ${exchange}.`,
    ...(amending ? [] : focusLines(focus)),
    ...(stalled ? ['- The last exchanges brought nothing new: find another thread.'] : []),
    ...(elsewhere.length > 0 ? [`- Not known yet beside that: ${named(elsewhere)}.`] : []),
    ...due.map(({ artifact, missing }) => `- ${artifact} is not written; it needs: ${missing.join('; ')}.`),
    ...(written.length > 0 ? [`- Written so far: ${written.join(', ')}.`] : []),
    ...open.map(({ artifact, sections }) => `- ${artifact} is written and has gaps: ${sections.join('; ')}.`),
    ...faults.map(
      ({ artifact, why }) =>
        `- ${artifact} ${written.includes(artifact) ? 'has a fault' : 'was held back'}: ${why}`,
    ),
    ...held.map(({ role, text }) => `- Held back by ${role} for a natural break: ${text}`),
    ...silent.map(
      (role) =>
        `- ${role} has not spoken yet, and does so ${exchange < lastSilence ? 'now or in the next turn' : 'now'}: wanted is ${wantedOf[role]}.`,
    ),
    ...(newGround
      ? [
          '- Nothing in the code speaks of this: let the analyst ask the person to confirm that it is new ground.',
        ]
      : []),
    ...rejected.map(({ what, why }) => `- Refused: ${what}, because ${why}. Correct it or leave it out.`),
    `- Next free ids: ${Object.values(nextIds).join(', ')}.`,
  ]
}

function focusLines(focus: StateCard['focus']): string[] {
  if (focus === null)
    return [
      '- Nothing more has to be asked. Fill what is listed below from what was said and from the code, then set `signals.plateau`; the question that a turn must have is then not shown.',
    ]
  return [
    `- The thread to follow: ${focus.topic.name} (\`${focus.topic.id}\`), led by ${focus.topic.primary}. ${focus.guidance}`.trim(),
    ...(focus.unmet.length > 0 ? [`- Not known yet: ${named(focus.unmet)}.`] : []),
    ...(focus.assumed.length > 0 ? [`- Known, but not from the person: ${named(focus.assumed)}.`] : []),
  ]
}

function named(list: readonly Criterion[]): string {
  return list.map(({ id, text }) => `${id} (${text})`).join('; ')
}

/** What the person changed in the documents is their word. */
function editParts({ edits }: StateCard): PromptPart[] {
  return edits.map(({ file, sections }) => {
    const text = sections
      .map(({ title, text: body }) => `## ${title || '(above the first section)'}\n\n${body || '(removed)'}`)
      .join('\n\n')
    return part(
      `edit ${file}`,
      `The person has edited ${file}. That is their word: bring the records in line with it, citing \`edit:${file}\`.\n\n${fencedBlock('edit', text)}`,
    )
  })
}
