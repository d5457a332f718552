// Meetings for tests of the page, in every state that a page can meet: each is opened on the real server and taken to where it stands.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MeetingRef, MeetingView, TalkRequest } from '../../src/hall/api.js'
import { forever } from './forever.js'
import type { Hall } from './hall.js'
import { at, must, notes } from './server.js'

const usage = { input: 900, output: 60 }
const never = { text: 'This is never said.', delayMs: forever }

/** Chartered meetings. */

const known = (text: string, ref: string) => ({
  call: 'research.prelude',
  value: { sources: [{ kind: 'file', ref }], known: [{ text, source: 1 }] },
  tools: [{ name: 'read_file', input: { path: ref } }],
  usage,
})

/** Line 88 is not there. Sent back twice, Kai insists; then it stands in the turn, marked as broken. */
const insists = {
  text: 'What customers notice is absence: support/2026-q2.md:88 counts 212 tickets about *missing* thumbnails.',
  usage,
}

const cacheSeats = {
  theo: [
    known('The cache holds 41 000 files and grows by 900 a day', 'docs/cache.md'),
    {
      text: 'LRU with a ceiling of **512 MB** is enough: docs/cache.md:12-13 says "Line 12 of the cache\'s own page".\n[pin] Proposed setting\n```yaml\npolicy: lru\nceiling: 512MB\n```',
      tools: [
        { name: 'read_file', input: { path: 'docs/cache.md', lines: '1-40' } },
        { name: 'read_file', input: { path: 'docs/nowhere.md' } },
      ],
      usage,
    },
    {
      text: 'A counter for each customer costs 40 bytes a file [inference].\n[decision] LRU, 512 MB in all and at most a quarter of it for one customer.\n[pin SP-1] Proposed setting, with a share\n```yaml\npolicy: lru\nshare: 0.25\n```',
      usage,
    },
  ],
  vera: [
    known('Edge nodes drift by up to 90 seconds', 'ops/clock-skew.md'),
    {
      text: 'Clocks are not to be trusted: ops/clock-skew.md:4 says "Nodes are up to 90 seconds apart".\n[challenge] A ceiling alone lets one noisy customer push out everyone else.',
      usage,
    },
    { text: 'Then I withdraw my objection to the ceiling [inference].', usage },
  ],
  kai: [
    known('Reports of missing thumbnails doubled since March', 'support/2026-q2.md'),
    insists,
    insists,
    insists,
    { text: '[pass]', usage },
  ],
}

/**
 * Two rounds, and the question after them. Whoever answers it finds the next seat speaking, and never done.
 */
export async function meetWaiting(hall: Hall, charter = policy): Promise<MeetingView> {
  const seats = Object.fromEntries(Object.entries(cacheSeats).map(([seat, said]) => [seat, [...said, never]]))
  const opened = await hall.opened({
    protocol: 'meet',
    project: 'thumbnailer',
    charter,
    invitees: ['Theo', 'Vera', 'Kai'],
    agents: hall.script({ seats }),
  })
  const researched = await hall.answered(opened, 'continue')
  const discussed = await hall.answered(researched, 'continue')
  return hall.answered(discussed, 'interject', 'What would a ceiling per customer cost us?')
}

const policy = 'Pick an eviction policy for the thumbnail cache before Friday. Leave with one setting.'

/** Opened, and asks whether that is the question: nobody has spoken yet. Whoever answers finds a seat speaking, and never done. */
export function meetAsking(hall: Hall, charter = 'Say what a release is. Leave with one definition.') {
  return hall.opened({
    protocol: 'meet',
    project: 'thumbnailer',
    charter,
    invitees: ['Theo'],
    skipResearch: true,
    agents: hall.script({ seats: { theo: [never] } }),
  })
}

/** A seat drafts its first turn, and is never done with it. */
export async function meetDrafting(hall: Hall, agents: string): Promise<MeetingRef> {
  const opened = await hall.opened({
    protocol: 'meet',
    project: 'thumbnailer',
    charter: 'Say what the backlog is for. Leave with one sentence.',
    invitees: ['Theo'],
    skipResearch: true,
    agents,
  })
  const [asked] = (await hall.view(opened)).questions
  await must(hall.server, 'POST', at(opened, '/answer'), { question: asked?.key, choose: 'continue' })
  return opened
}

/** Proposals that were adopted, rejected, left open and withdrawn, and citations of every state; concluded with its notes. */
export async function meetDecided(hall: Hall): Promise<MeetingView> {
  const settled = [
    {
      id: 'P1',
      state: 'adopted',
      why: 'Two seats support it and the objection was answered',
      rivals: ['P2'],
    },
    { id: 'P2', state: 'rejected', why: 'Nobody would run it', rivals: ['P1'] },
    { id: 'P4', state: 'open', why: 'It was never measured', rivals: [] },
  ]
  const minutes = {
    summary: 'One ceiling for the cache, docs/cache.md:1, as nowhere.ts:9 has it.',
    ...{ closing: { sections: { Decision: 'A ceiling.' } }, decisions: [], open_questions: [] },
  }
  const memory = { decided: [], constraints: [], open_items: [], sources: [], tags: [] }
  const said = (text: string) => ({ text, usage })
  const broken = said(
    'Who reads nowhere.ts:9?\n[support P1] One setting is enough\n[withdraw P3] Nobody can wait\n[proposal] Measure it on Mondays',
  )
  const seats = {
    theo: [
      said('docs/cache.md:1 names the cache.\n[proposal] Put one ceiling on the whole cache'),
      said('`docs/cache.md` is short.'),
    ],
    vera: [
      said(
        '[proposal against P1] Give every customer a ceiling of their own, kept in a table that somebody fills by hand',
      ),
      said('[pass]'),
    ],
    kai: [
      said('[objection P2] Nobody would fill that table\n[proposal] Wait for the next release'),
      broken,
      { ...broken, call: 'discuss.reemit' },
      { ...broken, call: 'discuss.reemit' },
    ],
    facilitator: [
      { call: 'close.settle', value: { proposals: settled } },
      { call: 'close.actions', value: { items: [] } },
      { call: 'close.notes', value: minutes },
      { call: 'close.mend', value: { lines: [] } },
    ],
    '*': Array(3).fill({ call: 'close.memory', value: memory }),
  }
  let view = await hall.opened({
    protocol: 'meet',
    project: 'thumbnailer',
    charter: 'Choose between one ceiling and one for each customer. Leave with one of them.',
    invitees: ['Theo', 'Vera', 'Kai'],
    skipResearch: true,
    maxTurns: 6,
    agents: hall.script({ seats }),
  })
  for (let asked = view.asks; asked; asked = view.asks)
    view = await hall.answered(view, asked.default ?? 'continue')
  return view
}

/** One seat spoke once; the person is asked whether the one action item is right. */
export async function meetDrafted(hall: Hall): Promise<MeetingView> {
  const item = {
    ...{ key: 'A1', type: 'new-story', priority: 'high', assignee: 'Theo', turns: [1] },
    ...{ context_for_target: 'Open the gate at noon', acceptance: 'It is open at noon' },
  }
  const minutes = {
    ...{ summary: 'One hour.', closing: { sections: { Decision: 'Noon.' } } },
    ...{ decisions: [], open_questions: [] },
  }
  const memory = { decided: [], constraints: [], open_items: [], sources: [], tags: [] }
  const seats = {
    theo: [{ text: 'Noon is best [inference].', usage }],
    facilitator: [
      { call: 'close.actions', value: { items: [item] } },
      { call: 'close.notes', value: minutes },
    ],
    '*': [{ call: 'close.memory', value: memory }],
  }
  const opened = await hall.opened({
    protocol: 'meet',
    project: 'thumbnailer',
    charter: 'Say when the gate is opened. Leave with one hour.',
    invitees: ['Theo'],
    skipResearch: true,
    maxTurns: 1,
    agents: hall.script({ seats }),
  })
  return hall.answered(await hall.answered(opened, 'continue'), 'continue')
}

/** A seat would neither cite nor flag: a rule has stopped the meeting, and the person is asked. */
export async function meetHalted(hall: Hall): Promise<MeetingView> {
  const claim = { text: 'A file that nobody has looked at has cost us 40 customers in 2025.', usage }
  const opened = await hall.opened({
    protocol: 'meet',
    project: 'thumbnailer',
    charter: 'Should uploads be scanned before or after they are stored? Leave with one answer.',
    invitees: ['Theo'],
    skipResearch: true,
    agents: hall.script({ seats: { theo: [claim, claim, claim] } }),
  })
  return hall.answered(opened, 'continue')
}

export async function meetPaused(hall: Hall, invitees = ['Theo']): Promise<MeetingView> {
  const opened = await hall.opened({
    protocol: 'meet',
    project: 'thumbnailer',
    charter: 'Agree on what a release is. Leave with one definition.',
    invitees,
    skipResearch: true,
    agents: hall.script({ seats: {} }),
  })
  return hall.answered(opened, 'pause')
}

/** As many turns, in rounds of three; held by the command, which alone takes so many. */
export async function meetOfTurns(hall: Hall, turns: number): Promise<string> {
  const names = ['theo', 'vera', 'kai']
  const entry = (n: number) => ({
    text: `Entry ${n}: what we have in \`backlog/${n}.md\` is **not yet** what was asked for [inference].\n\n- It names the symptom, and not the cause [inference].\n- It has no owner [inference].`,
    usage: { input: 10, output: 10 },
  })
  const seats = Object.fromEntries(
    names.map((name, seat) => [
      name,
      Array.from({ length: Math.ceil(turns / 3) }, (_, round) => entry(round * 3 + seat + 1)),
    ]),
  )
  const file = join(hall.server.home, 'backlog.yaml')
  writeFileSync(file, JSON.stringify({ seats, answers: Array(2 + Math.floor(turns / 3)).fill('continue') }))
  const charter = 'Go through the whole backlog, one entry at a time. Leave with a list.'
  const words = [
    '--charter',
    charter,
    '--invitees',
    'Theo,Vera,Kai',
    '--skip-research',
    '--max-turns',
    `${turns}`,
  ]
  await hall.parley(hall.thumbnailer, 'meet', ...words, '--agents', `script:${file}`)
  const all = await must<readonly MeetingRef[]>(hall.server, 'GET', '/api/meetings?text=through+backlog')
  return all[0]?.id ?? ''
}

/** Council meetings. */

const turn = (text: string, more: object = {}) => ({ call: 'seat.turn', text, usage, ...more })

const firstRound = {
  'staff-engineer': turn(
    '**Position:** Split the importer before anything else\n\nIt reads, checks and stores in one function.\n\n- Reading belongs to the format.\n- Storing belongs to neither.',
    { tools: [{ name: 'read_file', input: { path: 'src/import.ts' } }] },
  ),
  'security-engineer': turn(
    '**Position:** The parser must run apart from the rest\n\nIt reads what strangers send us.',
  ),
  'qa-engineer': turn(
    '**Position:** Not before there is a fixture for each format\n\nWe have two fixtures and nine formats.\n\n**Dissent (on the order):** Splitting first means that the next three bugs are found by customers.',
  ),
  'product-manager': turn(
    '**Position:** Ship the importer as it is, behind a switch\n\nTwo customers wait for it.',
  ),
}

const synthesis = {
  title: 'Fixtures first, then the split',
  preamble: 'Four seats looked at the importer.',
  recommendation: 'Write a fixture for each format, then split the importer.',
  reasoning: 'A split without fixtures is a guess.',
  dissents: [
    { id: 'D1', answer: 'carried', reason: 'Two customers wait, and the switch limits what they can meet.' },
  ],
  follow_ups: [{ action: 'Write the nine fixtures', owner: 'qa-engineer' }],
  topics: [
    {
      name: 'importer',
      title: 'Importer',
      decision: 'Fixtures come before the split.',
      why: 'They make it safe.',
    },
  ],
}

type Replies = Readonly<Record<string, readonly unknown[]>>

/** Every seat has spoken once; what they say after that is `then`. */
function council(hall: Hall, task: string, then: Replies = {}): Promise<MeetingView> {
  const seats = Object.entries(firstRound).map(([seat, first]) => [seat, [first, ...(then[seat] ?? [])]])
  return hall.opened({
    protocol: 'council.meeting',
    project: 'importer',
    task,
    agents: hall.script({ seats: Object.fromEntries(seats) }),
  })
}

/** After its first round. Whoever goes on finds the chair speaking, and never done. */
export function councilWaiting(hall: Hall, task = 'Which of the three storage layouts do we keep?') {
  return council(hall, task, { 'staff-engineer': [{ ...never, call: 'seat.turn' }] })
}

/** In its second round, steered: the chair has spoken, the next seat never finishes. */
export async function councilRunning(hall: Hall): Promise<MeetingRef> {
  const again = turn(
    '**Position:** Fixtures first, then the split\n\nWith four weeks I follow the QA engineer.',
  )
  const ref = await council(hall, 'What do we do first about the importer?', {
    'staff-engineer': [again],
    'security-engineer': [{ call: 'seat.turn', deltas: ['**Position:** Apart', ' and'], delayMs: forever }],
  })
  await must(hall.server, 'POST', at(ref, '/answer'), {
    choose: 'steer',
    text: 'Assume that we have four weeks, not two. Does the order change?',
  })
  return ref
}

export async function councilConcluded(hall: Hall, task = 'In which order do we mend the importer?') {
  const chair = { 'staff-engineer': [{ call: 'chair.synthesize', value: synthesis, usage }] }
  return hall.answered(await council(hall, task, chair), 'conclude')
}

/** One seat failed, which the record must say. */
export async function councilDegraded(hall: Hall): Promise<MeetingView> {
  const down = { call: 'seat.turn', error: 'The agent is logged out.' }
  const seats = {
    ...Object.fromEntries(Object.entries(firstRound).map(([seat, first]) => [seat, [first]])),
    'security-engineer': [down, down, down],
    'staff-engineer': [firstRound['staff-engineer'], { call: 'chair.synthesize', value: synthesis, usage }],
  }
  const opened = await hall.opened({
    protocol: 'council.meeting',
    project: 'importer',
    task: 'Who may read what customers send?',
    agents: hall.script({ seats }),
  })
  return hall.answered(opened, 'conclude')
}

/** The chair could not draw it together: the meeting has failed, and can be tried again. */
export async function councilFailed(hall: Hall): Promise<MeetingView> {
  return hall.answered(await council(hall, 'Who draws it together?'), 'conclude')
}

/** Nobody could speak: a rule has stopped the meeting, and it can be tried again. */
export function councilHalted(hall: Hall): Promise<MeetingView> {
  return hall.opened({
    protocol: 'council.meeting',
    project: 'importer',
    task: 'Why is nobody here?',
    agents: hall.script({ seats: {} }),
  })
}

/** Talks. */

export interface TalkTold {
  readonly message?: string
  /** What Verity says; the first of it before this returns. */
  readonly says: readonly unknown[]
}

export function talk(
  hall: Hall,
  { message = 'What did the survey miss?', says }: TalkTold,
): Promise<MeetingView> {
  return hall.opened({
    protocol: 'talk',
    project: 'thumbnailer',
    worker: 'verity',
    message,
    agents: hall.script({ seats: { verity: says } }),
  })
}

export const artifact = {
  name: 'write_artifact',
  input: {
    path: 'specs/thumb-cache.md',
    body: '# Thumbnail cache\n\nA time limit is wrong wherever clocks drift.\n',
  },
}
export const writes = (path: string, content: string) => ({ name: 'write_file', input: { path, content } })
export const asksFor = (reason: string) => ({ name: 'propose_followup', input: { reason } })
const decides = {
  name: 'record_decision',
  input: {
    question: 'How often is an upload tried again?',
    decision: 'Three times, doubling, never more than a minute in all.',
    reasoning: 'Longer than that and people press the button again themselves.',
  },
}

/** Verity has answered and written something; the person is to say the next word. */
export function talkOpen(hall: Hall, then: readonly unknown[] = [notes]): Promise<MeetingView> {
  const first = {
    tools: [artifact, writes('src/cache/policy.ts', "export const policy = 'lru'\n")],
    text: 'Edge nodes. The survey took its numbers from three regions, and none of them is at the edge.',
  }
  return talk(hall, { says: [first, ...then] })
}

/** Closed, with notes and a decision, but another talk has changed the same file: its merge waits. */
export async function talkInConflict(hall: Hall, tries = [2, 3]): Promise<MeetingView> {
  const changes = (number = 0, more: readonly unknown[] = []) => ({
    tools: [writes('src/upload/retry.ts', `export const tries = ${number}\n`), ...more],
    text: `Drafted: ${number} tries.`,
  })
  const first = await talk(hall, { message: 'Try uploads twice.', says: [changes(tries[0]), notes] })
  const says = [changes(tries[1], [decides]), notes]
  const second = await talk(hall, { message: 'A retry policy for uploads', says })
  await must(hall.server, 'POST', at(first, '/close'))
  await must(hall.server, 'POST', at(second, '/close'))
  return hall.view(second)
}

/** Closed and merged, but the notes could not be written; asked again, `then` is what Verity says. */
export async function talkWithoutNotes(hall: Hall, then: readonly unknown[] = []): Promise<MeetingView> {
  const down = { call: 'talk.notes', error: 'The agent is logged out.' }
  const ref = await talk(hall, {
    message: 'Names for the new queues',
    says: ['Named.', down, ...then],
  })
  await must(hall.server, 'POST', at(ref, '/close'))
  return hall.view(ref)
}

/** Verity asks for another talk, about this. */
export async function requested(hall: Hall, reason: string): Promise<TalkRequest> {
  const [found] = await allRequested(hall, [reason])
  if (!found) throw new Error(`Nobody asks for a talk about ${reason}.`)
  return found
}

/** The same about each of these, all of one talk. */
export async function allRequested(hall: Hall, reasons: readonly string[]): Promise<readonly TalkRequest[]> {
  await talk(hall, {
    message: `Who should look at it? ${reasons.join(', ')}`,
    says: [{ tools: reasons.map(asksFor), text: 'I ask for a talk.' }],
  })
  const all = await must<readonly TalkRequest[]>(hall.server, 'GET', '/api/requests')
  return reasons.flatMap((reason) => all.find((one) => one.reason.includes(reason)) ?? [])
}
