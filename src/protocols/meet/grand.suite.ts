// The grand meeting of the tests: a workspace, an input and a scripted company, all real but the voices.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { Agents } from '../../agents/recorded.js'
import type { Line } from '../../kernel/line/line.js'
import { answerTo, type Question } from '../../kernel/question.js'
import type { Ending } from '../../kernel/run/hold.js'
import { beginAs } from '../../opening.suite.js'
import { type Company, type Parley, parley } from '../../parley.js'
import { storyOf } from '../../view/fold.js'
import type { Input } from './input.js'
import { telling } from './telling.js'

export const grandScript = new URL('../../../test/fixtures/meet/grand.yaml', import.meta.url).pathname

export function workspace(): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-meet-'))
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'docs/plan.md'), 'The cache holds thumbnails\nfive hundred megabytes at most\n')
  cpSync(grandScript, join(root, 'script.yaml'))
  return root
}

export const grandInput: Input = {
  charter: 'Pick a cache eviction policy',
  mode: 'decide',
  purpose: 'land on one option and say why',
  bias: 'decision-record',
  date: '2026-01-02',
  slug: 'pick-a-cache-eviction-policy',
  seats: ['Ann', 'Bo', 'Cy', 'Di'].map((name) => {
    return { id: name.toLowerCase(), name, role: 'Tester', persona: `You are ${name}.`, upstream: null }
  }),
  person: { name: 'Pat', known: true, attends: false },
  defaultInvitees: [],
  missingInvitees: [],
  override: false,
  notices: [],
  noWeb: false,
  skipResearch: false,
  maxTurns: 40,
  perAgentCap: 900,
  cadence: 4,
  citeRoots: ['docs', 'script.yaml'],
  voices: [],
}

export const grandId = '2026-01-02-pick-a-cache-eviction-policy'

export function byScript(script = 'script.yaml'): Agents {
  return { default: `script:${script}`, seats: {}, ceiling: null, timeoutSeconds: 60 }
}

export interface Held {
  readonly root: string
  readonly here: Parley
  readonly ending: Ending
}

/** Opens and holds the meeting, resuming after each pause, with the script's own answers. */
export async function holdGrand(
  root = workspace(),
  input: Input = grandInput,
  agents = byScript(),
): Promise<Held> {
  const here = parley(root)
  const id = `${input.date}-${input.slug}`
  await beginAs(here, { protocol: 'meet', id, input, agents })
  const company = companyOf(root, agents)
  let ending = await here.hold(id, company)
  while (ending.kind === 'paused') ending = await here.hold(id, company)
  return { root, here, ending }
}

export function companyOf(root: string, agents: Agents): Company {
  const file = join(root, agents.default.replace('script:', ''))
  const { answers } = parse(readFileSync(file, 'utf8')) as {
    answers: { to: string; choose: string; text?: string }[]
  }
  const left = [...answers]
  const answer = async (question: Question) => {
    const at = left.findIndex(({ to }) => to === question.id)
    const [given] = at < 0 ? [] : left.splice(at, 1)
    return given && answerTo(question, given.choose, given.text, 'answers')
  }
  return { answer, observe: () => {}, signal: new AbortController().signal }
}

export function file(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** What a small meeting is made of: entries by seat, the person's answers, and what differs from the grand one. */
export interface Small {
  readonly seats: Readonly<Record<string, readonly unknown[]>>
  readonly answers?: readonly { to: string; choose: string; text?: string }[]
  readonly input?: Partial<Input>
  readonly ceiling?: number
  /** Further files of the workspace. */
  readonly files?: Readonly<Record<string, string>>
  /** Where the calls are written down, line by line. */
  readonly log?: string
}

/** A meeting without research, of the seats that have entries; whoever has none left passes. Answers not given are `continue`. */
export async function holdSmall({
  seats,
  answers = [],
  input = {},
  ceiling,
  files = {},
  log,
}: Small): Promise<Held & { lines: readonly Line[]; said: string }> {
  const root = workspace()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const names = Object.keys(seats).filter((id) => id !== 'facilitator')
  const script = {
    seats: { facilitator: [actions, closing], ...seats, '*': ['[pass]'] },
    answers,
    // biome-ignore lint/suspicious/noThenProperty: a field of the script file; nobody awaits this object.
    then: 'repeat',
    ...(log === undefined ? {} : { log }),
  }
  writeFileSync(join(root, 'script.yaml'), stringify(script))
  const agents = { ...byScript(), ceiling: ceiling ?? null }
  const settled: Input = {
    ...grandInput,
    skipResearch: true,
    seats: grandInput.seats.filter(({ id }) => names.includes(id)),
    ...input,
  }
  const here = parley(root)
  await beginAs(here, { protocol: 'meet', id: grandId, input: settled, agents })
  const company = smallCompany(root, agents)
  let ending = await here.hold(grandId, company)
  for (let tries = 0; (ending.kind === 'paused' || ending.kind === 'halted') && tries < 5; tries++)
    ending = await here.hold(grandId, company)
  const lines = await here.lines(grandId)
  return { root, here, ending, lines, said: spoken(lines) }
}

/** What a seat prepares that found nothing. */
export const prelude = {
  call: 'research.prelude',
  value: { sources: [], known: [{ text: 'Nothing is written about it [inference]' }] },
}

/** The transcript as those watching saw it, in order. */
export function spoken(lines: readonly Line[]): string {
  return storyOf(lines, telling)
    .items.flatMap((item) => {
      if (!('verbatim' in item) || item.verbatim === null) return []
      return item.kind === 'notice' && item.beside ? [] : [item.verbatim]
    })
    .join('\n')
}

/** The speakers of DISCUSS, in order. */
export function speakers(lines: readonly Line[]): string[] {
  return lines.flatMap(({ kind, data }) => {
    const { kind: note, data: told } = data as { kind?: string; data?: { turn: string; speaker: string } }
    return kind === 'noted' && note === 'emitted' && told?.turn.startsWith('d') ? [told.speaker] : []
  })
}

export function asked(lines: readonly Line[]): string[] {
  return lines.flatMap(({ kind, data }) => (kind === 'asked' ? [data.id] : []))
}

const actions = { call: 'close.actions', value: { items: [] } }
const closing = {
  call: 'close.notes',
  value: { summary: 'Said.', closing: { sections: {} }, decisions: [], open_questions: [] },
}

/** The script's answers, else the usual ones. */
export function smallCompany(root: string, agents: Agents): Company {
  const scripted = companyOf(root, agents)
  const answer: Company['answer'] = async (question, signal) =>
    (await scripted.answer(question, signal)) ?? usual(question)
  return { ...scripted, answer }
}

function usual(question: Question) {
  const choose = question.default ?? question.options[0]?.key ?? ''
  return answerTo(question, choose, undefined, 'answers')
}
