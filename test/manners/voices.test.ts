// The behaviours of the corpus that Claude's own client or a program can show too, by one call of each kind: words, a structure, and
// one with tools. What becomes of them is the same as for a model.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { command } from '../../src/agents/command/command.js'
import type { Backend, Usage } from '../../src/kernel/agents.js'
import type { TurnFailed } from '../../src/kernel/line/line-data.js'
import { withBeginning } from '../../src/rules/failure-words.js'
import type { FakeModels, ModelReply } from '../support/fake-models.js'
import { heldAlone, type ProtocolCall, protocolCalls } from './calls.js'
import { type Behaviour, behaviours, type Comes } from './corpus.js'
import { claudeAt, local, server } from './table.js'

const calls = await protocolCalls()
const none: Usage = { input: 0, output: 0, estimated: false }
const kinds = { words: 'talk.notes', structure: 'close.actions', tools: 'research.prelude' } as const
type Kind = keyof typeof kinds

let fake: FakeModels
beforeAll(async () => {
  fake = await server()
})
afterAll(() => fake.close())

interface Row {
  /** A behaviour of the corpus. */
  readonly name: string
  readonly kind: Kind
  /** Where that comes to something else than for a model. */
  readonly differs?: Partial<Comes>
}

const row = (name: string, kind: Kind, differs: Partial<Comes> = {}): Row => ({ name, kind, differs })

describe('Claude', () => {
  // Its program asks the model once more by itself where a structure or any word is missing. At a limit it asks it to go on, up to
  // three times, until it is stopped: how often in each of our two tries depends on the machine.
  test.each([
    row('thinks in a tag', 'words'),
    row('says nothing', 'words', { requests: 2 }),
    row('refuses', 'words', { says: /Claude withheld its reply/ }),
    row('is cut by a filter', 'words'),
    row('writes 78 kilobytes', 'words'),
    row('reaches its limit twice', 'words', { requests: 8 }),
    row('reports absurd usage', 'words'),
    row('breaks off again and again', 'words', { says: /Connection to the API was lost.*tried 4 times/ }),
    row('cannot read so much', 'words', { says: /cannot read so long a conversation/ }),
    row('puts words before its JSON', 'structure', { requests: 2 }),
    row('puts its JSON in a fence among prose', 'structure', { requests: 2 }),
    row('leaves a comma too many', 'structure', { requests: 2 }),
    row('sends JSON of another shape', 'structure', { requests: 4 }),
    row('says nothing', 'structure', { requests: 6 }),
    row('says that it will look something up', 'tools', { requests: 3 }),
  ])('that $name ($kind) comes to the same as a model that does', async ({ name, kind, differs }) => {
    const call = callOf(kind)
    const behaviour = behaviourOf(name)
    let nth = 0
    fake.forget()
    fake.answer((request) => asAnthropicSays(behaviour.does(call.good, nth++, request)))
    const held = await heldAlone(call, claudeAt(fake))
    expect(fake.requests.length).toBeLessThanOrEqual(comesOf(behaviour, kind, differs).requests)
    comesTo(held.told, call, comesOf(behaviour, kind, differs))
    // What a provider cannot have counted is estimated.
    const [line] = held.told
    const tokens = line?.kind === 'turn' ? line.data.receipt.tokens : none
    expect(tokens.input).toBeLessThan(10_000)
    expect(tokens.estimated).toBe(name === 'reports absurd usage')
  })
})

describe('a program', () => {
  test.each([
    row('answers letter by letter', 'words'),
    row('surrounds its reply with blank lines', 'words', { text: /^\s*We ship on Monday\.$/ }),
    row('thinks in a tag', 'words'),
    row('thinks in a tag that is split', 'words'),
    row('closes a thought that it never opened', 'words'),
    row('only thinks', 'words', { says: /only thought.*I only think so/ }),
    row('says nothing', 'words'),
    row('writes 78 kilobytes', 'words'),
    row('breaks off once in the middle', 'words'),
    row('breaks off again and again', 'words', { says: /ended with 3.*tried 4 times/ }),
    row('puts words before its JSON', 'structure'),
    row('puts words after its JSON', 'structure'),
    row('puts its JSON in a fence among prose', 'structure'),
    row('leaves a comma too many', 'structure'),
    row('sends half of its JSON, and the whole when asked again', 'structure'),
    row('writes only prose', 'structure'),
    row('says nothing', 'structure'),
    row('breaks off again and again', 'structure', { says: /ended with 3.*tried 4 times/ }),
    row('thinks in a tag', 'tools'),
  ])('that $name ($kind) comes to the same as a model that does', async ({ name, kind, differs }) => {
    const call = callOf(kind)
    const behaviour = behaviourOf(name)
    const program = programThat((nth) => behaviour.does(call.good, nth, {} as never))
    const { told } = await heldAlone(call, program.backend)
    const comes = comesOf(behaviour, kind, differs)
    expect(program.runs()).toBe(comes.requests)
    comesTo(told, call, comes)
    if (comes.cause === 'broken') expect(told[0]?.data).toMatchObject({ partial: 'We ship' })
  })
})

test('a voice that falls silent is given up at the limit of its turn, with what it said and cost until then', async () => {
  fake.answer(() => ({ text: 'We ship', hang: true }))
  const voices = [local(fake), claudeAt(fake), programThat(() => ({ text: 'We ship', hang: true })).backend]
  const held = voices.map((voice) => heldAlone(callOf('words'), voice, { timeoutMs: 6_000 }))
  for (const { told } of await Promise.all(held)) {
    const [data] = told.map((line) => line.data as TurnFailed)
    expect(data).toMatchObject({ cause: 'timeout', partial: 'We ship' })
    expect(data?.message).toMatch(/^no reply within 6 seconds/)
    expect(data?.tokens.input).toBeGreaterThan(10)
  }
})

const callOf = (kind: Kind): ProtocolCall => calls.find(({ id }) => id === kinds[kind]) as ProtocolCall

const behaviourOf = (name: string): Behaviour => behaviours.find((one) => one.name === name) as Behaviour

const comesOf = (behaviour: Behaviour, kind: Kind, differs: Partial<Comes> = {}): Comes => {
  return { ...((kind === 'words' ? behaviour.words : behaviour.structure) as Comes), ...differs }
}

/** One line on record, with the good reply or with the failure that is expected, and no thought in either. */
function comesTo(
  told: Awaited<ReturnType<typeof heldAlone>>['told'],
  call: ProtocolCall,
  comes: Comes,
): void {
  expect(told).toHaveLength(1)
  const data = told[0]?.data as Record<string, unknown>
  expect({ cause: data['cause'], cutOff: data['cutOff'] }).toEqual({
    cause: comes.cause,
    cutOff: comes.cutOff,
  })
  expect(`${data['text']}${data['partial']}`).not.toContain('I only think so')
  if (comes.cause) {
    const told = withBeginning(String(data['message']), data['began'] as string | undefined)
    if (comes.says) expect(told).toMatch(comes.says)
    return
  }
  const { schema } = call.asked.options
  if (schema) expect(data['value']).toEqual(JSON.parse(call.good))
  else expect(data['text']).toMatch(comes.text ?? /^We ship on Monday\.$/)
}

/** The same reply in the words of Anthropic's interface. */
function asAnthropicSays(reply: ModelReply | string): ModelReply | string {
  if (typeof reply === 'string') return reply
  const { refusal, stop, toolCalls, ...rest } = reply
  const reason = refusal === undefined ? stop : 'content_filter'
  const calls = toolCalls?.map((one) => ({ ...one, name: `mcp__parley__${one.name}` }))
  const stops = { length: 'max_tokens', content_filter: 'refusal' } as Readonly<Record<string, string>>
  return {
    ...rest,
    // The program passes text on in the order of its events, and only what came before the connection ended.
    ...(reply.breakOff ? { pace: () => new Promise<void>((next) => setImmediate(next)) } : {}),
    ...(calls ? { toolCalls: calls } : {}),
    ...(reason === undefined ? {} : { stop: stops[reason] ?? reason }),
  }
}

/** An executable that does this at its run number `nth`, from 0: it prints, breaks off, or never ends. */
function programThat(does: (nth: number) => ModelReply | string): {
  readonly backend: Backend
  readonly runs: () => number
} {
  const folder = mkdtempSync(join(tmpdir(), 'parley-manners-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'runs'))
  const replies = [0, 1, 2, 3, 4, 5]
    .map(does)
    .map((told) => (typeof told === 'string' ? { text: told } : told))
  const plan = replies.map(({ text, deltas, reasoning, breakOff, hang }) => ({
    pieces: deltas ?? [`${reasoning ? `<think>${reasoning}</think>` : ''}${text ?? ''}`],
    breakOff: breakOff !== undefined,
    hang: hang === true,
  }))
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  const path = join(folder, 'program')
  writeFileSync(path, `#!${process.execPath}\n${source}`, { mode: 0o755 })
  return { backend: command({ argv: [path] }), runs: () => readdirSync(join(folder, 'runs')).length }
}

const source = `
const fs = require('node:fs')
const runs = __dirname + '/runs'
const nth = fs.readdirSync(runs).length
fs.writeFileSync(runs + '/' + nth, '')
const { pieces, breakOff, hang } = JSON.parse(fs.readFileSync(__dirname + '/plan.json', 'utf8'))[nth]
for (const piece of pieces) fs.writeSync(1, piece)
if (breakOff) process.exit(3)
if (hang) setInterval(() => {}, 1000)
`
