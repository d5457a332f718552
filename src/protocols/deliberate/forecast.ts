// What a session will use, before it begins: its calls with replies of their usual and of their longest length.

import { type ExpectedCall, type Forecast, mostRequests, needOf, roughly } from '../../rules/forecast.js'
import { type CallId, calls } from './calls.js'
import { type Mode, modeShapes } from './modes.js'

export interface Expected {
  readonly mode: Mode
  /** Everybody who may be seated, and how many usually are and at most can be. */
  readonly members: readonly string[]
  readonly usual: number
  readonly most: number
  /** Characters of the idea, of a persona, and of what is known of the project. */
  readonly idea: number
  readonly persona: number
  readonly context: number
}

/** Tokens of our own words in a prompt: the frame, the rules and what there is to answer. */
const frame = 900
/** Usually a reply is as long as this part of what it may be. */
const usualPart = 0.3
const usualUses = 4
const pairs = 3

export function deliberateForecast(expected: Expected): Forecast {
  return {
    usual: course(expected, expected.usual, usualPart, usualUses),
    limit: course(expected, expected.most, 1, mostRequests - 1),
  }
}

/** What is still to come once the members are known, in words: calls, and about how many tokens. */
export function toCome(expected: Expected): { readonly calls: number; readonly text: string } {
  const calls = callsAfterAssembly(expected.mode, makingOf(expected, expected.members, usualPart, usualUses))
  const { input, output } = needOf(calls)
  const audit = expected.mode === 'deep' ? ', and then the audit' : ''
  const text = `About ${calls.length} calls and ${roughly(input + output)} tokens are to come${audit}.`
  return { calls: calls.length, text }
}

function course(expected: Expected, count: number, part: number, uses: number): Forecast['usual'] {
  const making = makingOf(expected, expected.members.slice(0, count), part, uses)
  return { course: courseName(expected.mode, count), calls: callsOf(expected.mode, making) }
}

function makingOf(expected: Expected, seated: readonly string[], part: number, uses: number): Making {
  const says = (id: CallId) => Math.ceil(calls[id].maxOutput * part)
  const base = frame + tokens(expected.idea + expected.context + expected.persona)
  const call = (seat: string, id: CallId, heard = 0): ExpectedCall => ({
    seat,
    reads: base + heard,
    says: says(id),
    ...(calls[id].grant === 'none' ? {} : { uses }),
  })
  const all = (id: CallId, heard = 0) => seated.map((seat) => call(seat, id, heard))
  const led = (...ids: readonly CallId[]) => ids.map((id) => call('conductor', id))
  return { all, led, call, says, seated }
}

interface Making {
  all(id: CallId, heard?: number): ExpectedCall[]
  led(...ids: readonly CallId[]): ExpectedCall[]
  call(seat: string, id: CallId, heard?: number): ExpectedCall
  says(id: CallId): number
  readonly seated: readonly string[]
}

function callsOf(mode: Mode, making: Making): ExpectedCall[] {
  const { all, led } = making
  if (mode === 'brainstorm') return [...all('brainstorm.take'), ...led('brainstorm.synthesis')]
  const opening = { full: fullInterview, light: lightInterview, none: [] }[modeShapes[mode].interview]
  return [...led(...opening, 'assembly.semantic'), ...callsAfterAssembly(mode, making)]
}

const fullInterview: readonly CallId[] = ['interview.questions', 'interview.questions', 'interview.summary']
const lightInterview: readonly CallId[] = ['interview.questions', 'interview.topic']

function callsAfterAssembly(mode: Mode, { all, led, call, says, seated }: Making): ExpectedCall[] {
  const { rounds, plan } = modeShapes[mode]
  const spoken = seated.length * says('round1.position')
  const first = [...led('survey'), ...all('round1.position', says('survey'))]
  if (mode === 'meeting')
    return [
      ...all('meeting.opening'),
      ...all('meeting.questions', spoken),
      ...all('meeting.answer'),
      ...all('meeting.synthesis', spoken),
      ...led('meeting.notes', 'skill.note'),
    ]
  if (rounds === 1) return [...first, ...led('sketch', 'tasklist', 'skill.note')]
  const challenges = Array.from({ length: 2 * pairs }, (_, at) =>
    call(seated[at % seated.length] ?? 'conductor', 'round2.challenge', says('round1.position')),
  )
  return [
    ...first,
    call('conductor', 'pairing', spoken),
    ...challenges,
    ...all('round3.converge', spoken),
    call('conductor', 'synthesis', 2 * spoken),
    ...(plan === 'prd' ? [call('conductor', 'prd', says('synthesis'))] : []),
    ...led('skill.note'),
  ]
}

function courseName(mode: Mode, members: number): string {
  return `${mode === 'standard' ? 'a' : `${mode}, a`} session of ${members}`
}

/** Near enough for prose: a token is about four characters. */
function tokens(characters: number): number {
  return Math.ceil(characters / 4)
}
