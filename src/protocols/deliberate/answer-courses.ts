// Answer courses: what each answer of a deliberation leads to, up to the next question. Runs in the browser too.

import type { Course } from '../../rules/forecast.js'
import { fieldsOf, listIn, textIn, textsIn } from '../../story/reading.js'
import type { Story } from '../../story/story.js'
import { isMode, type Mode, modeShapes } from './modes.js'
import {
  auditCalls,
  averageLength,
  cycleCalls,
  type Making,
  makingOf,
  openingCalls,
  panelCalls,
  questionCalls,
  scoring,
  summaryCalls,
  usually,
  writingCalls,
} from './session-calls.js'

/** By the keys of the answers; an answer that calls for nobody is left out. */
export function answerCourses(question: string, story: Story): Readonly<Record<string, Course>> {
  const mode = textIn(story.opened?.input, 'mode') ?? ''
  const courses = Object.hasOwn(byQuestion, question) ? byQuestion[question] : undefined
  return courses && isMode(mode) ? courses(mode, makingFrom(mode, story), story) : {}
}

type Courses = (mode: Mode, making: Making, story: Story) => Readonly<Record<string, Course>>

const byQuestion: Readonly<Record<string, Courses>> = {
  'interview.round': afterInterview,
  'interview.approve': (_, making) => ({ approve: { course: 'the scores', calls: scoring(making) } }),
  'assembly.approve': afterAssembly,
  'positions.feedback': (_, making) => {
    const next = { course: 'the challenges and the design', calls: cycleCalls(making) }
    return { continue: next, feedback: next }
  },
  'design.conflict': (_, making) => {
    const next = { course: 'the design with it', calls: writingCalls('design.revise', making) }
    return { first: next, second: next, decide: next }
  },
  'design.approve': afterDesign,
  'design.guided': afterDesign,
  'scope.review': afterPlan,
  'prd.guided': afterPlan,
  'audit.scope': (_, making) => ({ start: { course: 'the audit', calls: auditCalls(making) } }),
}

/** Two rounds, as they are planned; whether there is a third, the conductor says in the second. A guided summary is asked about first. */
function afterInterview(mode: Mode, making: Making, { items }: Story): Readonly<Record<string, Course>> {
  const held = items.filter((item) => item.kind === 'asked' && item.question.id === 'interview.round').length
  const asksOn = modeShapes[mode].interview === 'full' && held === 1
  const scores = mode === 'guided' ? [] : scoring(making)
  const next = asksOn
    ? { course: 'the next questions', calls: questionCalls(held, making) }
    : { course: 'the summary', calls: [...summaryCalls(mode, held, making), ...scores] }
  return { answer: next, skip: next }
}

function afterAssembly(mode: Mode, making: Making): Readonly<Record<string, Course>> {
  const restart = { course: 'the next questions', calls: questionCalls(1, making) }
  return { approve: deliberation(mode, making), restart }
}

function deliberation(mode: Mode, making: Making): Course {
  if (mode === 'meeting') return { course: 'the meeting and its notes', calls: panelCalls(making) }
  if (mode === 'guided') return { course: 'the positions', calls: openingCalls(making) }
  const calls = [...openingCalls(making), ...cycleCalls(making)]
  return { course: 'three rounds and the design', calls }
}

function afterDesign(_: Mode, making: Making): Readonly<Record<string, Course>> {
  const again = { course: 'the design once more', calls: writingCalls('design.revise', making) }
  return {
    approve: { course: 'the plan', calls: writingCalls('prd', making) },
    adjust: again,
    revise: again,
    're-deliberate': { course: 'another cycle and its design', calls: cycleCalls(making) },
  }
}

function afterPlan(mode: Mode, making: Making): Readonly<Record<string, Course>> {
  const again = { course: 'the plan once more', calls: writingCalls('prd.revise', making) }
  if (modeShapes[mode].action !== 'audit') return { adjust: again, edit: again }
  const audit = { course: 'the audit', calls: auditCalls(making) }
  return { approve: audit, 'approve-issue': audit, adjust: again, edit: again }
}

/** Seats that are no members: they are not chosen for the table. */
const staff = /^(?:conductor|context|verifier|auditor-\d+)$/

function makingFrom(mode: Mode, { opened, drawings }: Story): Making {
  const input = fieldsOf(opened?.input)
  const members = listIn(input, 'seats').flatMap((seat) => textIn(seat, 'id') ?? [])
  const roster = members.filter((id) => !staff.test(id))
  const assembly = drawings.get('assembly')
  const taken =
    assembly?.kind === 'scores' ? assembly.rows.flatMap(({ seat, taken: is }) => (is ? [seat] : [])) : []
  const seated = taken.length > 0 ? taken : roster
  const skills = seated.flatMap((id) => textIn(listIn(input['skills'], id)[0], 'text') ?? [])
  const expected = {
    mode,
    members: roster,
    usual: seated.length,
    most: seated.length,
    idea: textIn(input, 'idea')?.length ?? 0,
    persona: averageLength(Object.values(fieldsOf(input['personas'])).filter(isText)),
    skill: averageLength(skills),
    context: JSON.stringify(input['context'] ?? {}).length,
    files: textsIn(input, 'files'),
  }
  return makingOf(expected, seated, usually)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
