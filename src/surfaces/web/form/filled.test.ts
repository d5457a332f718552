// A request before it is sent: what the form sends, what the draft keeps, and the equivalent command.

import { describe, expect, test } from 'vitest'
import type { FormField, MeetingForm } from '../../../hall/api.js'
import { commandFor } from '../fold/command.js'
import { type Filled, faultsIn, keepable, prefilled, requestOf, seatsIn } from './filled.js'

const about = { label: '', help: '', choices: [] }
const fields: readonly FormField[] = [
  {
    ...about,
    name: 'worker',
    kind: 'choice',
    operand: 'WORKER',
    among: [],
    required: true,
    choices: ['Verity', 'Mason'].map((value) => ({ value, label: value, about: '' })),
  },
  { ...about, label: 'What you say', name: 'message', kind: 'text', operand: 'MESSAGE', required: true },
  { ...about, label: 'Charter', name: 'charter', kind: 'text', ask: 'What for?' },
  { ...about, name: 'invitees', kind: 'names' },
  { ...about, name: 'references', kind: 'names', each: 'reference' },
  { ...about, label: 'Turns', name: 'maxTurns', kind: 'number', least: 1, default: 40 },
  { ...about, label: 'Rounds', name: 'rounds', kind: 'number', least: 2, most: 5 },
  { ...about, name: 'noWeb', kind: 'switch' },
  { ...about, name: 'password', kind: 'text', secret: true },
]
const form: MeetingForm = {
  protocol: 'toy',
  title: 'Toy',
  summary: '',
  command: ['toy', 'play'],
  fields,
  seated: [],
  trouble: null,
}

describe('a request', () => {
  test('has what was filled in and the first option of required choices, and omits untouched fields', () => {
    const filled = { message: 'Go.', charter: ' ', invitees: ['x', ' '], maxTurns: '7', noWeb: false }
    expect(requestOf(form, 'p', filled)).toEqual({
      protocol: 'toy',
      project: 'p',
      worker: 'Verity',
      message: 'Go.',
      invitees: ['x'],
      maxTurns: 7,
    })
  })

  test('is wrong where a needed field is empty, and where a number is none or outside of its limits', () => {
    const wrong = (filled: Filled) =>
      Object.entries(faultsIn(fields, filled)).map(([name, { message }]) => [name, message])
    expect(wrong({ charter: 'a', message: 'Go.', rounds: '5', maxTurns: ' ' })).toEqual([])
    expect(wrong({ message: ' ' })).toEqual([
      ['message', 'What you say is missing.'],
      ['charter', 'Charter is missing.'],
    ])
    expect(wrong({ charter: 'a', message: 'Go.', maxTurns: '0', rounds: '6' })).toEqual([
      ['maxTurns', 'Turns cannot be "0".'],
      ['rounds', 'Rounds cannot be "6".'],
    ])
    expect(wrong({ charter: 'a', message: 'Go.', maxTurns: 'many', rounds: '1.5' })).toEqual([
      ['maxTurns', 'Turns cannot be "many".'],
      ['rounds', 'Rounds cannot be "1.5".'],
    ])
  })

  test('can do without a text where another stands for it', () => {
    const task: FormField = { ...about, name: 'task', kind: 'text', required: true, unless: 'from' }
    const all: readonly FormField[] = [task, { ...about, name: 'from', kind: 'text' }]
    expect(Object.keys(faultsIn(all, {}))).toEqual(['task'])
    expect(faultsIn(all, { from: 'docs/retries' })).toEqual({})
  })

  test('may name a voice for every seat that what was chosen brings, such as a council', () => {
    const seat = (name: string) => ({ value: name, label: name, about: '' })
    const council: FormField = {
      ...about,
      name: 'template',
      kind: 'choice',
      required: true,
      among: [],
      choices: [
        { ...seat('small'), seats: [seat('editor')] },
        { ...seat('large'), seats: [seat('critic'), seat('clerk')] },
      ],
    }
    const offered = { ...form, fields: [council], seated: [seat('host')] }
    const names = (filled: Parameters<typeof seatsIn>[1]) =>
      seatsIn(offered, filled).map(({ value }) => value)
    expect(names({})).toEqual(['host', 'editor'])
    expect(names({ template: 'large' })).toEqual(['host', 'critic', 'clerk'])
  })

  test('is filled in by its address where that names a field, never with a secret', () => {
    const query = { project: 'p', references: 'a,b.md', noWeb: 'true', password: 'x', stray: 'y' }
    expect(prefilled(fields, query)).toEqual({ references: ['a,b.md'], noWeb: true })
  })

  test('is kept as a draft without its secrets', () => {
    expect(keepable(fields, { message: 'Go.', password: 'x' })).toEqual({
      kept: { message: 'Go.' },
      secret: { password: 'x' },
    })
  })
})

describe('the command', () => {
  const said = (filled: Filled) => commandFor(form, requestOf(form, 'p', filled))

  test('is equivalent to the form, quoted for a shell, with dots for missing texts', () => {
    expect(said({})).toBe('parley toy play Verity … --charter …')
    const filled = {
      worker: 'Mason',
      message: "it's $HOME",
      charter: 'a b',
      invitees: ['x', 'y'],
      references: ['one', 'two'],
      maxTurns: '7',
      noWeb: true,
    }
    expect(said({ ...filled, agents: 'claude', ceiling: '5000', costCeiling: '0.5' })).toBe(
      "parley toy play Mason 'it'\\''s $HOME' --charter 'a b' --invitees x,y --reference one --reference two" +
        ' --max-turns 7 --no-web --agents claude --token-ceiling 5000 --cost-ceiling 0.5',
    )
  })

  test('shows no secret', () => {
    expect(said({ password: 'hunter2' })).not.toContain('hunter2')
  })
})
