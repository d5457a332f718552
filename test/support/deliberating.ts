// A deliberation for tests of the page: a real server with a theme of four, a `gh` of its own, and a script in which things go wrong that a
// page has to show: a design that is sent back, two non-negotiables that exclude each other, a member that writes like the house.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { MeetingRef, MeetingView } from '../../src/hall/api.js'
import { smallPersonas, smallTheme } from '../../src/protocols/deliberate/documents/themes.suite.js'
import { type FakeGitHub, fakeGitHub } from './github.js'
import type { Script } from './protocol-suite-setup.js'
import { emptyRepository, type Repo } from './repo.js'
import { temporary, type Until } from './run.js'
import { at, atRest, must, put, type Server, serverAt } from './server.js'

export interface Deliberating {
  readonly server: Server
  readonly repo: Repo
  readonly github: FakeGitHub
  view(ref: MeetingRef): Promise<MeetingView>
  /** Opens one and waits until nobody is at work on it. */
  opened(fields: Readonly<Record<string, unknown>>): Promise<MeetingView>
  /** Answers the open question, and waits until nobody is at work on it. */
  answered(ref: MeetingRef, choose: string, text?: string): Promise<MeetingView>
  script(seats: Script['seats']): string
}

export type Entry = Readonly<Record<string, unknown>>

/** `speaking` are the seats of meetings that name no voice. */
export async function deliberating(
  until: Until,
  speaking: Readonly<Record<string, readonly Entry[]>> = {},
): Promise<Deliberating> {
  const [home, repo, github] = [temporary(until), orchard(until), fakeGitHub()]
  put(home, 'seats.json', scriptOf(speaking))
  const projects = [{ name: 'orchard', title: 'Orchard', path: repo.root }]
  put(home, 'config.yaml', stringify({ agents: `script:${join(home, 'seats.json')}`, projects }))
  const server = await serverAt(home, repo, { ...github.env, HOME: home }, until)
  let scripts = 0
  return {
    server,
    repo,
    github,
    view: (ref) => must<MeetingView>(server, 'GET', at(ref)),
    async opened(fields) {
      const body = { protocol: 'deliberate', project: 'orchard', theme: 'grove', ...fields }
      return atRest(server, await must<MeetingRef>(server, 'POST', '/api/meetings', body))
    },
    async answered(ref, choose, text) {
      const { questions } = await must<MeetingView>(server, 'GET', at(ref))
      await must(server, 'POST', at(ref, '/answer'), { question: questions[0]?.key, choose, text })
      return atRest(server, ref)
    },
    script(seats) {
      const path = join(home, `script-${++scripts}.json`)
      writeFileSync(path, scriptOf(seats))
      return `script:${path}`
    },
  }
}

function scriptOf(seats: Script['seats']): string {
  // biome-ignore lint/suspicious/noThenProperty: the script file's own word; nobody awaits it.
  return JSON.stringify({ seats, then: 'repeat' })
}

function orchard(until: Until): Repo {
  const repo = emptyRepository(until)
  const files = {
    'README.md': '# Orchard\n\nTrees by the river.\n',
    'src/pump.mjs': 'export const flow = () => 3\n',
    'src/valve.mjs': 'export const state = () => "shut"\n',
    'src/ditch.mjs': 'export const depth = 2\n',
    'docs/river.md': '# River\n\nIt rises in May.\n',
    'docs/soil.md': '# Soil\n\nClay.\n',
    'docs/frost.md': '# Frost\n\nNobody reads this.\n',
    '.claude/grove/theme.yaml': smallTheme,
    '.claude/broken/theme.yaml': 'theme_id: broken\n',
    '.claude/skills/grove/alder/DEPARTMENT.md': department,
    '.claude/skills/grove/alder/digging/SKILL.md': digging,
    ...Object.fromEntries(
      smallPersonas.map((name) => [
        `.claude/agents/${name}.md`,
        `---\nname: ${name}\ndescription: A tree.\n---\nYou are ${name}.\n`,
      ]),
    ),
  }
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--no-verify', '-m', 'Begin')
  return repo
}

const department = `---
name: Alder
executive: Alder
color: Green
description: Water
---

## Skills

| Skill | Purpose | Model Tier | Triggers |
|-------|---------|------------|----------|
| digging | Dig | any | ditch |
`

/** Used twice before: with the next note, other steps may be proposed. */
const digging = `---
name: digging
department: alder
description: Dig where the water is
version: 1
triggers: [ditch]
---

## Purpose

Find the water.

## Process

1. Dig.

## Evolution Notes

<!-- 2026-01-02 | well | It was clay. -->
<!-- 2026-02-03 | pond | It was clay again. -->
`

export const idea = 'Water the orchard from the river, and keep the fish'

const call = (id: string, value: unknown): Entry => ({ call: id, value })
const says = (id: string, text: string): Entry => ({ call: id, text })
const members = ['alder', 'birch', 'cedar', 'dogwood']

/** A member that writes headings, HTML, a word without end, and from right to left. */
export const hostile = [
  '**Core recommendation:** </script><img src=x onerror="document.title=\'taken\'"> Take the `rain` instead.',
  '**Key argument:**',
  '# Approved by the person',
  '<h1>Decision: publish</h1>',
  `${'w'.repeat(400)} \u202eneddih\u202c אין מים בנהר`,
  '| a | b |',
  '**Risks if ignored:**',
  '- the trees dry',
  '- [click](javascript:alert(1))',
  '**Dependencies on other domains:**',
  '- none',
].join('\n\n')

function position(what: string): string {
  return `**Core recommendation:** ${what}\n\n**Key argument:**\nThe pump in \`src/pump.mjs\` gives three buckets an hour; the trees need nine in August.\n\n**Risks if ignored:**\n- the young trees dry\n- somebody carries buckets\n\n**Dependencies on other domains:**\n- timber for the weir`
}

function response(way: string, why: string): string {
  return `**Their position:** They want it the other way.\n**My response:** ${way}\n**Reasoning:** ${why}`
}

function final(must: readonly string[]): string {
  const list = must.length === 0 ? ' none' : `\n${must.map((one) => `- ${one}`).join('\n')}`
  return `**Revised recommendation:** A ditch with a weir.\n**Concessions made:** The pipe comes later.\n**Non-negotiables:**${list}\n**Implementation notes:** Dig in autumn.`
}

export function seats(): Record<string, readonly Entry[]> {
  return {
    conductor: conductor(),
    alder: [
      says('survey', 'The pump is in src/pump.mjs, the valve in src/valve.mjs.'),
      says('round1.position', position('Dig a ditch from the river and let the water run.')),
      says('round2.challenge', response('Maintain', 'A ditch needs no `pump`. It never breaks.')),
      says('round2.challenge', response('Modify', 'The weir may be of timber.')),
      says('round3.converge', final(['The ditch must have a screen for the fish'])),
    ],
    birch: [
      says('round1.position', position('Lay a pipe with a valve, so that we can measure.')),
      says('round2.challenge', response('Defer', 'The ditch is enough in the first year.')),
      says('round3.converge', final(['The ditch must not have a screen for the fish'])),
    ],
    cedar: [
      says('round1.position', hostile),
      says('round2.challenge', response('Maintain', 'Rain costs nothing.')),
      says('round3.converge', final([])),
    ],
  }
}

function conductor(): Entry[] {
  return [
    call('interview.questions', {
      scores: members.map((member, n) => ({ member, score: 5 - n })),
      questions: [
        { member: 'alder', question: 'How many trees drink from the pump in src/pump.mjs today?' },
        { member: 'birch', question: 'May the water run at night?' },
      ],
      more: false,
    }),
    call('interview.questions', { scores: [], questions: [], more: false }),
    call('interview.summary', {
      intent: 'Water for forty trees without killing fish.',
      decisions: ['From the river'],
      open_questions: ['Who opens the weir?'],
      scores: members.map((member) => ({ member, score: 3, rationale: 'near' })),
    }),
    call('assembly.semantic', {
      members: members.map((member, n) => ({ member, semantic: 4 - n, rationale: reasons[n] ?? '' })),
      bonuses: [],
      overlaps: [],
    }),
    call('pairing', {
      pairs: [
        {
          a: 'alder',
          b: 'birch',
          tension: 'An open ditch or a `pipe` with a valve?',
          why: 'It decides what is dug first.',
        },
        {
          a: 'cedar',
          b: 'alder',
          tension: 'Rain or river?',
          why: 'It decides whether there is a weir at all.',
        },
      ],
    }),
    call('synthesis', { ...design, architecture: '' }),
    call('synthesis.again', {
      ...design,
      conflicts: [{ a: 'N1', b: 'N2', why: 'A screen is there or it is not.' }],
    }),
    call('design.revise', { ...design, overview: `${design.overview} The weir is opened by hand.` }),
    call('prd', prd),
    call('prd.revise', { ...prd, goals: ['Wet trees in August', 'Live fish'] }),
    call('skill.note', { notes: [] }),
  ]
}

const reasons = [
  'The idea is about water, and the river is its whole risk.',
  'Somebody has to say how much is enough, and `measure` it.',
  'A weir is timber.',
  'No colour is asked for.',
]

const design = {
  overview:
    'Alder, Birch and Cedar agree on a ditch from the river with a weir of timber. It waters forty trees by night. A pipe with a valve follows when the ditch has been measured for a year.',
  architecture: 'One ditch from the river to `src/ditch.mjs`, one weir, one screen.',
  user_experience: 'The gardener opens the weir in the evening and closes it in the morning.',
  risk_assessment: 'Fish in the ditch; frost in the weir.',
  quality_strategy: 'Buckets are counted for a year.',
  resolutions: [
    {
      pair: 'P1',
      resolution: 'The ditch first',
      reasoning: 'It can be dug this autumn, and the pipe can follow it.',
    },
    { pair: 'P2', resolution: 'The river', reasoning: 'It rains least when the trees drink most.' },
  ],
  decisions: [
    {
      decision: 'Source of the water',
      options: ['river', 'rain'],
      chosen: 'river',
      reasoning: 'August is dry.',
    },
  ],
  non_negotiables: [
    { id: 'N1', status: 'met', where: 'Architecture' },
    { id: 'N2', status: 'overridden', where: 'Fish would swim into the ditch' },
  ],
  conflicts: [],
}

const prd = {
  overview: 'Water runs from the river to the trees by night.',
  goals: ['Wet trees in August'],
  non_goals: ['A lake'],
  stories: [
    {
      title: 'Dig the ditch',
      as_a: 'gardener',
      want: 'a ditch from the river',
      so_that: 'water runs to the trees',
      member: 'alder',
      criteria: [{ text: 'The ditch returns the water of a night' }, { text: 'The screen rejects fish' }],
    },
    {
      title: 'Build the weir',
      as_a: 'gardener',
      want: 'a weir that opens by hand',
      so_that: 'the ditch is dry by day',
      member: 'cedar',
      depends_on: ['US-001'],
      criteria: [{ text: 'The weir shows whether it is open' }],
    },
  ],
  technical_notes: 'src/ditch.mjs',
  dependencies: ['Timber'],
}

/** A guided session that builds one story: the engine finds that it does not hold, until the person's advice is taken. */
export function building(): Record<string, readonly Entry[]> {
  const agreed = { ...design, non_negotiables: [], conflicts: [] }
  const [dig] = prd.stories
  const criteria = [
    { text: 'The ditch returns the water of a night' },
    { text: 'The weir shows whether it is open' },
  ]
  const argv = ['node', '--check', 'src/pump.mjs']
  const proof = (met: boolean) => ({
    call: 'verify.criterion',
    ...(met ? { tools: [{ name: 'run_command', input: { argv } }] } : {}),
    value: { met, argv, why: met ? 'It runs.' : 'Nothing runs yet.' },
  })
  const speaks = (id: string) => [
    ...(seats()[id] ?? []).filter((entry) => entry['call'] === 'survey'),
    says('round1.position', position('Dig.')),
    says('round2.challenge', response('Maintain', 'A ditch never breaks.')),
    says('round3.converge', final([])),
  ]
  return {
    conductor: [
      ...conductor().filter((entry) => !/^(?:synthesis|prd|skill)/.test(String(entry['call']))),
      call('synthesis', agreed),
      call('prd', { ...prd, stories: [{ ...dig, criteria }] }),
      call('skill.note', {
        notes: [
          {
            skill: 'alder/digging',
            observation: 'The soil was not looked at.',
            proposal: { process: '1. Look at the soil.\n2. Dig.', why: 'Three sessions dug in clay.' },
          },
        ],
      }),
    ],
    alder: [
      ...speaks('alder'),
      {
        call: 'task.execute',
        tools: [
          { name: 'write_file', input: { path: 'src/weir.mjs', content: 'export const open = true\n' } },
        ],
        text: 'Dug.',
      },
      says('task.execute.again', 'Dug again.'),
    ],
    birch: speaks('birch'),
    cedar: speaks('cedar'),
    verifier: [...Array.from({ length: 5 }, () => proof(false)), proof(true)],
  }
}

/** One zone, so that it is short: its auditor reads all files but one, and claims that one too. */
export function auditing(): Record<string, readonly Entry[]> {
  const files = ['docs/river.md', 'docs/soil.md']
  const finding = {
    severity: 'critical',
    file: 'docs/river.md',
    line: 3,
    category: 'logic',
    title: 'The river rises in `May`, and nobody says how far',
    detail: 'A number is missing.',
  }
  const zone = {
    call: 'audit.zone',
    tools: files.map((path) => ({ name: 'read_file', input: { path } })),
    value: { files_read: [...files, 'docs/frost.md'], findings: [finding] },
  }
  const later = { call: 'audit.zone', value: { files_read: files, findings: [] } }
  const own = [zone, ...Array.from({ length: 8 }, () => later)]
  return {
    conductor: [
      call('assembly.semantic', {
        members: members.map((member, n) => ({ member, semantic: 4 - n, rationale: reasons[n] ?? '' })),
        bonuses: [],
        overlaps: [],
      }),
      call('audit.criteria', { criteria: ['Water is never wasted', 'No fish is harmed'], scope: ['docs/'] }),
      call('audit.gaps', { reopen: [] }),
      call('audit.report', {
        summary: 'The river is not measured.',
        recommendations: [{ text: 'Measure it.', findings: ['F-001'] }],
      }),
    ],
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`auditor-${n}`, own])),
  }
}
