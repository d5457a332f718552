// Session file: laws FIELD1 and FIELD2, and the thirteen lines as other tools expect them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isCounterField, SESSION_FIELDS, type SessionField } from '../rules/session-fields.js'
import { newSession, readSessionField, renderSession, updateSessionField } from './session-file.js'

const fresh = renderSession(newSession('2026-01-02-a'))
const freeFields = SESSION_FIELDS.filter(
  (field) => !isCounterField(field) && !['phase', 'last_checkpoint_phase', 'user_attendance'].includes(field),
)
const oneLine = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ''))

function updated(text: string, field: SessionField, value: string): string {
  const result = updateSessionField(text, field, value)
  if (result.kind === 'refused') throw new Error(result.reason)
  return result.text
}

describe('session file', () => {
  test('a new session is thirteen lines in a fixed order', () => {
    expect(fresh).toBe(
      [
        'session_id: "2026-01-02-a"',
        'phase: "INVITE"',
        'round: 0',
        'turn_counter: 0',
        'cadence_counter: 0',
        'raise_hand_ledger: ""',
        'scratchpad_state: ""',
        'cumulative_cost: 0',
        'last_checkpoint_at: ""',
        'last_checkpoint_phase: ""',
        'last_yield_emitted_at: ""',
        'agent_dispatch_findings: ""',
        'user_attendance: ""',
        '',
      ].join('\n'),
    )
  })
  test('a session rendered whole holds the values it was given and parses as YAML', () => {
    const text = renderSession({
      ...newSession('m-1'),
      phase: 'DISCUSS',
      round: 2,
      turn_counter: 9,
      raise_hand_ledger: 'cycle1=A->B:honored; cycle1=B->C:deferred-to-next-cycle',
      last_checkpoint_phase: 'discuss-cadence',
      user_attendance: true,
    })
    expect(parse(text)).toMatchObject({
      phase: 'DISCUSS',
      round: 2,
      turn_counter: 9,
      raise_hand_ledger: 'cycle1=A->B:honored; cycle1=B->C:deferred-to-next-cycle',
      last_checkpoint_phase: 'discuss-cadence',
      user_attendance: true,
    })
  })
  test('a line break in a text field cannot start a field of its own', () => {
    const text = renderSession({ ...newSession('m'), agent_dispatch_findings: 'd1=INFO:x\nphase: "SAVE"' })
    expect(text.split('\n')).toHaveLength(14)
    expect(readSessionField(text, 'phase')).toBe('INVITE')
  })
  test('FIELD1: any single-line text comes back as it was written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...freeFields), oneLine, (field, value) => {
        expect(readSessionField(updated(fresh, field, value), field)).toBe(value)
      }),
    )
  })
  test('FIELD2: an update leaves every other byte alone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...freeFields), oneLine, (field, value) => {
        const before = fresh.split('\n')
        const after = updated(fresh, field, value).split('\n')
        const changed = after.flatMap((line, index) => (line === before[index] ? [] : [index]))
        expect(after).toHaveLength(before.length)
        expect(changed.every((index) => index === SESSION_FIELDS.indexOf(field))).toBe(true)
      }),
    )
  })
  test('FIELD2: comments, foreign keys, CRLF and a missing final line break survive', () => {
    const text = '# mine\r\nphase: "INVITE"\r\nother: [1]\r\nround: 3'
    expect(updated(text, 'phase', 'SAVE')).toBe('# mine\r\nphase: "SAVE"\r\nother: [1]\r\nround: 3')
    expect(updated(text, 'round', '4')).toBe('# mine\r\nphase: "INVITE"\r\nother: [1]\r\nround: 4')
  })
  test('a field that the file lacks reads as nothing and is appended by an update', () => {
    expect(readSessionField('round: 1', 'user_attendance')).toBe('')
    expect(updated('round: 1', 'user_attendance', 'true')).toBe('round: 1\nuser_attendance: true\n')
    expect(updated('', 'round', '1')).toBe('round: 1\n')
  })
  test('a value that nobody quoted is read as it stands', () => {
    expect(readSessionField('phase: DISCUSS\n', 'phase')).toBe('DISCUSS')
    expect(readSessionField('phase: "\n', 'phase')).toBe('"')
  })
  test('reading and updating never throw, whatever the file holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...SESSION_FIELDS), fc.string(), (text, field, value) => {
        readSessionField(text, field)
        updateSessionField(text, field, value)
      }),
    )
  })
})

describe('session fields', () => {
  const accepted: [SessionField, string][] = [
    ['round', '0'],
    ['turn_counter', '17'],
    ['cadence_counter', '10'],
    ['cumulative_cost', '123456'],
    ['phase', 'RESEARCH'],
    ['last_checkpoint_phase', ''],
    ['last_checkpoint_phase', 'SAVE'],
    ['last_checkpoint_phase', 'post-charter'],
    ['last_checkpoint_phase', 'pre-save'],
    ['user_attendance', 'true'],
    ['user_attendance', 'false'],
    ['user_attendance', ''],
    ['raise_hand_ledger', 'say "hi" \\ there'],
  ]
  const refused: [SessionField, string][] = [
    ['round', ''],
    ['round', '-1'],
    ['turn_counter', '1.5'],
    ['cadence_counter', ' 1'],
    ['cumulative_cost', 'many'],
    ['phase', ''],
    ['phase', 'research'],
    ['phase', 'pre-save'],
    ['last_checkpoint_phase', 'midway'],
    ['user_attendance', 'yes'],
    ['raise_hand_ledger', 'two\nlines'],
    ['session_id', 'a\rb'],
  ]
  test.each(accepted)('%s accepts %j', (field, value) => {
    expect(updateSessionField(fresh, field, value).kind).toBe('updated')
  })
  test.each(refused)('%s refuses %j and says so', (field, value) => {
    const result = updateSessionField(fresh, field, value)
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining(field) })
  })
})
