// Script: replies, errors and tools in order, and the position is found again after a resume.

import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Backend, PastCall, SayOptions } from '../../kernel/agents.js'
import { BackendFailed, WrongUsage } from '../../kernel/errors.js'
import {
  backendSuite,
  fakeTool,
  folder,
  type Line,
  type Make,
  options,
  type Plan,
  prompt,
  room,
  seat,
} from '../backend.suite.js'
import type { Entry } from './file.js'
import { loadScript, type ScriptOptions, script } from './script.js'

const make: Make = (plan: Plan) => {
  const seats = Object.fromEntries(Object.entries(plan).map(([id, lines]) => [id, lines.map(entry)]))
  return { backend: script({ seats }) }
}

function entry(line: Line): Entry {
  if (line.kind === 'says') return { text: line.text, ...(line.pieces && { deltas: [...line.pieces] }) }
  if (line.kind === 'gives') return { value: line.value }
  if (line.kind === 'uses') return { tools: [{ name: line.tool, input: line.input }], text: line.text }
  if (line.kind === 'hangs') return { deltas: [line.text], delayMs: 2 ** 31 - 1 }
  return { error: line.message }
}

backendSuite('script', make, {
  history: 'a script says what it says, whatever came before',
  remembers: 'a script says what it says, whatever came before',
})

function load(yaml: string, more: ScriptOptions = {}): ReturnType<typeof loadScript> & { folder: string } {
  const here = folder()
  writeFileSync(join(here, 'script.yaml'), yaml)
  return { ...loadScript(join(here, 'script.yaml'), more), folder: here }
}

interface Asked {
  call?: string
  past?: readonly PastCall[]
  session?: string
  with?: Partial<SayOptions>
}

async function ask(backend: Backend, id: string, { call, past = [], session, with: given }: Asked = {}) {
  const voice = await backend.open(seat(id), room({ past, ...(session && { session }) }))
  return voice.say(prompt('And now?', call), options(given))
}

async function says(backend: Backend, id: string, asked: Asked = {}): Promise<string> {
  return (await ask(backend, id, asked)).text
}

describe('the place in a script', () => {
  const lists = `
seats:
  theo:
    - one
    - { call: vote, text: a vote }
    - two
  "*": [ shared, { call: vote, text: shared vote } ]
`

  test('a call takes the entry that names it, else the first that names none, else the same from "*"', async () => {
    const { backend } = load(lists)
    expect(await says(backend, 'theo', { call: 'vote' })).toBe('a vote')
    expect(await says(backend, 'theo', { call: 'vote' })).toBe('one')
    expect(await says(backend, 'theo')).toBe('two')
    expect(await says(backend, 'ada', { call: 'vote' })).toBe('shared vote')
    expect(await says(backend, 'theo')).toBe('shared')
    await expect(ask(backend, 'theo')).rejects.toThrow(/no reply left for seat "theo" \(call discuss.turn\)/)
  })

  test('a resumed meeting goes on behind the calls that were made, with their retries', async () => {
    const past = [
      { seat: 'theo', call: 'discuss.turn', says: 1 },
      { seat: 'ada', call: 'vote', says: 2 },
    ]
    const { backend } = load(lists)
    expect(await says(backend, 'theo', { past })).toBe('two')
    await expect(ask(backend, 'ada', { past })).rejects.toThrow(/no reply left/)
    expect(await says(backend, 'theo', { call: 'vote', past })).toBe('a vote')
  })

  test('calls that were made here already are not counted again when another voice is opened', async () => {
    const { backend } = load('seats: { theo: [one, two, three, four] }')
    expect(await says(backend, 'theo')).toBe('one')
    expect(await says(backend, 'theo', { past: [{ seat: 'theo', call: 'discuss.turn', says: 1 }] })).toBe(
      'two',
    )
    expect(await says(backend, 'theo', { past: [{ seat: 'theo', call: 'discuss.turn', says: 3 }] })).toBe(
      'four',
    )
  })

  test('the past of seats that others speak for uses nothing up', async () => {
    const { backend } = load('seats: { "*": [one, two] }', { serves: (id) => id !== 'guest' })
    expect(await says(backend, 'theo', { past: [{ seat: 'guest', call: 'discuss.turn', says: 1 }] })).toBe(
      'one',
    )
  })

  test('a script that repeats starts its list over, also across a resume', async () => {
    const yaml = 'seats: { theo: [one, { call: vote, text: aye }, two] }\nthen: repeat'
    const { backend } = load(yaml)
    const spoken = []
    for (let turn = 0; turn < 5; turn++) spoken.push(await says(backend, 'theo'))
    expect(spoken).toEqual(['one', 'two', 'one', 'two', 'one'])
    const past = [{ seat: 'theo', call: 'discuss.turn', says: 3 }]
    expect(await says(load(yaml).backend, 'theo', { past })).toBe('two')
  })

  test('a script that repeats still fails for a seat it has nothing for', async () => {
    const { backend } = load('seats: { theo: [{ call: vote, text: aye }] }\nthen: repeat')
    await expect(ask(backend, 'theo')).rejects.toMatchObject({ kind: 'failed' })
  })
})

describe('an entry', () => {
  test('gives the counts and the model it names, and estimates where it names none', async () => {
    const { backend } = load(`
seats:
  theo:
    - { text: counted, usage: { input: 1200, output: 300, cached: 100 }, model: some-model }
    - { value: { any: thing } }
`)
    expect(await ask(backend, 'theo')).toMatchObject({
      model: 'some-model',
      usage: { input: 1200, output: 300, cached: 100, estimated: false },
    })
    const reply = await ask(backend, 'theo')
    expect(reply).toMatchObject({ text: '', value: { any: 'thing' }, usage: { estimated: true } })
    expect(reply.usage.output).toBeGreaterThan(0)
  })

  test('fails in the way it names, after what it said before', async () => {
    const { backend } = load(`
seats:
  theo:
    - { error: gone }
    - { error: too old, kind: expired }
    - { error: slow down, kind: rate-limited, retryAfterMs: 5 }
    - { error: broke off, kind: timeout, deltas: ["so ", "far"] }
`)
    const failures = []
    for (let turn = 0; turn < 4; turn++) failures.push(await ask(backend, 'theo').catch((error) => error))
    expect(failures.every((error) => error instanceof BackendFailed)).toBe(true)
    expect(failures).toMatchObject([
      { kind: 'failed', message: 'gone' },
      { kind: 'expired', message: 'too old' },
      { kind: 'rate-limited', retryAfterMs: 5 },
      { kind: 'timeout', partial: 'so far' },
    ])
  })

  test('issues a session that later replies carry on and a later voice resumes', async () => {
    const { backend, folder: here } = load(`
seats: { theo: [first, { session: rt-71c2e0, text: second }, third] }
log: calls.jsonl
`)
    expect((await ask(backend, 'theo')).session).toBeUndefined()
    expect((await ask(backend, 'theo')).session).toBe('rt-71c2e0')
    expect((await ask(backend, 'theo', { session: 'rt-71c2e0' })).session).toBe('rt-71c2e0')
    expect(logged(here).map(({ resume }) => resume)).toEqual([null, null, 'rt-71c2e0'])
  })

  test('runs tools in order before it speaks, each under an id of its own', async () => {
    const { backend } = load(`
seats:
  theo:
    - { tools: [{ name: read_file, input: { path: a } }, { name: nowhere }], text: done }
    - { tools: [{ name: read_file, input: { path: b } }], text: done }
`)
    const tool = fakeTool('read_file', 'content')
    const first = await ask(backend, 'theo', { with: { tools: [tool] } })
    const second = await ask(backend, 'theo', { with: { tools: [tool] } })
    expect(first.tools.map(({ ok }) => ok)).toEqual([true, false])
    expect(first.tools[1]?.output).toContain('Granted: read_file')
    expect(new Set([...first.tools, ...second.tools].map(({ id }) => id)).size).toBe(3)
  })

  test('survives a tool that throws, as a tool that failed', async () => {
    const { backend } = load('seats: { theo: [{ tools: [{ name: read_file }], text: so be it }] }')
    const broken = { ...fakeTool('read_file', ''), run: () => Promise.reject(new Error('no such file')) }
    const reply = await ask(backend, 'theo', { with: { tools: [broken] } })
    expect(reply).toMatchObject({ text: 'so be it', tools: [{ ok: false, output: 'no such file' }] })
  })
})

describe('the log of a script', () => {
  test('has one line a call, with all that the seat was given', async () => {
    const { backend, folder: here } = load('seats: { theo: [yes] }\nlog: logs/calls.jsonl')
    const schema = { type: 'object' }
    const voice = await backend.open(seat('theo'), room({ cwd: here }))
    await voice.say({ ...prompt('Well?', 'vote'), schema }, options({ tools: [fakeTool('read_file', '')] }))
    await expect(voice.say(prompt('Again?'), options())).rejects.toThrow()
    expect(logged(here, 'logs/calls.jsonl')).toEqual([
      {
        seat: 'theo',
        call: 'vote',
        system: 'You weigh the cost of every plan.',
        prompt: 'Well?',
        resume: null,
        cwd: here,
        tools: ['read_file'],
        schema,
      },
      expect.objectContaining({ call: 'discuss.turn', prompt: 'Again?', tools: [], schema: null }),
    ])
  })

  test('that cannot be written is wrong usage', () => {
    expect(() => load('seats: {}\nlog: script.yaml/calls.jsonl')).toThrow(WrongUsage)
  })

  test('stays in the folder of its script: a script that came with a clone appends to no other file', () => {
    const outside = folder()
    for (const log of ['../calls.jsonl', join(outside, 'calls.jsonl')])
      expect(() => load(`seats: {}\nlog: ${log}`)).toThrow(/the log .* cannot be written: .* is not below/)
    const here = folder()
    symlinkSync(outside, join(here, 'logs'))
    symlinkSync(join(outside, 'new.jsonl'), join(here, 'calls.jsonl'))
    for (const log of ['logs/calls.jsonl', 'calls.jsonl']) {
      writeFileSync(join(here, 'script.yaml'), `seats: {}\nlog: ${log}\n`)
      expect(() => loadScript(join(here, 'script.yaml'))).toThrow(/is a link/)
    }
    expect(readdirSync(outside)).toEqual([])
  })
})

function logged(here: string, file = 'calls.jsonl'): Record<string, unknown>[] {
  const lines = readFileSync(join(here, file), 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}
