// For tests: a deliberation of the small grove in memory, with members that read their replies from a list.

import type { Backend, Prompt } from '../../kernel/agents.js'
import type { Line } from '../../kernel/line/line.js'
import { journalOf } from '../../kernel/line/memory-journals.suite.js'
import type { Protocol } from '../../kernel/protocol.js'
import type { Deps } from '../../kernel/run/deps.js'
import type { MeetingEvent } from '../../kernel/run/events.js'
import { type Ending, hold, open } from '../../kernel/run/hold.js'
import { type Verification, verify } from '../../kernel/verify/verify.js'
import {
  type Called,
  depsOf,
  type FakeWorkspace,
  fakeWorkspace,
  type Lines,
  noon,
  scripted,
} from '../council/harness.suite.js'
import { readSession } from './documents/session-file.js'
import { members, smallPersonas, smallTheme, themeFrom } from './documents/themes.suite.js'
import { earlierInput, type GoingOn } from './earlier.js'
import type { DeliberateInput } from './input.js'
import { deliberate } from './protocol.js'

export const sessionId = 'water-the-grove-20260131-1200'
export const folder = `.claude/grove/sessions/${sessionId}/`

export function inputFor(more: Partial<DeliberateInput> = {}): DeliberateInput {
  const personas = smallPersonas.map((name) => [name, `---\nname: ${name}\n---\nYou are ${name}.\n`])
  return {
    mode: 'standard',
    idea: 'Water the grove from the river',
    session: sessionId,
    slug: 'water-the-grove',
    started: { ms: noon, offset: 60 },
    project: 'grove',
    files: ['package.json', 'src/pump.ts', 'test/pump.test.ts'],
    manifests: { 'package.json': '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"4"}}' },
    theme: { id: 'grove', text: smallTheme },
    personas: Object.fromEntries(personas),
    skills: { alder: [{ skill: 'digging', triggers: ['river'], layer: 'library', text: skillText }] },
    context: {
      claudeMd: null,
      techStack: ['node'],
      keyDirs: ['src/', 'test/'],
      workspaceConfig: null,
      analysis: null,
      branch: 'main',
      commits: ['Plant the first row'],
    },
    seats: [...members, 'conductor'].map((id) => ({ id, name: id, role: '' })),
    ...more,
  }
}

const skillText = `---
name: digging
department: alder
description: Dig
version: 1
triggers: [river]
---

## Purpose

Dig.

## Process

1. Dig.

## Evolution Notes
`

export interface Held {
  readonly at: FakeWorkspace
  readonly calls: Called[]
  hold(lines?: Lines, answers?: readonly (string | [string, string])[], more?: Partial<Deps>): Promise<Ending>
  verify(): Promise<Verification>
  lines(): Promise<readonly Line[]>
  /** A file of the session's folder. */
  text(name: string): string
  notes(kind: string): unknown[]
  asked(): string[]
  /** Members that read a file in every call. */
  withTools(lines: Lines): Deps['backendFor']
}

/** `before` are the lines of a session that was killed after the last of them. */
export async function session(
  input: DeliberateInput = inputFor(),
  files: Readonly<Record<string, string>> = {},
  before: readonly Line[] = [],
): Promise<Held> {
  const at = fakeWorkspace({ 'src/pump.ts': 'export const pump = 1\n', ...files })
  const journal = journalOf(before)
  const calls: Called[] = []
  const events: MeetingEvent[] = []
  const protocol = deliberate as Protocol
  const opened = {
    id: input.session,
    protocol: 'deliberate',
    version: protocol.version,
    parley: '0',
    title: input.idea,
    input,
    agents: {},
  }
  if (before.length === 0) await open(journal, opened, new Date(noon))
  const deps = (lines: Lines, answers: readonly (string | [string, string])[], more: Partial<Deps>) =>
    depsOf(at, calls, events, lines, [...answers], more)
  const noted = () =>
    events.flatMap((event) => (event.type === 'line' && event.line.kind === 'noted' ? [event.line.data] : []))
  return {
    at,
    calls,
    hold: (lines = usual(), answers = [], more = {}) => hold(journal, protocol, deps(lines, answers, more)),
    verify: () => verify(journal, protocol, deps({}, [], {})),
    lines: () => journal.read(),
    text: (name) => at.files.get(`${folder}${name}`) ?? '',
    notes: (kind) => noted().flatMap((data) => (data.kind === kind ? [data.data] : [])),
    withTools: (lines) => async () => readingWith(scripted(calls, lines)),
    asked: () =>
      events.flatMap((event) =>
        event.type === 'line' && event.line.kind === 'asked' ? [event.line.data.id] : [],
      ),
  }
}

/** A meeting that goes on with what others left in the session's folder. */
export async function goingOn(
  files: ReadonlyMap<string, string>,
  more: Partial<Pick<GoingOn, 'asked' | 'wanted'>> = {},
): Promise<Held> {
  const own = new Map(
    [...files].flatMap(([path, text]) =>
      path.startsWith(folder) ? [[path.slice(folder.length), text] as const] : [],
    ),
  )
  const head = readSession(own.get('session.md')!)!
  own.delete('session.md')
  const now = { ms: noon, offset: 60 }
  const asked = { asked: null, wanted: null, ...more }
  const made = earlierInput({ id: sessionId, session: head, files: own, theme: themeFrom(), now, ...asked })
  return session(inputFor(made), Object.fromEntries(files))
}

function readingWith(backend: Backend): Backend {
  const tools = [{ id: '1', name: 'read_file', input: { path: 'src/pump.ts' }, ok: true, output: 'pump' }]
  return {
    ...backend,
    async open(...opening) {
      const voice = await backend.open(...opening)
      return { ...voice, say: async (...said) => ({ ...(await voice.say(...said)), tools }) }
    },
  }
}

const scores = ['alder', 'birch', 'cedar', 'dogwood']

export const position = `**Core recommendation:** Take the water from the river.
**Key argument:** It is near.
**Risks if ignored:**
- the trees dry
- we carry buckets
**Dependencies on other domains:**
- timber`

export const response = `**Their position:** Use a beam.
**My response:** Modify
**Reasoning:** A beam holds the pipe. It costs little.`

export const final = `**Revised recommendation:** River and beam.
**Concessions made:** none
**Non-negotiables:**
- The river keeps its fish
**Implementation notes:** Dig first.`

/** Replies of a session in which nothing goes wrong. */
export function usual(more: Lines = {}): Lines {
  return {
    'interview.questions': [
      {
        scores: scores.map((member, at) => ({ member, score: 5 - at })),
        questions: [
          { member: 'alder', question: 'How much water?' },
          { member: 'birch', question: 'Does src/pump.ts stay?' },
        ],
        more: false,
      },
      { scores: [], questions: [], more: false },
    ],
    'interview.summary': [
      {
        intent: 'Water for the trees.',
        decisions: ['From the river'],
        open_questions: ['Which pump?'],
        scores: scores.map((member) => ({ member, score: 3, rationale: 'near' })),
      },
    ],
    'interview.topic': [{ topic: 'Water', summary: 'Where it comes from.' }],
    'assembly.semantic': [
      {
        members: scores.map((member, at) => ({ member, semantic: 4 - at, rationale: `reason ${at}` })),
        bonuses: [],
        overlaps: [],
      },
    ],
    survey: ['The pump is in src/pump.ts.'],
    'round1.position': [position],
    pairing: [
      {
        pairs: [
          { a: 'alder', b: 'birch', tension: 'Shade or light?', why: 'It decides the rows.' },
          { a: 'birch', b: 'cedar', tension: 'Cut or keep?', why: 'It decides the beams.' },
        ],
      },
    ],
    'round2.challenge': [response],
    'round3.converge': [final],
    synthesis: [designFor],
    'design.revise': [designFor],
    sketch: [
      {
        overview: 'A pipe.',
        recommendations: scores.map((member) => ({ member, text: 'Dig.' })),
        open_questions: [],
      },
    ],
    tasklist: [{ tasks: [{ title: 'Dig', description: 'Until it flows.' }] }],
    prd: [prd],
    'prd.revise': [{ ...prd, stories: prd.stories.slice(0, 1) }],
    'meeting.opening': ['I would take it from the river. Who owns it?'],
    'meeting.questions@alder': [{ questions: [{ to: 'birch', question: 'Is there light?' }] }],
    'meeting.questions@birch': [
      {
        questions: [
          { to: 'Alder', question: 'Is there water?' },
          { to: 'birch', question: 'Me?' },
        ],
      },
    ],
    'meeting.questions@cedar': [{ questions: [] }],
    'meeting.answer': [{ answer: 'Enough.', follow_up: 'Enough for whom?' }, { answer: 'Plenty.' }],
    'meeting.followup': [{ answer: 'For the trees.' }],
    'meeting.synthesis': [
      { insight: 'Water is near.', tension: 'Shade.', recommendation: 'Dig.', question: 'When?' },
    ],
    'meeting.notes': [
      { topic: 'Water', summary: 'All agree.', highlights: ['Q1', 'Q2'], next_steps: ['Dig', 'Plant'] },
    ],
    'skill.note': [{ notes: [{ skill: 'alder/digging', observation: 'The first step was enough.' }] }],
    'brainstorm.take': ['Take it from the river.'],
    'brainstorm.synthesis': [{ agree: 'River.', tension: 'Shade.', next_step: 'Dig.' }],
    ...more,
  }
}

/** Answers every pair and every non-negotiable that the prompt names. */
function designFor({ text }: Prompt) {
  const found = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, id]) => id!))]
  return {
    overview: 'Alder, Birch, Cedar and Dogwood take the water from the river.',
    architecture: 'One pipe.',
    user_experience: '—',
    risk_assessment: 'Fish.',
    quality_strategy: 'Measure the flow.',
    resolutions: found(/^(P\d): /gm).map((pair) => ({
      pair,
      resolution: 'Shade',
      reasoning: 'Trees first.',
    })),
    decisions: [{ decision: 'Source', options: ['river', 'rain'], chosen: 'river', reasoning: 'near' }],
    non_negotiables: found(/^(N\d+) \(/gm).map((id) => ({ id, status: 'met', where: 'Risk Assessment' })),
  }
}

const prd = {
  overview: 'Water flows.',
  goals: ['Wet trees'],
  non_goals: ['A lake'],
  stories: [
    {
      title: 'Dig the ditch',
      as_a: 'gardener',
      want: 'a ditch',
      so_that: 'water flows',
      member: 'alder',
      criteria: [{ text: 'The ditch returns the water' }],
    },
    {
      title: 'Lay the pipe',
      as_a: 'gardener',
      want: 'a pipe',
      so_that: 'it stays',
      member: 'Birch',
      depends_on: ['US-001'],
      criteria: [{ text: 'The pipe sends water' }, { text: 'The valve shows its state' }],
    },
  ],
  technical_notes: 'src/pump.ts',
  dependencies: [],
}
