// What a structured reply may look like when it comes in words.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonIn, whyNoJson } from './json-in.js'
import { fitted, repairText } from './shape.js'

describe('the JSON in a reply', () => {
  test.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    ['```json\n{"a":1}\n```\n', { a: 1 }],
    ['null', null],
    ['[1, 2]', [1, 2]],
    ['Sure: {"a":1}', { a: 1 }],
    ['{"a":1}\n\nI hope that this helps.', { a: 1 }],
    ['Here it is:\n\n```json\n{"a": "} {"}\n```\n\nShall I go on?', { a: '} {' }],
    ['first {"a":1} then {"b":{"c":2}} done', { b: { c: 2 } }],
    ['{"a":1} and a stray } at the end', { a: 1 }],
    ['{not json} {"a":[1,{"b":2}]}', { a: [1, { b: 2 }] }],
    ['{"a": [1, 2,], "b": "x, }",}', { a: [1, 2], b: 'x, }' }],
    ['{"a": "one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }],
    ['A draft: {"a": 1\nThe reply: {"a": 2}', { a: 2 }],
    [`${'if (a) { b() }\n'.repeat(5000)}{ "a": 1 }`, { a: 1 }],
    ['no object [1, 2]', undefined],
    ['as [1] says, use {} or { x }', undefined],
    ['{}', {}],
    ['{"a":', undefined],
    ['{"a": 1, "b": [2', undefined],
    ['{"a" 1}', undefined],
    ['', undefined],
  ])('%.60j holds %j', (text, value) => expect(jsonIn(text)).toEqual(value))

  test('is the last object that has the wanted fields, when there are several', () => {
    const text = '{"call":"stop","why":"done"} See also {"path":"a.md"}.'
    expect(jsonIn(text, { required: ['call', 'why'] })).toEqual({ call: 'stop', why: 'done' })
    expect(jsonIn(text)).toEqual({ path: 'a.md' })
  })

  test('is not searched for without end in a text of nothing but braces', () => {
    expect(jsonIn('{'.repeat(50_000) + '}'.repeat(50_000))).toBeUndefined()
    expect(jsonIn('{"a":'.repeat(20_000) + '}'.repeat(20_000))).toBeUndefined()
  })

  test.each([
    ['  \n', 'it is empty'],
    ['I would rather say it in words.', 'it holds no JSON object'],
    ['Sure: {"a": [1', 'its JSON ends before it is complete'],
    ['{"a" 1}', 'its JSON has a syntax error'],
  ])('what is missing in %j is named', (text, why) => expect(whyNoJson(text)).toBe(why))
})

describe('a reply and its schema', () => {
  const schema = z.object({ seats: z.array(z.enum(['a', 'b'])).min(1), why: z.string() })
  const reply = (text: string) => ({
    text,
    usage: { input: 1, output: 1, estimated: false },
    tools: [],
  })

  test('a reply that does not fit is sent back with every fault on one line', () => {
    const fit = fitted(schema, reply('{"seats":["c"]}'))
    if (fit.ok) throw new Error('it fits')
    expect(fit.faults).toMatch(/^expected string, received undefined \(at why\); .*at seats\[0\]/)
    expect(repairText(fit.faults).split('\n')).toHaveLength(2)
  })

  test('words that the procedure can read fit, although an object stands among them', () => {
    const text = 'The config is {"port": 80}.\nSeats: a'
    const fromText = () => ({ seats: ['a'], why: 'said so' })
    expect(fitted(schema, reply(text), fromText)).toEqual({
      ok: true,
      value: { seats: ['a'], why: 'said so' },
      words: true,
    })
  })
})
