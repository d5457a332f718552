// Facts for the person: what each yield's question shows, so that it can be answered without scrolling back.

import type { Fact } from '../../kernel/question.js'
import { grouped } from '../../rules/figures.js'
import { dollars } from '../../rules/money.js'
import { shortened } from '../../text/excerpts.js'
import type { Invitee } from './input.js'
import { plainBody } from './loop-break.js'
import { inFull, standing as standingProposals } from './rules/table.js'
import type { MeetState } from './state.js'

/** What a question shows: its facts, and the lines that a terminal prints where those are not simply the facts. */
export interface Facts {
  readonly facts: readonly Fact[]
  readonly lines?: readonly string[]
}

export function charterFacts(state: MeetState): Facts {
  const { input } = state
  const voice = (id: string) => input.voices.find(({ seat }) => seat === id)?.backend ?? 'default'
  const facts: Fact[] = [
    { name: 'Charter', value: input.charter },
    { name: 'Mode', value: `${input.mode} — ${input.purpose}` },
    {
      name: 'Invitees',
      value: inviteesText(input.seats.map((seat) => ({ ...seat, voice: voice(seat.id) }))),
    },
    { name: 'Missing', value: input.missingInvitees.join(', ') || 'nobody' },
    { name: 'You', value: input.person.attends ? `${input.person.name}, attending` : 'not attending' },
    {
      name: 'Web',
      value: `${input.noWeb ? 'disabled' : 'enabled where a backend has it'}; research: ${input.skipResearch ? 'skipped' : input.blind ? 'enabled, blind' : 'enabled'}`,
    },
    {
      value: `A question every ${input.cadence} turns; at most ${input.maxTurns} turns, ${grouped(input.perAgentCap)} spoken tokens a seat, ${ceilingOf(state)}`,
    },
    {
      value: `The charter is now stored in the meeting’s journal, below PARLEY_HOME; nothing has been sent to a model yet.${input.noWeb ? '' : ' For a sensitive subject, abort and use --no-web.'}`,
    },
  ]
  return { facts }
}

/** A voice that all of them have is named once. Of a script the name of its file says enough. */
function inviteesText(
  seats: readonly (Pick<Invitee, 'name' | 'role'> & { readonly voice: string })[],
): string {
  const voices = seats.map(({ voice }) => voice.replace(/^script:.*[/\\]/, 'script:'))
  const shared = seats.length > 1 && new Set(voices).size === 1
  const named = seats.map(({ name, role }, at) => `${name} (${role})${shared ? '' : ` by ${voices[at]}`}`)
  return `${named.join('; ')}${shared ? `; all by ${voices[0]}` : ''}`
}

/** A terminal prints every prelude in its fixed format. */
export function researchFacts(state: MeetState): Facts {
  const cost = costFact(state)
  if (state.input.skipResearch) return { facts: [{ value: 'Research was skipped (--skip-research).' }, cost] }
  const preludes = state.preludes.flatMap(({ text, outcomes }) => [text, ...(outcomes ? [outcomes] : []), ''])
  const known = state.preludes.map(({ seat, bullets }): Fact => {
    const { name, role } = state.seat(seat)
    return { name: `${name} (${role})`, value: '', items: bullets }
  })
  return { facts: [...known, cost], lines: [...preludes, ...factLines([cost])] }
}

export function discussFacts(state: MeetState): Facts {
  const recent = state.turns.slice(-state.sinceYield || state.turns.length)
  const said = recent.map(
    ({ t, speaker, role, body }) => `turn ${t}, ${speaker}: ${firstLine(plainBody(role, body))}`,
  )
  const asking = state.handsForPerson.join(', ')
  return {
    facts: [
      { name: 'Since the last question', value: '', items: said },
      ...(asking === '' ? [] : [{ name: 'Asking you to respond', value: asking }]),
      ...standing(state),
    ],
  }
}

export function closingFacts(state: MeetState): Facts {
  return {
    facts: [{ name: 'The discussion ended', value: `${endedWords[state.endedBy]}.` }, ...standing(state)],
  }
}

const endedWords: Readonly<Record<MeetState['endedBy'], string>> = {
  'wrap-up': 'you wrapped it up',
  'max-turns': 'the most turns were taken',
  'token-ceiling': 'the token limit was reached',
  'cost-ceiling': 'the limit on money was reached',
  'no-voice': 'nobody was left who may speak',
  'all-passed': 'everybody passed',
}

function standing(state: MeetState): Fact[] {
  const marked = (mark: string, of: (turn: MeetState['turns'][number]) => readonly string[]) =>
    state.turns.flatMap((turn) =>
      of(turn).map((text) => `[${mark}] ${text} — ${turn.speaker}, turn ${turn.t}`),
    )
  const decisions = marked('decision', (turn) => turn.decisions)
  const challenges = marked('challenge', (turn) => turn.challenges)
  const muted = state.input.seats.filter(({ id }) => state.muted(id)).map(({ name }) => name)
  const proposals = standingProposals(state.table)
  return [
    ...(proposals.length > 0
      ? [{ name: 'On the table', value: String(proposals.length), items: inFull(state.table).split('\n') }]
      : []),
    { name: 'Decisions so far', value: String(decisions.length || 'none'), items: decisions },
    { name: 'Challenges so far', value: String(challenges.length || 'none'), items: challenges },
    { name: 'Pins', value: state.pins.map(({ id, intent }) => `${id} ${intent}`).join('; ') || 'none' },
    { name: 'Muted', value: muted.join(', ') || 'nobody' },
    costFact(state),
  ]
}

export function costFact(state: MeetState): Fact {
  const { input, output, estimated, cost } = state.meeting.spent
  const mark = estimated ? ' (estimated)' : ''
  const money = cost === null ? '' : `, ${dollars(cost)}`
  return {
    name: 'Cost so far',
    value: `${grouped(state.spoken)} spoken tokens; ${grouped(input)} in and ${grouped(output)} out in all${mark}${money}; ${ceilingOf(state)}`,
  }
}

/** The facts as a terminal prints them. */
export function factLines(facts: readonly Fact[]): string[] {
  return facts.flatMap(({ name, value, items = [] }) => {
    const head = name === undefined ? value : value === '' ? `${name}:` : `${name}: ${value}`
    return [head, ...items.map((item) => `  ${item}`)]
  })
}

function ceilingOf(state: MeetState): string {
  const { left, input, output } = state.meeting.spent
  return left === null ? 'no token limit' : `token limit ${grouped(left + input + output)}`
}

function firstLine(text: string): string {
  return shortened(text.split('\n').find((candidate) => candidate.trim() !== '') ?? '', 100)
}
