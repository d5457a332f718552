// Recording: keeps the replies of a run so that they can be played again.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Backend, Reply } from '../../kernel/agents.js'
import { BackendFailed, WrongUsage } from '../../kernel/errors.js'
import { fakeTool, folder, options, prompt, room, seat } from '../backend.suite.js'
import type { Entry } from './file.js'
import { parseScript } from './file.js'
import { recorder } from './record.js'
import { loadScript, script } from './script.js'

const calls = ['research.prelude', 'discuss.turn', 'discuss.turn', 'close.memory', 'discuss.turn'] as const

/** Every call of a small meeting with its result: a reply, or how it failed. */
async function meeting(backend: Backend): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (const id of ['theo', 'ada']) {
    const voice = await backend.open(seat(id), room())
    for (const call of calls) {
      const said = voice.say(prompt('Now?', call), options({ tools: [fakeTool('read_file', 'content')] }))
      outcomes.push(await said.then(withoutIds, failure))
    }
    await voice.close()
  }
  return outcomes
}

function withoutIds(reply: Reply): unknown {
  return { ...reply, tools: reply.tools.map(({ id: _, ...use }) => use) }
}

function failure(error: unknown): unknown {
  if (!(error instanceof BackendFailed)) throw error
  const { kind, message, partial, retryAfterMs } = error
  return { kind, message, partial, retryAfterMs }
}

const played: Record<string, Entry[]> = {
  theo: [
    { value: { sources: [], known: [{ text: 'a: b', source: 1 }] }, model: 'm-1', session: 's-1' },
    { text: 'Line one.\n\n  - indented\n# not a comment\n', usage: { input: 9, output: 3, cached: 2 } },
    { error: 'slow down', kind: 'rate-limited', retryAfterMs: 70 },
    { tools: [{ name: 'read_file', input: { path: 'a' } }, { name: 'run_command' }], text: 'Looked.' },
    { tools: [{ name: 'read_file', input: { path: 'b' } }], error: 'broke off', deltas: ['half '] },
  ],
  ada: [{ text: '' }, { text: '~' }, { text: 'null', value: null }, { text: '123', session: 's-2' }],
}

describe('a recording', () => {
  test('is a script that says the same again, failures and tools included', async () => {
    const file = join(folder(), 'run.yaml')
    const first = await meeting(recorder(file).wrap(script({ seats: played })))
    const { backend } = loadScript(file)
    expect(await meeting(backend)).toEqual(first)
  })

  test('carries every text and value unchanged', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...' \n\r\t:-#"\'|>a\u2028\u0085') }),
    )
    const values = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
    await fc.assert(
      fc.asyncProperty(texts, values, async (text, value) => {
        const file = join(folder(), 'run.yaml')
        const backend = recorder(file).wrap(script({ seats: { theo: [{ text, value }] } }))
        await (await backend.open(seat('theo'), room())).say(prompt('Now?'), options())
        const again = parseScript(readFileSync(file, 'utf8'), file).seats['theo']?.[0]
        expect(again?.text ?? '').toBe(text)
        expect(again?.value).toEqual(value)
      }),
      { numRuns: 100 },
    )
  })

  test('keeps calls that overlap in the order in which they began', async () => {
    const file = join(folder(), 'run.yaml')
    const backend = recorder(file).wrap(
      script({ seats: { theo: [{ text: 'slow', delayMs: 30 }, { text: 'fast' }] } }),
    )
    const [one, two] = [await backend.open(seat('theo'), room()), await backend.open(seat('theo'), room())]
    await Promise.all([one.say(prompt('A?'), options()), two.say(prompt('B?'), options())])
    expect(recorded(file, 'theo')).toEqual(['slow', 'fast'])
  })

  test('is a whole script after every reply, without the call that is under way', async () => {
    const file = join(folder(), 'run.yaml')
    const lines = [{ text: 'said' }, { text: 'never', delayMs: 2 ** 31 - 1 }]
    const backend = recorder(file).wrap(script({ seats: { theo: lines } }))
    expect(parseScript(readFileSync(file, 'utf8'), file)).toMatchObject({ seats: {} })
    const voice = await backend.open(seat('theo'), room())
    await voice.say(prompt('One?'), options())
    const stop = new AbortController()
    const open = voice.say(prompt('Two?'), options({ signal: stop.signal }))
    expect(recorded(file, 'theo')).toEqual(['said'])
    stop.abort()
    await expect(open).rejects.toMatchObject({ kind: 'interrupted' })
    expect(parseScript(readFileSync(file, 'utf8'), file).seats['theo']?.[1]).toMatchObject({
      kind: 'interrupted',
    })
  })

  test('keeps the answers of the person with their questions', async () => {
    const file = join(folder(), 'run.yaml')
    const tape = recorder(file)
    await tape.answer({ question: 'round', choose: 'conclude' })
    await tape.answer({ question: 'post-research', choose: 'interject', text: 'cost?\nand time?' })
    expect(loadScript(file).answers).toEqual([
      { to: 'round', choose: 'conclude' },
      { to: 'post-research', choose: 'interject', text: 'cost?\nand time?' },
    ])
  })

  test('adds the answers that the journal got while nobody recorded, each once', async () => {
    const file = join(folder(), 'run.yaml')
    await recorder(file).answer({ question: 'round', choose: 'another-round' })
    const answered = [
      { question: 'round', choose: 'another-round' },
      { question: 'round', choose: 'steer', text: 'And cost?' },
    ]
    recorder(file, { goOn: true, answered })
    recorder(file, { goOn: true, answered })
    expect(loadScript(file).answers).toEqual([
      { to: 'round', choose: 'another-round' },
      { to: 'round', choose: 'steer', text: 'And cost?' },
    ])
  })

  test('masks what must not be shared', async () => {
    const file = join(folder(), 'run.yaml')
    const scrub = async (text: string) => text.replaceAll('hunter2', '***')
    const backend = recorder(file, { scrub }).wrap(
      script({ seats: { theo: [{ text: 'hunter2', value: ['hunter2'] }] } }),
    )
    const reply = await (await backend.open(seat('theo'), room())).say(prompt('Now?'), options())
    expect(reply.text).toBe('hunter2')
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2')
    expect(recorded(file, 'theo')).toEqual(['***'])
  })

  test('is never written over, but goes on for a meeting that does', async () => {
    const file = join(folder(), 'run.yaml')
    await meeting(recorder(file).wrap(script({ seats: { '*': [{ text: 'one' }] } })))
    expect(() => recorder(file)).toThrow(WrongUsage)
    const empty = join(folder(), 'run.yaml')
    recorder(empty)
    recorder(empty)
    const backend = recorder(file, { goOn: true }).wrap(script({ seats: { theo: [{ text: 'two' }] } }))
    await (await backend.open(seat('theo'), room())).say(prompt('Now?'), options())
    expect(recorded(file, 'theo').at(0)).toBe('one')
    expect(recorded(file, 'theo').at(-1)).toBe('two')
  })

  test('into a place that cannot be written is refused at once', () => {
    const here = folder()
    writeFileSync(join(here, 'file'), '')
    expect(() => recorder(join(here, 'file', 'run.yaml'))).toThrow(/cannot be written/)
  })
})

function recorded(file: string, id: string): (string | undefined)[] {
  return (parseScript(readFileSync(file, 'utf8'), file).seats[id] ?? []).map(({ text }) => text)
}
