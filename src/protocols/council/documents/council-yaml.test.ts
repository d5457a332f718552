// council.yaml: faults named by line, limits set or not, and a rewrite that keeps what is the person's.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCouncil } from './config.js'
import { rewriteCouncil } from './rewrite.js'

const library = new URL('../../../../library/council/', import.meta.url)
const template = (name: string) => readFileSync(new URL(`templates/${name}.yaml`, library), 'utf8')

function council(text: string) {
  const reading = readCouncil(text)
  if (reading.kind === 'faulty') throw new Error(reading.faults.join('\n'))
  return reading.council
}

function faults(text: string): readonly string[] {
  const reading = readCouncil(text)
  return reading.kind === 'faulty' ? reading.faults : []
}

const small = 'name: two\nchair: a\nseats: [a, b]\n'

describe('reading council.yaml', () => {
  test('absent limits are 12 turns, 200000 bytes, and no limit of time or memory', () => {
    expect(council(small)).toEqual({
      name: 'two',
      description: '',
      chair: 'a',
      seats: ['a', 'b'],
      maxTurns: 12,
      scratchMaxBytes: 200_000,
      maxWallSeconds: null,
      manifestMaxBytes: null,
      blind: false,
    })
  })
  test.each(['0', '-1', '1.5', '"12"', 'many'])('max_turns %s is a fault that names its line', (value) => {
    expect(faults(`${small}work_budget:\n  max_turns: ${value}\n`)).toEqual([
      expect.stringMatching(/^line 5: `max_turns` must be a whole number above zero/),
    ])
  })
  test.each(['0', '-5'])('max_wall_seconds %s leaves the wall clock off', (value) => {
    expect(council(`${small}work_budget: { max_wall_seconds: ${value} }\n`).maxWallSeconds).toBeNull()
  })
  test('a number above zero is a limit', () => {
    const limited = council(
      `${small}work_budget: { max_wall_seconds: 1800 }\nmemory_budget: { manifest_max_bytes: 10 }\n`,
    )
    expect(limited).toMatchObject({ maxWallSeconds: 1800, manifestMaxBytes: 10 })
  })
  test('everything that is missing is named at once', () => {
    expect(faults('description: empty\n')).toEqual([
      '`seats` is missing',
      '`chair` is missing',
      '`name` is missing',
    ])
  })
  test('a chair without a seat is named with the line and the seats there are', () => {
    expect(faults('name: x\nchair: c\nseats: [a, b]\n')).toEqual([
      'line 2: the chair "c" is not one of the seats: a, b',
    ])
  })
  test('seats must be unique and kebab-case', () => {
    expect(faults('name: x\nchair: a\nseats:\n  - a\n  - Big Name\n  - a\n')).toEqual([
      'line 5: "Big Name" is no seat name: lower-case words joined by "-"',
      'line 4: the seat "a" is listed twice',
    ])
  })
  test.each(['..', '../x', 'a/b', '.*', '(a+)+$', '__proto__', 'constructor', '-rf', 'a\u202eb', ''])(
    'the seat %j is refused, so that no name becomes a path, a pattern or a part of an object',
    (name) => {
      const reading = readCouncil(`name: x\nchair: a\nseats: [a, ${JSON.stringify(name)}]\n`)
      if (name === 'constructor') expect(reading).toMatchObject({ council: { seats: ['a', 'constructor'] } })
      else expect(reading).toMatchObject({ kind: 'faulty' })
    },
  )
  test.each(['1e309', '.inf', '.nan', '9007199254740993', '!!binary aGk=', '[1]', '{ a: 1 }'])(
    'a budget of %s is a fault',
    (value) => {
      expect(faults(`${small}work_budget: { max_turns: ${value} }\n`).length).toBeGreaterThan(0)
    },
  )
  test('aliases that multiply, keys from the inside of objects and strange tags end in faults or are kept as data', () => {
    const layers = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}a]`)
    const bomb = ['l0: &l0 [a]', ...layers, 'name: x', 'chair: a', 'seats: *l9']
    expect(faults(bomb.join('\n')).length).toBeGreaterThan(0)
    expect(council(`${small}__proto__: { maxTurns: 1 }\nconstructor: { maxTurns: 1 }\n`).maxTurns).toBe(12)
    expect(({} as { maxTurns?: number }).maxTurns).toBeUndefined()
  })
  test('a file that is not YAML names the line where it breaks', () => {
    expect(faults('name: x\nchair: [a\nseats: [a]\n')[0]).toMatch(/^line \d: /)
    expect(faults('just words')[0]).toMatch(/^line 1: /)
  })
  test('a budget that is a bare number is a fault, not a silent default', () => {
    expect(faults(`${small}work_budget: 5\n`)).toEqual(['line 4: `work_budget` must hold keys of its own'])
  })
})

describe('rewriting council.yaml', () => {
  const mine = [
    '# our own council',
    'name: two # renamed',
    'chair: a',
    'seats:',
    '  - a # the boss',
    '  - b',
    'work_budget:',
    '  max_turns: 3',
    '  max_wall_seconds: 60',
    '  house_rule: be brief',
    'channel: "#ops" # where we talk',
    '',
  ].join('\n')

  test('every known key becomes the template’s, and limits it does not set are gone', () => {
    expect(council(rewriteCouncil(mine, template('c-suite')))).toEqual(council(template('c-suite')))
  })
  test('unknown keys and comments are kept', () => {
    const text = rewriteCouncil(mine, template('c-suite'))
    for (const kept of [
      '# our own council',
      '# renamed',
      'channel: "#ops" # where we talk',
      'house_rule: be brief',
    ]) {
      expect(text).toContain(kept)
    }
  })
  test('a file that is not there, or is not YAML, becomes the template as it is', () => {
    expect(rewriteCouncil(null, template('c-suite'))).toBe(template('c-suite'))
    expect(rewriteCouncil('a: [', template('c-suite'))).toBe(template('c-suite'))
  })
  test.each(readdirSync(new URL('templates/', library)))(
    '%s rewritten with itself means the same, and then changes no more',
    (file) => {
      const text = template(file.replace('.yaml', ''))
      const once = rewriteCouncil(text, text)
      expect(council(once)).toEqual(council(text))
      expect(rewriteCouncil(once, text)).toBe(once)
    },
  )
})
