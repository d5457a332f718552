// The script file: every error is reported with its file and line.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WrongUsage } from '../../kernel/errors.js'
import { folder } from '../backend.suite.js'
import { parseScript, readAnswers, readScript } from './file.js'

function refusal(yaml: string): string {
  try {
    parseScript(yaml, 'a.yaml')
  } catch (error) {
    expect(error).toBeInstanceOf(WrongUsage)
    return (error as WrongUsage).message
  }
  return 'accepted'
}

describe('a script file', () => {
  test('may hold every kind of entry and answer', () => {
    const script = parseScript(
      `
seats:
  theo:
    - "Plain text."
    - { text: Second., usage: { input: 1200, output: 300 }, model: some-model }
    - { value: { any: structured reply } }
    - { call: discuss.turn, text: only for this call }
    - { error: what went wrong, kind: rate-limited }
    - { text: in pieces, deltas: ["in ", pieces], delayMs: 50 }
    - { tools: [ { name: read_file, input: { path: README.md } } ], text: after }
    - { session: rt-71c2e0, text: issues it }
    - { value: null }
  "*": [ any seat ]
answers:
  - continue
  - 2
  - { to: post-research, choose: interject, text: "what about cost?" }
then: repeat
log: calls.jsonl
`,
      'a.yaml',
    )
    expect(script.seats['theo']).toHaveLength(9)
    expect(script.seats['theo']?.[0]).toEqual({ text: 'Plain text.' })
    expect(script.seats['theo']?.[8]).toEqual({ value: null })
    expect(script.seats['*']).toEqual([{ text: 'any seat' }])
    expect(script.answers).toEqual([
      { choose: 'continue' },
      { choose: '2' },
      { to: 'post-research', choose: 'interject', text: 'what about cost?' },
    ])
    expect([script.then, script.log]).toEqual(['repeat', 'calls.jsonl'])
  })

  test('may be empty: it then has nothing to say and fails when asked', () => {
    const { seats, answers, then } = parseScript('', 'a.yaml')
    expect([seats, answers, then]).toEqual([{}, [], 'fail'])
  })

  test.each([
    ['an unknown key at the top', 'seats: {}\nsets: {}\n', /^a\.yaml:2: unknown key "sets"\.$/],
    [
      'an unknown key in an entry',
      'seats:\n  theo:\n    - text: yes\n      delay: 5\n',
      /^a\.yaml:4: unknown key "delay" \(at seats\.theo\.0\)\.$/,
    ],
    [
      'an unknown key in an answer',
      'answers:\n  - go\n  - { choose: go, for: x }\n',
      /^a\.yaml:3: unknown key "for"/,
    ],
    [
      'a number where a text belongs',
      'seats:\n  theo:\n    - one\n    - 42\n',
      /^a\.yaml:4: .*\(at seats\.theo\.1\)\.$/,
    ],
    [
      'a text where a number belongs',
      'seats:\n  theo:\n    - text: a\n      delayMs: soon\n',
      /^a\.yaml:4: .*delayMs/,
    ],
    ['a list that is no list', 'seats:\n  theo: yes\n', /^a\.yaml:2: /],
    [
      'a kind of failure that is none',
      'seats:\n  theo:\n    - { error: x, kind: bogus }\n',
      /^a\.yaml:3: .*kind/,
    ],
    [
      'a kind without an error',
      'seats:\n  theo:\n    - { text: x, kind: failed }\n',
      /^a\.yaml:3: `kind` belongs to an `error`/,
    ],
    [
      'an error with a value',
      'seats:\n  theo:\n    - { error: x, value: 1 }\n',
      /^a\.yaml:3: an `error` has no `value`/,
    ],
    ['an entry that says nothing', 'seats:\n  theo:\n    - { call: vote }\n', /^a\.yaml:3: says nothing/],
    ['an end that is none', 'then: stop\n', /^a\.yaml:1: .*then/],
    ['a key that stands twice', 'seats:\n  theo: [a]\n  theo: [b]\n', /^a\.yaml:3: /],
    ['a key that stands twice in JSON', '{"seats":{"theo":["a"],"theo":["b"]}}', /^a\.yaml:1: /],
    ['an unknown key in JSON', '{"seats":{},"sets":{}}', /^a\.yaml:1: unknown key "sets"\.$/],
    ['YAML that does not parse', 'seats:\n  theo: [a\nthen: fail\n', /^a\.yaml:\d+: /],
    ['a tag that nobody knows', 'seats:\n  theo: [ !run x ]\n', /^a\.yaml:2: /],
    ['something else altogether', '- a\n- b\n', /^a\.yaml:1: /],
  ])('with %s is wrong usage that names the line', (_, yaml, message) => {
    expect(refusal(yaml)).toMatch(message)
  })

  test('that multiplies itself by aliases is refused', () => {
    const rows = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef']) {
      rows.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(',')}]`)
    }
    expect(refusal(rows.join('\n'))).toMatch(/^a\.yaml:/)
  })

  test('that is not there is wrong usage too', () => {
    expect(() => readScript(join(folder(), 'none.yaml'))).toThrow(WrongUsage)
  })
})

describe('a file of answers', () => {
  const written = (yaml: string) => {
    const file = join(folder(), 'answers.yaml')
    writeFileSync(file, yaml)
    return file
  }

  test('is the list, alone or under its key', () => {
    expect(readAnswers(written('- continue\n- { to: q, choose: stop }\n'))).toEqual([
      { choose: 'continue' },
      { to: 'q', choose: 'stop' },
    ])
    expect(readAnswers(written('answers: [continue]\n'))).toEqual([{ choose: 'continue' }])
    expect(readAnswers(written(''))).toEqual([])
  })

  test('is read as strictly as a script', () => {
    expect(() => readAnswers(written('- { pick: x }\n'))).toThrow(WrongUsage)
    expect(() => readAnswers(written('seats: {}\n'))).toThrow(WrongUsage)
  })
})
