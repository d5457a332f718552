// What is said in the deliberations whose screens are shot: four members of the usual theme, one tension, a design and a plan.

const members = ['architect', 'advocate', 'skeptic', 'craftsman']
const others = [
  ...['scout', 'strategist', 'operator', 'chronicler', 'guardian', 'tuner', 'alchemist', 'pathfinder'],
  ...['artisan', 'herald', 'sentinel', 'oracle', 'cipher', 'warden', 'prover'],
]
const each = (entry) => members.map(() => entry)

const question = {
  member: 'advocate',
  question: 'Who in the office reads that list, and what do they do with it?',
}
const pairs = [
  {
    a: 'architect',
    b: 'skeptic',
    tension: 'A list that is made at night, or one that is made when it is asked for?',
    why: 'It decides whether the worker has to know the office.',
  },
]

const design = {
  overview: 'The worker notes what it sent **twice**; `src/outbox.js` lists that when somebody asks.',
  architecture: 'One more column in the outbox, and one query that reads it.',
  user_experience: 'A line a message: when it went out first, when again, and to whom.',
  risk_assessment: 'A night in which everything is sent again makes a long list.',
  quality_strategy: 'As Advocate and Craftsman want it: a test stops the worker between sending and noting.',
  resolutions: [
    {
      pair: 'P1',
      resolution: 'When it is asked for',
      reasoning: 'As Architect and Skeptic came to see, the worker knows no office hours.',
    },
  ],
  decisions: [
    {
      decision: 'When',
      options: ['at night', 'when asked'],
      chosen: 'when asked',
      reasoning: 'One part less.',
    },
  ],
  non_negotiables: [],
}

const plan = {
  overview: 'The office sees what was sent twice.',
  goals: ['Nobody learns of it from a customer'],
  non_goals: ['A page of its own'],
  stories: [
    {
      title: 'List what was sent twice',
      as_a: 'clerk',
      want: 'a list of what was sent again',
      so_that: 'I can call the customer first',
      member: 'architect',
      criteria: [{ text: 'A message that was sent twice is in the list once' }],
    },
  ],
  technical_notes: '`src/outbox.js`',
  dependencies: [],
}

const position = `**Core recommendation:** List it when somebody asks.
**Key argument:** The worker stays as it is (\`src/outbox.js\`).
**Risks if ignored:**
- the office hears of it from a customer
- the worker learns office hours
**Dependencies on other domains:**
- none`

const response = `**Their position:** A list that is made at night.
**My response:** Modify
**Reasoning:** Nobody reads it at night, and it is old by the morning.`

const final = `**Revised recommendation:** List it when somebody asks, and note the second sending.
**Concessions made:** none
**Non-negotiables:** none
**Implementation notes:** Begin with the column.`

export const deliberation = {
  seats: {
    conductor: [
      {
        call: 'interview.questions',
        value: {
          scores: members.map((member, at) => ({ member, score: 5 - at })),
          questions: [question],
          more: false,
        },
      },
      { call: 'interview.questions', value: { scores: [], questions: [], more: false } },
      {
        call: 'interview.summary',
        value: {
          intent: 'The office wants to know what customers got twice, before they call.',
          decisions: [],
          open_questions: [question.question],
          scores: [...members, ...others].map((member, at) => ({
            member,
            score: at < members.length ? 4 : 1,
            rationale: 'By what they look at.',
          })),
        },
      },
      {
        call: 'assembly.semantic',
        value: {
          members: members.map((member, at) => ({ member, semantic: 4 - at, rationale: 'It is near.' })),
          bonuses: [],
          overlaps: [],
        },
      },
      { call: 'pairing', value: { pairs } },
      { call: 'synthesis', value: design },
      { call: 'prd', value: plan },
      {
        call: 'sketch',
        value: {
          overview: design.overview,
          recommendations: members.map((member) => ({ member, text: 'List it when somebody asks.' })),
          open_questions: [question.question],
        },
      },
      {
        call: 'tasklist',
        value: { tasks: [{ title: 'Note the second sending', description: 'In a column of its own.' }] },
      },
      { call: 'skill.note', value: { notes: [] } },
    ],
    '*': [
      { call: 'survey', text: 'The outbox is in `src/outbox.js`; its worker notes what was sent.' },
      ...each({ call: 'round1.position', text: position }),
      ...each({ call: 'round2.challenge', text: response }),
      ...each({ call: 'round3.converge', text: final }),
    ],
  },
}
