// Session calls: what a session calls for, step by step, with replies of a given length. Runs in the browser too.
//
// The usual lengths are what calls took in sessions that were held with a mind behind the voice (forecast.test.ts has them); a call reads
// what its prompt holds: the seat's persona, the context, and what was said by then.

import type { ExpectedCall } from '../../rules/forecast.js'
import type { CallId } from './calls.js'
import type { DeliberateInput } from './input.js'
import { type Mode, modeShapes } from './modes.js'

export interface Expected {
  readonly mode: Mode
  /** Everybody who may be seated, and how many usually are and at most can be. */
  readonly members: readonly string[]
  readonly usual: number
  readonly most: number
  /** Characters of the idea, of a persona, of a skill, and of what is known of the project. */
  readonly idea: number
  readonly persona: number
  readonly skill: number
  readonly context: number
  /** Paths of the project, which an audit reads. */
  readonly files: readonly string[]
}

/** What a forecast needs of the idea and the project. */
export function sizesOf({
  idea,
  context,
  files,
}: Pick<DeliberateInput, 'idea' | 'context' | 'files'>): Pick<Expected, 'idea' | 'context' | 'files'> {
  return { idea: idea.length, context: JSON.stringify(context).length, files }
}

export function averageLength(texts: readonly string[]): number {
  return texts.length === 0
    ? 0
    : Math.round(texts.reduce((sum, { length }) => sum + length, 0) / texts.length)
}

/** Tokens of our own words in a prompt: the frame, the rules and what there is to answer. */
const frame = 350
/** Tokens that a member takes in a list of all lenses. */
const perLens = 25
/** Tokens of a file that an auditor reads. */
const perFile = 400
const pairs = 2

/** Tokens of a reply as it usually is. */
const usualReply: Readonly<Record<CallId, number>> = {
  'brainstorm.take': 100,
  'brainstorm.synthesis': 120,
  'interview.questions': 300,
  'interview.summary': 500,
  'interview.topic': 60,
  'assembly.semantic': 350,
  survey: 500,
  'round1.position': 300,
  pairing: 180,
  'round2.challenge': 130,
  'round3.converge': 160,
  synthesis: 1100,
  'design.revise': 1100,
  sketch: 200,
  tasklist: 150,
  'meeting.opening': 80,
  'meeting.questions': 50,
  'meeting.answer': 60,
  'meeting.followup': 40,
  'meeting.synthesis': 90,
  'meeting.notes': 120,
  prd: 1500,
  'prd.revise': 1500,
  'task.execute': 1000,
  'verify.criterion': 150,
  'audit.criteria': 130,
  'audit.zone': 200,
  'audit.gaps': 30,
  'audit.report': 250,
  'skill.note': 60,
}

/** Requests in which a reply usually asks for tools, where it may: most answer from what they were given. */
const usualUses: Readonly<Partial<Record<CallId, number>>> = { survey: 2, 'audit.zone': 1 }

/** How long replies are, and how often tools are used: usually, or at their limits. */
export interface Lengths {
  says(id: CallId): number
  uses(id: CallId): number
}

export const usually: Lengths = { says: (id) => usualReply[id], uses: (id) => usualUses[id] ?? 0 }

export interface Making extends Lengths {
  readonly expected: Expected
  readonly seated: readonly string[]
  /** Tokens of the skills that a member brings. */
  readonly skill: number
  /** One call of a seat that reads this besides its persona and the context. */
  call(seat: string, id: CallId, heard?: number): ExpectedCall
  all(id: CallId, heard?: number): ExpectedCall[]
  led(id: CallId, heard?: number): ExpectedCall[]
}

export function makingOf(expected: Expected, seated: readonly string[], lengths: Lengths): Making {
  const base = frame + tokens(expected.idea + expected.context + expected.persona)
  const call = (seat: string, id: CallId, heard = 0): ExpectedCall => ({
    seat,
    reads: base + heard,
    says: lengths.says(id),
    uses: lengths.uses(id),
  })
  return {
    ...lengths,
    expected,
    seated,
    skill: tokens(expected.skill),
    call,
    all: (id, heard) => seated.map((seat) => call(seat, id, heard)),
    led: (id, heard) => [call('conductor', id, heard)],
  }
}

export function callsOf(mode: Mode, making: Making): ExpectedCall[] {
  const { all, led, says, seated } = making
  if (mode === 'brainstorm')
    return [
      ...all('brainstorm.take'),
      ...led('brainstorm.synthesis', seated.length * says('brainstorm.take')),
    ]
  return [...interviewCalls(mode, making), ...scoring(making), ...callsAfterAssembly(mode, making)]
}

function interviewCalls(mode: Mode, making: Making): ExpectedCall[] {
  const { interview } = modeShapes[mode]
  if (interview === 'none') return []
  const rounds = interview === 'light' ? [0] : [0, 1]
  return [
    ...rounds.flatMap((held) => questionCalls(held, making)),
    ...summaryCalls(mode, rounds.length, making),
  ]
}

/** The next questions, where so many rounds were held. */
export function questionCalls(held: number, { led, says, expected }: Making): ExpectedCall[] {
  return led('interview.questions', perLens * expected.members.length + held * says('interview.questions'))
}

/** What is made of the interview when it is over. */
export function summaryCalls(mode: Mode, held: number, { led, says, expected }: Making): ExpectedCall[] {
  const said = held * says('interview.questions')
  return modeShapes[mode].interview === 'light'
    ? led('interview.topic', said)
    : led('interview.summary', perLens * expected.members.length + said)
}

/** Lenses, rules and the summary's table are read. */
export function scoring({ led, says, expected }: Making): ExpectedCall[] {
  return led('assembly.semantic', 3 * perLens * expected.members.length + says('interview.summary') / 2)
}

export function callsAfterAssembly(mode: Mode, making: Making): ExpectedCall[] {
  const { rounds, action } = modeShapes[mode]
  if (mode === 'audit') return auditCalls(making)
  if (mode === 'meeting') return panelCalls(making)
  if (rounds === 1) return quickCalls(making)
  const session = [...openingCalls(making), ...cycleCalls(making), ...writingCalls('prd', making)]
  return [...session, ...(action === 'audit' ? auditCalls(making) : []), ...notes(making)]
}

/** What each member knows when the rounds begin: its skills, the map, and the interview. */
function known({ skill, says }: Making): number {
  return skill + says('survey') + says('interview.summary')
}

function quickCalls(making: Making): ExpectedCall[] {
  const { all, led, says, seated, skill } = making
  const said = seated.length * says('round1.position')
  return [
    ...led('survey', skill),
    ...all('round1.position', skill + says('survey')),
    ...led('sketch', said),
    ...led('tasklist', says('sketch')),
    ...notes(making),
  ]
}

/** The map of the ground, and what each member says first. */
export function openingCalls(making: Making): ExpectedCall[] {
  return [...making.led('survey', making.skill), ...making.all('round1.position', known(making))]
}

/**
 * Challenges, a last word of everybody and the design. A member reads on in its own conversation: every round, it also reads what it was
 * told and said before.
 */
export function cycleCalls(making: Making): ExpectedCall[] {
  const { all, led, call, says, seated } = making
  const [position, challenge, final] = [
    says('round1.position'),
    says('round2.challenge'),
    says('round3.converge'),
  ]
  const first = known(making)
  const exchanges = 2 * pairs * challenge
  const said = seated.length * position
  return [
    ...led('pairing', said),
    ...Array.from({ length: 2 * pairs }, (_, at) =>
      call(seated[at % seated.length] ?? 'conductor', 'round2.challenge', first + 2 * position + frame),
    ),
    ...all('round3.converge', first + 2 * position + exchanges + 2 * frame),
    ...led('synthesis', first + said + exchanges + seated.length * final),
  ]
}

/** One writing of the design or of the plan, which reads what was settled by then. */
export function writingCalls(id: 'design.revise' | 'prd' | 'prd.revise', making: Making): ExpectedCall[] {
  const { led, says, seated } = making
  return led(id, known(making) + 2 * says('synthesis') + seated.length * says('round3.converge'))
}

export function panelCalls(making: Making): ExpectedCall[] {
  const { all, led, says, seated } = making
  const openings = seated.length * says('meeting.opening')
  const answers = seated.length * (says('meeting.questions') + says('meeting.answer'))
  return [
    ...all('meeting.opening'),
    ...all('meeting.questions', openings),
    ...all('meeting.answer', 2 * openings + frame),
    ...led('meeting.followup', 2 * openings + frame),
    ...all('meeting.synthesis', openings + answers + frame),
    ...led('meeting.notes', openings + answers),
    ...notes(making),
  ]
}

/** Two passes over every zone, and a third over one in two. */
export function auditCalls({ expected, led, call, says }: Making): ExpectedCall[] {
  const zones = Math.max(1, new Set(expected.files.map((path) => path.split('/').slice(0, -1)[0] ?? '')).size)
  const files = Math.min(40, Math.ceil(Math.max(1, expected.files.length) / zones))
  // The auditor has no persona of its own.
  const own = files * perFile - tokens(expected.persona)
  const looks = Array.from({ length: Math.ceil(2.5 * zones) }, (_, at) =>
    call(`auditor-${(at % 4) + 1}`, 'audit.zone', Math.max(0, own)),
  )
  return [
    ...led('audit.criteria', zones * 10),
    ...looks,
    ...led('audit.gaps', says('audit.zone')),
    ...led('audit.gaps', says('audit.zone')),
    ...led('audit.report', says('audit.zone') * 2),
  ]
}

/** About the skills: their texts, and what each member said first. */
function notes({ led, seated, skill, says }: Making): ExpectedCall[] {
  return led('skill.note', seated.length * (skill / 2 + says('round1.position') / 2))
}

/** Near enough for prose: a token is about four characters. */
function tokens(characters: number): number {
  return Math.ceil(characters / 4)
}
