// A deliberation for whole processes: a repository with a small theme of its own, and a script in which nothing goes wrong.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { smallPersonas, smallTheme } from '../../src/protocols/deliberate/documents/themes.suite.js'
import { emptyRepository, type Repo } from './repo.js'
import { temporary } from './run.js'

export const idea = 'Water the grove from the river'

export interface Deliberation {
  readonly repo: Repo
  /** Of processes: a home of their own. */
  readonly env: Readonly<Record<string, string>>
  /** Where the script is, outside of the repository. */
  readonly script: string
}

export type Entry = Readonly<Record<string, unknown>>

interface Saying {
  readonly seats?: Readonly<Record<string, readonly Entry[]>>
  /** Said by the conductor before what it says otherwise, for the calls that they name. */
  readonly first?: readonly Entry[]
  readonly answers?: readonly unknown[]
}

/** `files` are committed, with the theme and its personas. */
export function deliberation(
  files: Readonly<Record<string, string>>,
  saying: Saying = {},
  theme = '',
): Deliberation {
  const repo = emptyRepository()
  const all = {
    ...files,
    '.claude/grove/theme.yaml': smallTheme + theme,
    ...Object.fromEntries(smallPersonas.map((name) => [`.claude/agents/${name}.md`, persona(name)])),
  }
  for (const [path, text] of Object.entries(all)) repo.write(path, text)
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'Begin')
  return { repo, ...voices(members, saying) }
}

/** A home of its own, and in it a script in which these members of a theme sit at the table in any mode, and nothing goes wrong. */
export function voices(ids: readonly string[], saying: Saying = {}): Pick<Deliberation, 'env' | 'script'> {
  const home = temporary()
  const script = join(home, 'script.json')
  const { first = [], seats = {}, answers = [] } = saying
  const all = { conductor: [...first, ...conductor(ids)], '*': spoken(ids), ...seats }
  writeFileSync(script, JSON.stringify({ seats: all, answers }))
  return { env: { HOME: home, PARLEY_HOME: join(home, '.parley') }, script }
}

function persona(name: string): string {
  return `---\nname: ${name}\ndescription: A tree.\n---\nYou are ${name}.\n`
}

export const call = (id: string, value: unknown): Entry => ({ call: id, value })
export const members = ['alder', 'birch', 'cedar', 'dogwood']

/** What the conductor says in a session that passes every phase, in each of the modes. */
function conductor(ids: readonly string[]): Entry[] {
  const pairs = pairsOf(ids)
  return [
    call('brainstorm.synthesis', { agree: 'On water.', tension: 'Shade or light.', next_step: 'Dig.' }),
    call('interview.questions', {
      scores: ids.map((member, at) => ({ member, score: 5 - at })),
      questions: [{ member: ids[0], question: 'How much water?' }],
      more: false,
    }),
    call('interview.questions', { scores: [], questions: [], more: false }),
    call('interview.summary', {
      intent: 'Water for the trees.',
      decisions: ['From the river'],
      open_questions: [],
      scores: ids.map((member) => ({ member, score: 3, rationale: 'near' })),
    }),
    call('interview.topic', { topic: 'Water', summary: 'Where from.' }),
    call('assembly.semantic', {
      members: ids.map((member, at) => ({ member, semantic: 4 - at, rationale: `reason ${at}` })),
      bonuses: [],
      overlaps: [],
    }),
    { call: 'survey', text: 'The pump is in src/pump.mjs.' },
    call('pairing', { pairs }),
    call('synthesis', {
      overview: `${ids.join(', ')} take the water from the river.`,
      architecture: 'One pipe.',
      user_experience: '—',
      risk_assessment: 'Fish.',
      quality_strategy: 'Measure the flow.',
      resolutions: pairs.map((_, at) => ({
        pair: `P${at + 1}`,
        resolution: 'Shade',
        reasoning: 'Trees first.',
      })),
      decisions: [{ decision: 'Source', options: ['river', 'rain'], chosen: 'river', reasoning: 'near' }],
      non_negotiables: [],
    }),
    call('prd', prdOf(ids)),
    call('sketch', {
      overview: 'A pipe.',
      recommendations: ids.map((member) => ({ member, text: 'Dig.' })),
      open_questions: [],
    }),
    call('tasklist', { tasks: [{ title: 'Dig', description: 'Until it flows.' }] }),
    call('meeting.notes', {
      topic: 'Water',
      summary: 'x',
      highlights: ['Q1'],
      next_steps: ['Dig', 'Plant'],
    }),
    call('audit.criteria', { criteria: ['It pumps'], scope: [] }),
    call('audit.report', { summary: 'Nothing was read.', recommendations: [] }),
  ]
}

/** The first two pairs of neighbours. */
function pairsOf(ids: readonly string[]) {
  const why = 'It decides the rows.'
  return ids.slice(1, 3).map((b, at) => ({ a: ids[at], b, tension: 'Shade or light?', why }))
}

const prdOf = ([first, second]: readonly string[]) => ({
  overview: 'Water flows.',
  goals: ['Wet trees'],
  non_goals: ['A lake'],
  stories: [
    {
      title: 'Dig the ditch',
      as_a: 'gardener',
      want: 'a ditch',
      so_that: 'water flows',
      member: first,
      criteria: [{ text: 'The ditch returns the water' }],
    },
    {
      title: 'Lay the pipe',
      as_a: 'gardener',
      want: 'a pipe',
      so_that: 'it stays',
      member: second,
      depends_on: ['US-001'],
      criteria: [{ text: 'The pipe accepts the water' }, { text: 'The valve shows its state' }],
    },
  ],
  technical_notes: 'src/pump.mjs',
  dependencies: [],
})

export const position =
  '**Core recommendation:** Take it from the river.\n**Key argument:** It is near.\n**Risks if ignored:**\n- the trees dry\n- buckets\n**Dependencies on other domains:**\n- timber'
export const response =
  '**Their position:** A beam.\n**My response:** Modify\n**Reasoning:** It holds the pipe.'
export const final =
  '**Revised recommendation:** River and beam.\n**Concessions made:** none\n**Non-negotiables:** none\n**Implementation notes:** Dig first.'

/** What members and auditors say. Whoever asks first in a meeting asks two others; auditors read nothing and claim nothing. */
function spoken(ids: readonly string[]): Entry[] {
  const asked = [
    { to: ids[1], question: 'Light?' },
    { to: ids[0], question: 'Water?' },
  ]
  const synthesis = { insight: 'a', tension: 'b', recommendation: 'c', question: 'd' }
  return [
    ...times(3, { call: 'brainstorm.take', text: 'From the river.' }),
    ...times(4, { call: 'round1.position', text: position }),
    ...times(6, { call: 'round2.challenge', text: response }),
    ...times(4, { call: 'round3.converge', text: final }),
    ...times(4, { call: 'meeting.opening', text: 'From the river.' }),
    call('meeting.questions', { questions: asked }),
    ...times(3, call('meeting.questions', { questions: [] })),
    ...times(4, call('meeting.answer', { answer: 'Enough.' })),
    ...times(4, call('meeting.synthesis', synthesis)),
    ...times(30, call('audit.zone', { files_read: [], findings: [] })),
  ]
}

const times = (count: number, entry: Entry) => Array.from({ length: count }, () => entry)

/** The answers of a standard session up to the question about the plan. */
export const approving = [
  { to: 'interview.round', choose: 'answer', text: 'Much.' },
  { to: 'assembly.approve', choose: 'approve' },
  { to: 'design.approve', choose: 'approve' },
  { to: 'scope.review', choose: 'approve' },
]
