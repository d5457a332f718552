// Record: the durable synthesis of one session. Rendering enforces its rules, so that a chair's words cannot break its shape.

import { listedMarks } from '../../../rules/degradations.js'
import { foreignLine, sectionText } from './clean.js'
import type { Mode } from './pad-header.js'
import { oneLine, sentences } from './text.js'

export interface RecordDissent {
  readonly seat: string
  readonly text: string
  /** Its id, what it was against and how it ended: a line of its own below the words. */
  readonly ending?: string
}

export interface FollowUp {
  readonly action: string
  readonly owner: string
}

export interface CouncilRecord {
  readonly title: string
  readonly preamble: string
  readonly session: string
  readonly mode: Mode
  /** `YYYY-MM-DD HH:MM` */
  readonly concluded: string
  readonly chair: string
  readonly seats: readonly string[]
  readonly task: string
  readonly recommendation: string
  readonly reasoning: string
  readonly dissents: readonly RecordDissent[]
  readonly followUps: readonly FollowUp[]
  /** Names of the topics this session wrote. */
  readonly topics: readonly string[]
  /** Marks that make the result worth less than it looks. */
  readonly degraded?: readonly string[]
}

export const recordSections = [
  'Recommendation',
  'Reasoning trail',
  'Dissents (preserved)',
  'Follow-ups',
] as const
export const recordFields = ['Session', 'Mode', 'Concluded', 'Chair', 'Seats', 'Task'] as const

/** Follows the others, in a record whose result is worth less than it looks. */
export const degradedField = 'Degraded'

export function renderRecord(record: CouncilRecord): string {
  const { degraded = [] } = record
  const values = [
    record.session,
    record.mode,
    record.concluded,
    record.chair,
    record.seats.join(', '),
    foreignLine(oneLine(record.task)),
  ]
  const bodies = [
    sectionText(record.recommendation) || 'Nothing was recommended.',
    sectionText(record.reasoning) || 'No reasons were given.',
    dissentLines(record.dissents),
    followUpLines(record.followUps),
  ]
  return [
    `# Record — ${foreignLine(titleText(record.title))}${degraded.length > 0 ? ' (degraded)' : ''}`,
    foreignLine(preambleText(record.preamble)),
    [
      ...recordFields.map((label, at) => `- **${label}:** ${values[at]}`),
      ...(degraded.length > 0 ? [`- **${degradedField}:** ${listedMarks(degraded)}`] : []),
    ].join('\n'),
    ...recordSections.map((section, at) => `## ${section}\n${bodies[at]}`),
    `${linkLines(record.topics)}\n`,
  ].join('\n\n')
}

/** A title is prose on one line; what a chair puts before it out of habit is dropped. */
export function titleText(title: string): string {
  return oneLine(title).replace(/^#*\s*(?:Record\s*[—–:-]\s*)?/, '') || 'Untitled session'
}

/** One to three sentences on one line, which no reader could take for a field or a heading. */
function preambleText(preamble: string): string {
  return (
    sentences(preamble, 3).replace(/^(?:[#>*+-]+\s*|`{3,}\s*|~{3,}\s*|→\s*|\d+[.)]\s+)+/, '') ||
    'The synthesis of one session.'
  )
}

function dissentLines(dissents: readonly RecordDissent[]): string {
  if (dissents.length === 0) return 'No dissent was marked in this session.'
  return dissents
    .map(({ seat, text, ending }) => {
      const words = `- **${seat}:** ${foreignLine(oneLine(text))}`
      return ending === undefined ? words : `${words}\n  ${foreignLine(oneLine(ending))}`
    })
    .join('\n')
}

function followUpLines(followUps: readonly FollowUp[]): string {
  if (followUps.length === 0) return 'None.'
  return followUps
    .map(({ action, owner }) => `- [ ] ${foreignLine(actionText(action))} (owner: ${owner})`)
    .join('\n')
}

/** Drops an owner that the action itself names: the item would have two. */
function actionText(action: string): string {
  const bare = oneLine(action).replace(/^(?:[-*+]\s+)?(?:\[[ xX]\]\s*)?/, '')
  return oneLine(bare.replace(/\(\s*owner\s*:[^)]*\)/gi, '')) || 'Follow this up'
}

function linkLines(topics: readonly string[]): string {
  if (topics.length === 0) return '→ memory updated: none'
  return topics.map((topic) => `→ memory updated: \`memory/${topic}.md\``).join('\n')
}
