// Meet: a chartered meeting of eight seats and two hundred turns. Its turns cost the same at the end as at the beginning, and a seat
// is sent only what was said since it last spoke.

import fs from 'node:fs'
import path from 'node:path'
import { parley } from '../../dist/index.js'
import { cpu, inFolder, ms } from './_support.js'

const names = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal']
const turns = 200
const span = 20

export async function measure() {
  return inFolder(async (folder) => {
    fs.writeFileSync(path.join(folder, 'script.json'), JSON.stringify(script()))
    const workspace = parley(folder, { home: path.join(folder, 'home') })
    const agents = { default: 'script:script.json', seats: {}, ceiling: null, timeoutSeconds: 60 }
    const propose = async () => ({ id: '2026-01-02-bench', input: input() })
    const id = await workspace.begin({ kind: 'ready', protocol: 'meet', agents, ready: { propose } })
    const clock = []
    const observe = (event) => {
      if (event.type === 'line' && event.line.kind === 'noted' && event.line.data.kind === 'emitted')
        clock.push(cpu())
    }
    const answer = async (question) => ({
      question: question.id,
      choose: question.default ?? question.options[0].key,
      by: 'answers',
    })
    const ending = await workspace.hold(id, { answer, observe, signal: new AbortController().signal })
    if (ending.kind !== 'concluded') throw new Error(`the meeting ended as ${ending.kind}`)
    // The first cycle opens every conversation; it is the meeting's beginning, not a turn like the others.
    const early = clock[names.length + span] - clock[names.length]
    const late = clock.at(-1) - clock.at(-1 - span)
    const sent = promptBytes(folder)
    return [
      {
        what: `the last ${span} of ${turns} turns of a meeting, against the first`,
        ratio: late / early,
        bar: 1.5,
        detail: `${ms(late / span)} and ${ms(early / span)} of processor a turn`,
      },
      {
        what: 'the prompt of a late turn, against that of an early one',
        ratio: sent.late / sent.early,
        bar: 1.2,
        detail: `${sent.late} and ${sent.early} bytes`,
      },
    ]
  })
}

function promptBytes(folder) {
  const calls = fs
    .readFileSync(path.join(folder, 'calls.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const sizes = calls
    .filter(({ call }) => call === 'discuss.turn')
    .map(({ prompt }) => Buffer.byteLength(prompt))
  const mean = (list) => Math.round(list.reduce((sum, size) => sum + size, 0) / list.length)
  return {
    early: mean(sizes.slice(names.length * 2, names.length * 2 + span)),
    late: mean(sizes.slice(-span)),
  }
}

function script() {
  const said = (name) =>
    Array.from(
      { length: turns / names.length + 1 },
      (_, at) => `What would ${name} add in round ${at}, and who would object to it?`,
    )
  const memory = { decided: [], constraints: [], open_items: [], sources: [], tags: [] }
  const seats = Object.fromEntries(
    names.map((name) => [name.toLowerCase(), [...said(name), { call: 'close.memory', value: memory }]]),
  )
  const notes = { summary: 'Said.', closing: { sections: {} }, decisions: [], open_questions: [] }
  const facilitator = [
    { call: 'close.actions', value: { items: [] } },
    { call: 'close.notes', value: notes },
  ]
  return { seats: { ...seats, facilitator }, log: 'calls.jsonl' }
}

function input() {
  return {
    charter: 'How does a long meeting stay cheap?',
    mode: 'decide',
    purpose: 'land on one option and say why',
    bias: 'decision-record',
    date: '2026-01-02',
    slug: 'bench',
    seats: names.map((name) => ({
      id: name.toLowerCase(),
      name,
      role: 'Tester',
      persona: `You are ${name}.`,
      upstream: null,
    })),
    person: { name: 'Pat', known: true, attends: false },
    defaultInvitees: [],
    missingInvitees: [],
    override: false,
    notices: [],
    noWeb: false,
    skipResearch: true,
    maxTurns: turns,
    perAgentCap: 1_000_000,
    cadence: 10,
    citeRoots: [],
    voices: [],
  }
}
