// Rehearsals: what a chartered meeting says when no model speaks. Quotes and cites real lines, and says where judgment is needed.

import type { Rehearse } from '../../kernel/agents.js'
import type { Desk, Extract } from '../../kernel/desk.js'
import { oneLine } from './documents/turn-text.js'
import type { Input, Invitee } from './input.js'
import type { Actions, Memory, Notes, Prelude } from './schemas.js'
import type { Emitted, MeetState } from './state.js'

/** Each seat brings what nobody before it has brought. */
export function rehearsePrelude(input: Input, seat: Invitee, turns: readonly Emitted[]): Rehearse<Prelude> {
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

/** Each turn quotes what no turn before it has quoted; its last line says what a rehearsal cannot judge. */
export function rehearseTurn(input: Input, seat: Invitee, turns: readonly Emitted[]): Rehearse<string> {
  return (desk) => {
    const [first, second] = unused(quotations(desk, input, seat), turns)
    const own = turns.filter((turn) => turn.seat === seat.id && turn.phase === 'DISCUSS').length
    if (!first || own > 1) return '[pass]'
    return [
      `As ${seat.role}, rehearsed: ${refOf(first)} says "${first.quote}"`,
      ...(second ? [`Beside it stands ${refOf(second)}: "${second.quote}"`] : []),
      ...conflict(first, second),
      `Whether this settles the charter takes judgment, which a rehearsal does not have. [inference]`,
    ].join('\n')
  }
}

export function rehearseActions(state: MeetState): Rehearse<Actions> {
  return () => {
    const turn = state.turns.find(({ phase, seat }) => phase === 'DISCUSS' && seat !== null)
    if (!turn) return { items: [] }
    return {
      items: [
        {
          key: 'A1',
          type: 'discussion-only',
          assignee: state.input.person.name,
          context_for_target: `Hold this meeting with real voices: ${oneLine(state.input.charter)}`,
          acceptance: 'A record that is not labelled as a rehearsal.',
          turns: [turn.t],
        },
      ],
    }
  }
}

export function rehearseMemory(state: MeetState, seat: Invitee): Rehearse<Memory> {
  return () => {
    const own = state.turns.filter((turn) => turn.seat === seat.id)
    return {
      decided: [],
      constraints: [],
      open_items: ['Nothing was decided: this meeting was rehearsed.'],
      sources: [...new Set(own.flatMap(({ refs }) => refs))],
      tags: [],
    }
  }
}

export function rehearseNotes(state: MeetState): Rehearse<Notes> {
  return () => {
    const seen = [...new Set(state.turns.flatMap(({ refs }) => refs))]
    const summary = [
      'This meeting was rehearsed: no model spoke. What follows is what the project itself says about the charter.',
      seen.length > 0
        ? `Passages that bear on it: ${seen.slice(0, 12).join(', ')}.`
        : 'Nothing in the project matched the charter.',
    ].join('\n\n')
    const notice = 'Rehearsed; to be written by a real meeting.'
    const closing = closingFor(state.input.bias, notice)
    return { summary, closing, decisions: [], open_questions: [{ text: oneLine(state.input.charter) }] }
  }
}

function closingFor(bias: string, notice: string): Record<string, unknown> {
  if (bias === 'risk-register') return { risks: [], notes: notice }
  if (bias === 'machine-readable-ac-list') return { criteria: [], follow_ups: notice }
  if (bias === 'architecture-decisions') return { adrs: [], follow_ups: notice }
  if (bias === 'alignment-summary') return { sections: {}, owners: [] }
  return { sections: {} }
}

/** Two passages that share a word and differ by a negation are worth a challenge; more than that would be judgment. */
function conflict(first: Extract, second: Extract | undefined): string[] {
  if (!second || negated(first.text) === negated(second.text)) return []
  return [`[challenge] ${refOf(first)} and ${refOf(second)} may not agree: only one of them says no`]
}

function negated(text: string): boolean {
  return /\b(?:not|never|no|cannot|without)\b/i.test(text)
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
