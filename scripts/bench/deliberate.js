// Deliberate: a standard session of seven members. What the engine itself costs a turn is the same in its last round as in its first, and
// what a member is sent does not grow with what was said to others.

import fs from 'node:fs'
import path from 'node:path'
import { parley } from '../../dist/index.js'
import { cpu, inFolder, ms } from './_support.js'

const ids = ['ash', 'beech', 'cedar', 'daphne', 'elm', 'fir', 'gorse']

export async function measure() {
  const runs = []
  for (let run = 0; run < 3; run++) runs.push(await inFolder(oneSession))
  const flat = runs.toSorted((one, other) => one.late / one.early - other.late / other.early)[0]
  return [
    {
      what: 'a turn of round 3 of seven members, against one of round 1',
      ratio: flat.late / flat.early,
      bar: 1.5,
      detail: `${ms(flat.late)} and ${ms(flat.early)} of processor a turn`,
    },
    {
      what: 'the prompt of round 3, against that of round 1',
      ratio: flat.sent.late / flat.sent.early,
      bar: 1.2,
      detail: `${flat.sent.late} and ${flat.sent.early} bytes`,
    },
  ]
}

async function oneSession(folder) {
  for (const [file, text] of Object.entries(ground())) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  process.env.HOME = folder
  const workspace = parley(folder, { home: path.join(folder, 'home') })
  const agents = { default: 'script:script.json', seats: {}, ceiling: null, timeoutSeconds: 60 }
  const fields = { idea: 'Water the grove', mode: 'standard', theme: 'grove' }
  const found = await workspace.prepare({ protocol: 'deliberate', fields, agents })
  const id = await workspace.begin(found)
  const spent = { early: 0, late: 0 }
  let last = cpu()
  const observe = (event) => {
    if (event.type !== 'line') return
    const now = cpu()
    const { kind, data } = event.line
    if (kind === 'turn' && data.call === 'round1.position') spent.early += now - last
    if (kind === 'turn' && data.call === 'round3.converge') spent.late += now - last
    last = now
  }
  const answer = async (question) => ({ question: question.id, choose: question.default, by: 'answers' })
  const ending = await workspace.hold(id, { answer, observe, signal: new AbortController().signal })
  if (ending.kind !== 'concluded') throw new Error(`the session ended as ${ending.kind}`)
  return { early: spent.early / ids.length, late: spent.late / ids.length, sent: promptBytes(folder) }
}

function promptBytes(folder) {
  const calls = fs
    .readFileSync(path.join(folder, 'calls.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const mean = (id) => {
    const sizes = calls.filter(({ call }) => call === id).map(({ prompt }) => Buffer.byteLength(prompt))
    return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
  }
  return { early: mean('round1.position'), late: mean('round3.converge') }
}

function ground() {
  const roster = ids.map(
    (id) => `  - { id: ${id}, name: ${id}, color: Green, lens: wood, keywords: [water] }`,
  )
  const persona = (name) => `---\nname: ${name}\ndescription: A tree.\n---\nYou are ${name}.\n`
  return {
    'script.json': JSON.stringify(script()),
    '.claude/grove/theme.yaml':
      'theme_id: grove\ntheme_name: Grove\nintake_prompt: What?\nconductor_persona: grove-keeper\n' +
      `roster:\n${roster.join('\n')}\n`,
    ...Object.fromEntries(
      ['keeper', ...ids].map((id) => [`.claude/agents/grove-${id}.md`, persona(`grove-${id}`)]),
    ),
  }
}

function script() {
  const say = (call, text) => ids.map(() => ({ call, text }))
  const value = (call, said) => ({ call, value: said })
  const scores = ids.map((member) => ({ member, score: 3, semantic: 4, rationale: 'near' }))
  const pairs = [0, 1, 2, 3].map((at) => ({ a: ids[at], b: ids[at + 1], tension: 'Shade?', why: 'Rows.' }))
  const position =
    '**Core recommendation:** Dig.\n**Key argument:** It is near.\n**Risks if ignored:**\n- dry\n**Dependencies on other domains:**\n- none'
  const response = '**Their position:** Dig.\n**My response:** Modify\n**Reasoning:** It is near.'
  const final =
    '**Revised recommendation:** Dig.\n**Concessions made:** none\n**Non-negotiables:** none\n**Implementation notes:** Dig.'
  const conductor = [
    value('interview.questions', { scores, questions: [], more: false }),
    value('interview.summary', { intent: 'Water.', decisions: [], open_questions: [], scores }),
    value('assembly.semantic', { members: scores, bonuses: [], overlaps: [] }),
    { call: 'survey', text: 'Trees.' },
    value('pairing', { pairs }),
    value('synthesis', {
      overview: `All dig: ${ids.join(', ')}.`,
      architecture: 'One ditch.',
      user_experience: '—',
      risk_assessment: 'Dry.',
      quality_strategy: 'Look.',
      resolutions: pairs.map((_, at) => ({ pair: `P${at + 1}`, resolution: 'Shade', reasoning: 'Trees.' })),
      decisions: [{ decision: 'Source', options: ['river'], chosen: 'river', reasoning: 'near' }],
      non_negotiables: [],
    }),
    value('prd', {
      overview: 'Water.',
      goals: ['Wet'],
      non_goals: [],
      stories: [
        {
          title: 'Dig',
          as_a: 'tree',
          want: 'water',
          so_that: 'I grow',
          member: 'ash',
          criteria: [{ text: 'It returns water' }],
        },
      ],
      technical_notes: '',
      dependencies: [],
    }),
  ]
  const members = [
    ...say('round1.position', position),
    ...pairs.flatMap(() => [1, 2].map(() => ({ call: 'round2.challenge', text: response }))),
    ...say('round3.converge', final),
  ]
  return { seats: { conductor, '*': members }, log: 'calls.jsonl' }
}
