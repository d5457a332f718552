// Facts for the person: what each yield's question must hold, so that the answer can be given without scrolling back.

import type { Fact } from '../../kernel/question.js'
import { estimatedCost } from './needs.js'
import type { Room } from './room.js'

/** What a question shows: its facts, and the lines that a terminal prints where those are not simply the facts. */
export interface Facts {
  readonly facts: readonly Fact[]
  readonly lines?: readonly string[]
}

export function charterFacts(room: Room): Facts {
  const { input } = room
  const voice = (id: string) => input.voices.find(({ seat }) => seat === id)?.backend ?? 'default'
  const facts: Fact[] = [
    { name: 'Charter', value: input.charter },
    { name: 'Mode', value: `${input.mode} — ${input.purpose}` },
    {
      name: 'Invitees',
      value: input.seats.map(({ id, name, role }) => `${name} (${role}) by ${voice(id)}`).join('; '),
    },
    { name: 'Missing', value: input.missingInvitees.join(', ') || 'nobody' },
    { name: 'You', value: `${input.person.name}${input.person.attends ? ', attending' : ', not attending'}` },
    {
      name: 'Web',
      value: `${input.noWeb ? 'disabled' : 'enabled where a backend has it'}; research: ${input.skipResearch ? 'skipped' : 'enabled'}`,
    },
    {
      value: `A question every ${input.cadence} turns; at most ${input.maxTurns} turns, ${input.perAgentCap} spoken tokens a seat, ceiling ${ceilingOf(room)}`,
    },
    {
      name: 'Estimate',
      value: `about ${estimatedCost(room)} tokens in all, read and written, if every turn is taken`,
    },
    {
      value: `The charter is now stored in .parley/meetings/${room.meeting.id}/journal.jsonl; nothing has been sent to a model yet. For a sensitive subject, abort and use --no-web.`,
    },
  ]
  return { facts }
}

/** A terminal prints every prelude in its fixed form. */
export function researchFacts(room: Room): Facts {
  const cost = costFact(room)
  if (room.input.skipResearch) return { facts: [{ value: 'Research was skipped (--skip-research).' }, cost] }
  const preludes = room.preludes.flatMap(({ text, outcomes }) => [text, ...(outcomes ? [outcomes] : []), ''])
  const known = room.preludes.map(({ seat, bullets }): Fact => {
    const { name, role } = room.seat(seat)
    return { name: `${name} (${role})`, value: '', items: bullets }
  })
  return { facts: [...known, cost], lines: [...preludes, ...factLines([cost])] }
}

export function discussFacts(room: Room): Facts {
  const recent = room.turns.slice(-room.sinceYield || room.turns.length)
  const said = recent.map(({ t, speaker, body }) => `turn ${t}, ${speaker}: ${firstLine(body)}`)
  const asking = room.handsForPerson.join(', ')
  return {
    facts: [
      { name: 'Since the last question', value: '', items: said },
      ...(asking === '' ? [] : [{ name: 'Asking you to respond', value: asking }]),
      ...standing(room),
    ],
  }
}

export function closingFacts(room: Room): Facts {
  return { facts: [{ name: 'The discussion ended', value: `${room.endedBy}.` }, ...standing(room)] }
}

function standing(room: Room): Fact[] {
  const marked = (mark: string, of: (turn: Room['turns'][number]) => readonly string[]) =>
    room.turns.flatMap((turn) =>
      of(turn).map((text) => `[${mark}] ${text} — ${turn.speaker}, turn ${turn.t}`),
    )
  const decisions = marked('decision', (turn) => turn.decisions)
  const challenges = marked('challenge', (turn) => turn.challenges)
  const muted = room.input.seats.filter(({ id }) => room.muted(id)).map(({ name }) => name)
  return [
    { name: 'Decisions so far', value: String(decisions.length || 'none'), items: decisions },
    { name: 'Challenges so far', value: String(challenges.length || 'none'), items: challenges },
    { name: 'Pins', value: room.pins.map(({ id, intent }) => `${id} ${intent}`).join('; ') || 'none' },
    { name: 'Muted', value: muted.join(', ') || 'nobody' },
    costFact(room),
  ]
}

export function costFact(room: Room): Fact {
  const { input, output, estimated } = room.meeting.spent
  const mark = estimated ? ' (estimated)' : ''
  return {
    name: 'Cost so far',
    value: `${room.spoken} spoken tokens; ${input} in and ${output} out in all${mark}; ceiling ${ceilingOf(room)}`,
  }
}

/** The facts as a terminal prints them. */
export function factLines(facts: readonly Fact[]): string[] {
  return facts.flatMap(({ name, value, items = [] }) => {
    const head = name === undefined ? value : value === '' ? `${name}:` : `${name}: ${value}`
    return [head, ...items.map((item) => `  ${item}`)]
  })
}

function ceilingOf(room: Room): string {
  const { left, input, output } = room.meeting.spent
  return left === null ? '—' : String(left + input + output)
}

function firstLine(text: string): string {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? ''
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
