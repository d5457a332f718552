// A small theme for whole processes: three members, and what they say in a session that passes every phase.

import type { Script } from './protocol-suite-setup.js'
import type { Repo } from './repo.js'

const theme = `theme_id: grove
theme_name: Grove
intake_prompt: What shall we plant?
conductor_persona: grove-keeper
roster:
  - { id: alder, name: Alder, color: Green, lens: water, keywords: [tide, gate] }
  - { id: birch, name: Birch, color: White, lens: light, keywords: [noon] }
  - { id: cedar, name: Cedar, color: Brown, lens: timber, keywords: [beam] }
`

const skill = `---
name: codebase-context
department: alder
description: Dig where the water is
version: 1
triggers: [tide]
---

## Purpose

Find the water.

## Process

1. Dig.

## Evolution Notes
`

const department = `---
name: Alder
executive: Alder
color: Green
description: Water
---

## Skills

| Skill | Purpose | Model Tier | Triggers |
|-------|---------|------------|----------|
| codebase-context | Dig | any | tide |
`

/** Lays the theme, its personas and its one skill into a repository. */
export function plantGrove({ write }: Pick<Repo, 'write'>): void {
  write('.claude/grove/theme.yaml', theme)
  for (const name of ['keeper', 'alder', 'birch', 'cedar'])
    write(`.claude/agents/grove-${name}.md`, `---\nname: grove-${name}\n---\nYou are ${name}.\n`)
  write('.claude/skills/grove/alder/DEPARTMENT.md', department)
  write('.claude/skills/grove/alder/codebase-context/SKILL.md', skill)
}

export const groveIdea = 'Open the gate with the tide'

const ids = ['alder', 'birch', 'cedar']
const call = (id: string, value: object) => ({ call: id, value })
const says = (id: string, text: string) => ({ call: id, text })

const position = (name: string) => `**Core recommendation:** ${name} opens the gate with the tide.

**Key argument:**
${name} has seen the water rise at noon.

**Risks if ignored:**
- ships wait
- the gate rusts

**Dependencies on other domains:**
- none`

const response = (other: string, way: string) =>
  `**Their position:** ${other} wants light.\n**My response:** ${way}\n**Reasoning:** The tide comes first for ${other}. Light comes later.`

const final = (name: string) =>
  `**Revised recommendation:** ${name} agrees on the tide.\n**Concessions made:** none\n**Non-negotiables:**\n- ${name} keeps the key\n**Implementation notes:** Begin at noon.`

const questions = {
  scores: ids.map((member, at) => ({ member, score: 5 - at })),
  questions: [{ member: 'alder', question: 'How high is the tide in docs/tide.md?' }],
  more: false,
}

const design = {
  overview: 'Alder, Birch and Cedar open the gate with the tide.',
  architecture: 'One gate in src/gate.ts.',
  user_experience: '—',
  risk_assessment: 'High water at night.',
  quality_strategy: 'A test for each tide.',
  resolutions: [{ pair: 'P1', resolution: 'Tide before light', reasoning: 'Ships follow the water.' }],
  decisions: [{ decision: 'When', options: ['noon', 'tide'], chosen: 'tide', reasoning: 'Ships wait.' }],
  non_negotiables: ['N1', 'N2', 'N3'].map((id) => ({ id, status: 'met', where: 'Architecture' })),
  conflicts: [],
}

const prd = {
  overview: 'The gate follows the tide.',
  goals: ['Fewer ships wait'],
  non_goals: ['A new harbour'],
  stories: [
    {
      title: 'Follow the tide',
      as_a: 'captain',
      want: 'the gate open at high water',
      so_that: 'I can sail',
      member: 'alder',
      criteria: [{ text: 'The gate returns its state' }],
    },
  ],
  technical_notes: 'src/gate.ts',
  dependencies: [],
}

/** A standard session: an answer, three members, one pair, a design, a plan that becomes issues on GitHub. */
export const groveScript: Script = {
  seats: {
    conductor: [
      call('interview.questions', questions),
      call('interview.questions', { ...questions, questions: [] }),
      call('interview.summary', {
        intent: 'The gate is to follow the tide.',
        decisions: ['By the tide table'],
        open_questions: [],
        scores: ids.map((member) => ({ member, score: 3, rationale: 'near' })),
      }),
      call('assembly.semantic', {
        members: ids.map((member, at) => ({ member, semantic: 4 - 2 * at, rationale: `reason ${at}` })),
        bonuses: [],
        overlaps: [],
      }),
      call('pairing', {
        pairs: [{ a: 'alder', b: 'birch', tension: 'Tide or light?', why: 'It decides the hours.' }],
      }),
      call('pairing.again', {
        pairs: [{ a: 'alder', b: 'birch', tension: 'Tide or light?', why: 'It decides the hours.' }],
      }),
      call('synthesis', design),
      call('prd', prd),
      call('skill.note', {
        notes: [{ skill: 'alder/codebase-context', observation: 'Digging was enough.' }],
      }),
    ],
    alder: [
      says('survey', 'The gate is in src/gate.ts, the tide in docs/tide.md.'),
      says('round1.position', position('Alder')),
      says('round2.challenge', response('Birch', 'Maintain')),
      says('round3.converge', final('Alder')),
    ],
    birch: [
      says('round1.position', position('Birch')),
      says('round2.challenge', response('Alder', 'Modify')),
      says('round3.converge', final('Birch')),
    ],
    cedar: [says('round1.position', position('Cedar')), says('round3.converge', final('Cedar'))],
  },
  answers: [
    { to: 'interview.round', choose: 'answer', text: '1. As high as the wall.' },
    { to: 'assembly.approve', choose: 'approve' },
    { to: 'design.approve', choose: 'approve' },
    { to: 'scope.review', choose: 'approve' },
    { to: 'action.choose', choose: 'github' },
  ],
}

/** What the conductor says where the person wants the design changed. */
export const groveOnward = { conductor: [call('design.revise', design)] }

/** The grove meets: two members ask each other, and one asks back. */
export const groveMeeting: Script = {
  seats: {
    conductor: [
      call('interview.questions', questions),
      call('interview.questions', { ...questions, questions: [] }),
      call('interview.topic', { topic: 'The gate', summary: 'When it opens.' }),
      call('assembly.semantic', {
        members: ids.map((member, at) => ({ member, semantic: 4 - 2 * at, rationale: `reason ${at}` })),
        bonuses: [],
        overlaps: [],
      }),
      call('meeting.notes', {
        topic: 'The gate',
        summary: 'All agree.',
        highlights: ['Q1', 'Q2'],
        next_steps: ['Read the tide table', 'Open the gate'],
      }),
      call('skill.note', { notes: [] }),
    ],
    alder: [
      says('meeting.opening', 'I would open it with the tide. Who keeps the key?'),
      call('meeting.questions', { questions: [{ to: 'birch', question: 'Is there light?' }] }),
      call('meeting.answer', { answer: 'Enough of it.' }),
      call('meeting.followup', { answer: 'For every ship.' }),
      call('meeting.synthesis', synthesisOf('The tide is near.')),
    ],
    birch: [
      says('meeting.opening', 'Mind the light.'),
      call('meeting.questions', { questions: [{ to: 'alder', question: 'Is there water?' }] }),
      call('meeting.answer', { answer: 'Enough.', follow_up: 'Enough for whom?' }),
      call('meeting.synthesis', synthesisOf('Light is scarce.')),
    ],
    cedar: [
      says('meeting.opening', 'Beams hold a gate.'),
      call('meeting.questions', { questions: [] }),
      call('meeting.synthesis', synthesisOf('Beams help.')),
    ],
  },
  answers: [
    { to: 'interview.round', choose: 'answer', text: '1. As high as the wall.' },
    { to: 'assembly.approve', choose: 'approve' },
  ],
}

function synthesisOf(insight: string) {
  return { insight, tension: 'Shade.', recommendation: 'Open it.', question: 'When?' }
}

const read = ['README.md', 'src/gate.ts', 'docs/tide.md']
const auditor = [
  {
    call: 'audit.zone',
    tools: read.map((path) => ({ name: 'read_file', input: { path } })),
    value: {
      files_read: read,
      findings: [
        {
          severity: 'critical',
          file: 'src/gate.ts',
          line: 1,
          category: 'logic',
          title: 'The gate opens without looking at the tide',
          detail: 'It asks for the hour alone.',
        },
      ],
    },
  },
  ...Array.from({ length: 8 }, () => call('audit.zone', { files_read: read, findings: [] })),
]

/** The grove audits: every auditor reads all files when it is called first, and finds what is in one of them. */
export const groveAudit: Script = {
  seats: {
    conductor: [
      call('assembly.semantic', { members: [], bonuses: [], overlaps: [] }),
      call('audit.criteria', { criteria: ['The gate opens by the tide'], scope: [] }),
      call('audit.gaps', { reopen: [] }),
      call('audit.gaps', { reopen: [] }),
      call('audit.report', {
        summary: 'The gate ignores the tide.',
        recommendations: [{ text: 'Ask the tide.', findings: ['F-001'] }],
      }),
    ],
    'auditor-1': auditor,
    'auditor-2': auditor,
    'auditor-3': auditor,
    'auditor-4': auditor,
  },
  answers: [],
}
