// Meeting notes: the document that a saved meeting leaves. Every heading is always there, in the same order.
//
//   NOTES1  The frontmatter parses as YAML, whatever charter, names and ids hold.
//   NOTES2  The level-2 headings at the left edge are the ten of this file and the transcript's phase markers, no others.
import { bullets, embed, oneLine } from './embedded.js'
import { memoryPath } from './places.js'
import { blockList, flowList, flowScalar, numeral, quoted, scalar } from './yaml-text.js'

export interface MeetingNotes {
  date: string
  slug: string
  charter: string
  mode: string
  closingArtifactBias?: string | undefined
  defaultInviteesResolved?: readonly string[] | undefined
  missingInvitees?: readonly string[] | undefined
  inviteesOverride?: string | boolean | undefined
  researchPhase?: string | undefined
  webSearch?: string | undefined
  costs: readonly { name: string; role: string; tokens: string | number }[]
  totalTokens: string | number
  extractions: readonly string[]
  /** Shown as the id, followed by the text if there is one. */
  actionItems: readonly { id: string; text?: string }[]
  provenance?: NotesProvenance | undefined
  summary: string
  preludes: string
  transcript: string
  decisions: readonly string[]
  /** A table of what was proposed and how it ended. */
  proposals?: string | undefined
  risks: readonly string[]
  openQuestions: readonly string[]
  scratchpad: string
  /** The agents whose memory was written. */
  memories: readonly string[]
}

/** What parley itself knows of the meeting: who spoke through which backend, and what makes the result degraded. */
export interface NotesProvenance {
  meeting: string
  /** The hash of the journal's last line before these notes. */
  journal?: string | undefined
  ended_by: string
  voices: readonly { name: string; backend: string; model: string }[]
  input_tokens: number
  /** In millionths of a dollar, of the calls whose price was known; null when there was none. */
  cost?: number | null
  estimated: boolean
  citations: { verified: number; unverified: number; broken: number }
  degraded: readonly string[]
}

export function renderNotes(notes: MeetingNotes): string {
  return `${[frontmatter(notes).join('\n'), ...body(notes)].join('\n\n')}\n`
}

function frontmatter(notes: MeetingNotes): string[] {
  return [
    '---',
    `date: ${scalarDate(notes.date)}`,
    `slug: ${bareSlug(notes.slug)}`,
    `charter: ${quoted(notes.charter)}`,
    `mode: ${scalar(notes.mode)}`,
    ...optional('closing_artifact_bias', notes.closingArtifactBias),
    ...optionalList('default_invitees_resolved', notes.defaultInviteesResolved),
    ...optionalList('missing_invitees', notes.missingInvitees),
    ...optional('invitees_override', notes.inviteesOverride),
    ...optional('research_phase', notes.researchPhase),
    ...optional('web_search', notes.webSearch),
    ...costBreakdown(notes.costs),
    `total_tokens: ${numeral(notes.totalTokens)}`,
    ...blockList('scratchpad_extractions', notes.extractions, quoted),
    `action_items: ${flowList(notes.actionItems.map((item) => item.id))}`,
    ...(notes.provenance ? provenanceLines(notes.provenance) : []),
    '---',
  ]
}

function body(notes: MeetingNotes): string[] {
  const sections: [heading: string, content: string][] = [
    ['Charter', embed(notes.charter)],
    ['Summary', joined(degradedLine(notes), embed(notes.summary))],
    ['Research preludes', embed(notes.preludes)],
    ['Transcript', embed(notes.transcript, { vouched: isPhaseMarker })],
    ['Decisions', joined(bullets(notes.decisions), proposals(notes))],
    ['Risks identified', joined(RISKS_NOTE, bullets(notes.risks))],
    ['Open questions', bullets(notes.openQuestions)],
    ['Scratchpad final state', embed(notes.scratchpad) || NO_PINS],
    ['Action items', bullets(notes.actionItems.map(itemLine))],
    [
      'Memory write-through',
      bullets(notes.memories.map((agent) => memoryPath(agent, notes.date, notes.slug))),
    ],
  ]
  return sections.flatMap(([heading, content]) => [`## ${heading}`, content]).filter((part) => part !== '')
}

/** A level-3 heading: the ten sections stay as they are. */
function proposals({ proposals: table = '' }: MeetingNotes): string {
  return table === '' ? '' : `### Proposals\n\n${table}`
}

const RISKS_NOTE = '_(Sourced from `[challenge]` turns in the transcript.)_'
const NO_PINS = '_(empty — no scratchpad pinned in this meeting)_'

function isPhaseMarker(line: string): boolean {
  return /^## Phase: (?:INVITE|CHARTER|RESEARCH|DISCUSS|CLOSE|REVIEW|SAVE)(?: \(skipped — .*\))?$/.test(line)
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

function degradedLine({ provenance }: MeetingNotes): string {
  if (!provenance || provenance.degraded.length === 0) return ''
  return `**Degraded:** ${provenance.degraded.map(oneLine).join(', ')}`
}

function itemLine({ id, text }: { id: string; text?: string }): string {
  return text === undefined || text === '' ? id : `${id} — ${text}`
}

function scalarDate(date: string): string {
  return /^[0-9-]+$/.test(date) ? date : scalar(date)
}

function bareSlug(slug: string): string {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) ? slug : scalar(slug)
}

function optional(key: string, value: string | boolean | undefined): string[] {
  if (value === undefined) return []
  const word = String(value)
  return [`${key}: ${word === 'true' || word === 'false' ? word : scalar(word)}`]
}

function optionalList(key: string, values: readonly string[] | undefined): string[] {
  return values === undefined ? [] : blockList(key, values)
}

function costBreakdown(costs: MeetingNotes['costs']): string[] {
  if (costs.length === 0) return ['cost_breakdown: []']
  const rows = costs.flatMap(({ name, role, tokens }) => [
    `  - name: ${scalar(name)}`,
    `    role: ${scalar(role)}`,
    `    tokens: ${numeral(tokens)}`,
  ])
  return ['cost_breakdown:', ...rows]
}

function provenanceLines(facts: NotesProvenance): string[] {
  const { verified, unverified, broken } = facts.citations
  return [
    'parley:',
    `  meeting: ${scalar(facts.meeting)}`,
    ...(facts.journal === undefined ? [] : [`  journal: ${facts.journal}`]),
    `  ended_by: ${scalar(facts.ended_by)}`,
    `  voices: [${facts.voices.map(voice).join(', ')}]`,
    `  input_tokens: ${facts.input_tokens}`,
    ...(facts.cost == null ? [] : [`  cost_usd: ${(facts.cost / 1_000_000).toFixed(4)}`]),
    `  estimated: ${facts.estimated}`,
    `  citations: { verified: ${verified}, unverified: ${unverified}, broken: ${broken} }`,
    `  degraded: ${flowList(facts.degraded)}`,
  ]
}

function voice({ name, backend, model }: NotesProvenance['voices'][number]): string {
  return `{ name: ${flowScalar(name)}, backend: ${flowScalar(backend)}, model: ${flowScalar(model)} }`
}
