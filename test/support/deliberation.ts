// A deliberation for whole processes: a repository with a small theme of its own, and a script in which nothing goes wrong.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** `files` are committed, with the theme and its personas. */
export function deliberation(
  files: Readonly<Record<string, string>>,
  more: {
    readonly seats?: Readonly<Record<string, readonly Entry[]>>
    /** Said by the conductor before what it says otherwise, for the calls that they name. */
    readonly first?: readonly Entry[]
    readonly answers?: readonly unknown[]
  } = {},
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
  const home = temporary()
  const script = join(home, 'script.json')
  mkdirSync(dirname(script), { recursive: true })
  writeFileSync(
    script,
    JSON.stringify({
      seats: { conductor: [...(more.first ?? []), ...conductor()], '*': spoken(), ...more.seats },
      answers: more.answers ?? [],
    }),
  )
  return { repo, env: { HOME: home, PARLEY_HOME: join(home, '.parley') }, script }
}

function persona(name: string): string {
  return `---\nname: ${name}\ndescription: A tree.\n---\nYou are ${name}.\n`
}

export const call = (id: string, value: unknown): Entry => ({ call: id, value })
export const members = ['alder', 'birch', 'cedar', 'dogwood']

/** What the conductor says in a session that passes every phase, in each of the modes. */
function conductor(): Entry[] {
  return [
    call('interview.questions', {
      scores: members.map((member, at) => ({ member, score: 5 - at })),
      questions: [{ member: 'alder', question: 'How much water?' }],
      more: false,
    }),
    call('interview.questions', { scores: [], questions: [], more: false }),
    call('interview.summary', {
      intent: 'Water for the trees.',
      decisions: ['From the river'],
      open_questions: [],
      scores: members.map((member) => ({ member, score: 3, rationale: 'near' })),
    }),
    call('assembly.semantic', {
      members: members.map((member, at) => ({ member, semantic: 4 - at, rationale: `reason ${at}` })),
      bonuses: [],
      overlaps: [],
    }),
    { call: 'survey', text: 'The pump is in src/pump.mjs.' },
    call('pairing', {
      pairs: [
        { a: 'alder', b: 'birch', tension: 'Shade or light?', why: 'It decides the rows.' },
        { a: 'birch', b: 'cedar', tension: 'Cut or keep?', why: 'It decides the beams.' },
      ],
    }),
    call('synthesis', {
      overview: 'Alder, Birch and Cedar take the water from the river.',
      architecture: 'One pipe.',
      user_experience: '—',
      risk_assessment: 'Fish.',
      quality_strategy: 'Measure the flow.',
      resolutions: ['P1', 'P2'].map((pair) => ({ pair, resolution: 'Shade', reasoning: 'Trees first.' })),
      decisions: [{ decision: 'Source', options: ['river', 'rain'], chosen: 'river', reasoning: 'near' }],
      non_negotiables: [],
    }),
    call('prd', prd),
    call('sketch', {
      overview: 'A pipe.',
      recommendations: members.map((member) => ({ member, text: 'Dig.' })),
      open_questions: [],
    }),
    call('tasklist', { tasks: [{ title: 'Dig', description: 'Until it flows.' }] }),
  ]
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
      member: 'birch',
      depends_on: ['US-001'],
      criteria: [{ text: 'The pipe accepts the water' }, { text: 'The valve shows its state' }],
    },
  ],
  technical_notes: 'src/pump.mjs',
  dependencies: [],
}

export const position =
  '**Core recommendation:** Take it from the river.\n**Key argument:** It is near.\n**Risks if ignored:**\n- the trees dry\n- buckets\n**Dependencies on other domains:**\n- timber'
export const response =
  '**Their position:** A beam.\n**My response:** Modify\n**Reasoning:** It holds the pipe.'
export const final =
  '**Revised recommendation:** River and beam.\n**Concessions made:** none\n**Non-negotiables:** none\n**Implementation notes:** Dig first.'

function spoken(): Entry[] {
  return [
    ...Array.from({ length: 4 }, () => ({ call: 'round1.position', text: position })),
    ...Array.from({ length: 6 }, () => ({ call: 'round2.challenge', text: response })),
    ...Array.from({ length: 4 }, () => ({ call: 'round3.converge', text: final })),
  ]
}

/** The answers of a standard session up to the question about the plan. */
export const approving = [
  { to: 'interview.round', choose: 'answer', text: 'Much.' },
  { to: 'assembly.approve', choose: 'approve' },
  { to: 'design.approve', choose: 'approve' },
  { to: 'scope.review', choose: 'approve' },
]
