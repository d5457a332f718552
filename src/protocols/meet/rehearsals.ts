// Rehearsals: what a chartered meeting says when no model speaks. Quotes and cites real lines, and says where judgment is needed.

import type { Rehearse } from '../../kernel/agents.js'
import type { Desk, Extract } from '../../kernel/desk.js'
import { conflictAmong } from '../../rules/conflict.js'
import { oneLine } from './documents/turn-text.js'
import type { Input, Invitee } from './input.js'
import { type Proposal, rivalsOf, standing, type Table } from './rules/table.js'
import type { Actions, Memory, Notes, Prelude, Settling } from './schemas.js'
import type { MeetState } from './state.js'
import { supportedByAll } from './table-words.js'
import type { Emitted } from './turn-note.js'

/** Each seat brings what nobody before it has brought. */
export function rehearsePrelude({ input, turns }: MeetState, seat: Invitee): Rehearse<Prelude> {
  return (desk) => {
    const extracts = unused(quotations(desk, input, seat), turns).slice(0, 4)
    return {
      sources: extracts.map(({ path, line }) => ({ kind: 'file', ref: path, lines: String(line) })),
      known: [
        ...extracts.map(({ quote }, at) => ({ text: `The project says "${quote}"`, source: at + 1 })),
        {
          text: `Rehearsed: ${seat.name} found ${extracts.length} passage(s) for this charter; what they mean is for a real ${seat.role} to say.`,
        },
      ],
    }
  }
}

/**
 * The first turn of a seat quotes what nobody has quoted in the discussion, and takes a side on what is on the table; the second
 * takes a side on what came since. A passage that contradicts a proposal on its face is an objection; more would be judgment.
 */
export function rehearseTurn(state: MeetState, seat: Invitee): Rehearse<string> {
  const { input, turns } = state
  const spoken = turns.filter(({ phase }) => phase === 'DISCUSS')
  const own = spoken.filter((turn) => turn.seat === seat.id).length
  const table = standing(state.table)
  return (desk) => {
    const found = quotations(desk, input, seat)
    const sides = table.flatMap((proposal) => sideOn(table, proposal, seat.name, found, input.charter))
    if (own > 0) return sides.join('\n') || '[pass]'
    const fresh = unused(found, spoken)
    const [first, second] = fresh
    if (!first) return sides.join('\n') || '[pass]'
    return [
      `As ${seat.role}, rehearsed: ${refOf(first)} says "${first.quote}"`,
      ...(second ? [`Beside it stands ${refOf(second)}: "${second.quote}"`] : []),
      ...(table.length === 0 ? [proposalFrom(first, '')] : sides),
      ...(table.length === 0 ? [] : challengeIn(fresh.slice(0, 12), input.charter)),
      'Whether this settles the charter takes judgment, which a rehearsal does not have. [inference]',
    ].join('\n')
  }
}

function tookSide({ by, support, objections }: Proposal, name: string): boolean {
  return by === name || [...support, ...objections].some((voice) => voice.by === name)
}

/** The passage that a rehearsed proposal quotes, against those that this seat has found. Between rivals a rehearsal cannot choose. */
function sideOn(
  table: Table,
  proposal: Proposal,
  name: string,
  found: readonly Quotation[],
  charter: string,
): string[] {
  if (tookSide(proposal, name)) return []
  const rivals = table.filter(({ id }) => rivalsOf(table, proposal.id).has(id))
  if (rivals.length > 0 && !rivals.some(({ by }) => by === name)) return []
  const quoted = { text: /"([^"]+)"/.exec(proposal.text)?.[1] ?? proposal.text }
  const against = found.find((one) => conflictAmong([quoted, one], charter))
  if (!against)
    return [`[support ${proposal.id}] Nothing that this seat has found contradicts it. [inference]`]
  const known = table.some(({ text }) => text.includes(refOf(against)))
  return [
    `[objection ${proposal.id}] ${refOf(against)} says "${against.quote}", which contradicts it on its face`,
    ...(known ? [] : [proposalFrom(against, ` against ${proposal.id}`)]),
  ]
}

function proposalFrom(passage: Quotation, against: string): string {
  return `[proposal${against}] Settle the charter by ${refOf(passage)}: "${passage.quote}"`
}

function challengeIn(found: readonly Quotation[], charter: string): string[] {
  const [one, other] = conflictAmong(found, charter) ?? []
  if (!one || !other) return []
  return [`[challenge] ${refOf(one)} says "${one.quote}", while ${refOf(other)} says "${other.quote}"`]
}

/** Counts, and judges nothing: what every seat supports is adopted, anything else stays open. */
export function rehearseSettlement(state: MeetState): Rehearse<Settling> {
  const proposals = standing(state.table).map((proposal) => {
    const { id, objections } = proposal
    if (supportedByAll(state, proposal))
      return { id, state: 'adopted' as const, why: 'every seat supports it; counted, not judged', rivals: [] }
    const why = objections.length > 0 ? 'an objection stands' : 'not every seat took its side'
    return { id, state: 'open' as const, why: `${why}, and weighing that is a judgment` }
  })
  return () => ({ proposals })
}

export function rehearseActions(state: MeetState): Rehearse<Actions> {
  return () => {
    const turn = state.turns.find(({ phase, seat }) => phase === 'DISCUSS' && seat !== null)
    if (!turn) return { items: [] }
    const real = {
      assignee: state.input.person.name,
      context_for_target: `Hold this meeting with real voices: ${oneLine(state.input.charter)}`,
      acceptance: 'A record that is not labelled as a rehearsal.',
      turns: [turn.t],
    }
    return {
      items: [real, ...state.settled.flatMap(followUp)].map((item, at) => ({
        ...item,
        key: `A${at + 1}`,
        type: 'discussion-only',
      })),
    }
  }
}

function followUp({ id, by, turn, text, state, objections }: MeetState['settled'][number]) {
  if (state === 'adopted')
    return [
      { assignee: by, context_for_target: `Check with a model that ${id} holds: ${text}`, turns: [turn] },
    ]
  return objections.slice(0, 1).map((one) => ({
    assignee: one.by,
    context_for_target: `Settle ${id} (${text}) against the objection: ${one.text}`,
    turns: [turn, one.turn],
  }))
}

export function rehearseMemory(state: MeetState, seat: Invitee): Rehearse<Memory> {
  return () => {
    const own = state.turns.filter((turn) => turn.seat === seat.id)
    const adopted = state.settled.filter((one) => one.state === 'adopted' && tookSide(one, seat.name))
    return {
      decided: adopted.map(({ id, text }) => `${id}, by count in a rehearsal: ${text}`),
      constraints: [],
      open_items:
        adopted.length > 0
          ? ['The rehearsal counted support; nothing was judged.']
          : ['Nothing was decided: this meeting was rehearsed.'],
      sources: [...new Set(own.flatMap(({ refs }) => refs))],
      tags: [],
    }
  }
}

export function rehearseNotes(state: MeetState): Rehearse<Notes> {
  return () => {
    const seen = [...new Set(state.turns.flatMap(({ refs }) => refs))]
    const stood = state.settled.map(({ id, by, state: how }) => `${id} by ${by} is ${how}`)
    const summary = [
      'This meeting was rehearsed: no model spoke. What follows is what the project itself says about the charter.',
      seen.length > 0
        ? `Passages that bear on it: ${seen.slice(0, 12).join(', ')}.`
        : 'Nothing in the project matched the charter.',
      ...(stood.length > 0
        ? [`On the table: ${stood.join('; ')}. Support was counted, nothing was judged.`]
        : []),
    ].join('\n\n')
    const closing = closingFor(state)
    return { summary, closing, decisions: [], open_questions: [{ text: oneLine(state.input.charter) }] }
  }
}

function closingFor({ input: { bias }, template }: MeetState): Record<string, unknown> {
  const notice = 'Rehearsed; to be written by a real meeting.'
  const sections = Object.fromEntries(template.headings.map((heading) => [heading, notice]))
  if (bias === 'risk-register') return { risks: [], notes: notice }
  if (bias === 'machine-readable-ac-list') return { criteria: [], follow_ups: notice }
  if (bias === 'architecture-decisions') return { adrs: [], follow_ups: notice }
  if (bias === 'alignment-summary') return { sections, owners: [] }
  return { sections }
}

/** Searches by the charter; by the seat's role only when that finds nothing. */
function passages(desk: Desk, input: Input, seat: Invitee): readonly Extract[] {
  const found = desk.find(input.charter, 40)
  return found.length > 0 ? found : desk.find(seat.role, 40)
}

interface Quotation extends Extract {
  readonly quote: string
}

/** Passages whose quotation the check of citations will find again. */
function quotations(desk: Desk, input: Input, seat: Invitee): Quotation[] {
  return passages(desk, input, seat)
    .map((extract) => ({ ...extract, quote: quotable(extract.text) }))
    .filter(({ quote }) => quote.split(' ').length >= 3)
}

function unused(found: readonly Quotation[], turns: readonly Emitted[]): Quotation[] {
  const used = new Set(turns.flatMap(({ refs }) => refs))
  return found.filter((extract) => !used.has(refOf(extract)))
}

function refOf({ path, line }: Extract): string {
  return `${path}:${line}`
}

/** The longest part of a line without quote marks, emphasis or a reference of its own, cut at a word. */
function quotable(text: string): string {
  const parts = text
    .split(/["“”`*_\\<>|[\]]|\S*\/\S*/)
    .map((part) => oneLine(part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.?!)]+$/gu, '')))
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
  return longest.length <= 100 ? longest : longest.slice(0, longest.lastIndexOf(' ', 100))
}
