// Finding a meeting by the beginning of its id.

import { expect, test } from 'vitest'
import { WrongUsage } from '../errors.js'
import { findMeeting } from './find-meeting.js'

const ids = ['2026-a', '2026-b', '2026-b-more']

test('an id is found by any prefix that fits no other id', () => {
  expect(findMeeting(ids, '2026-a')).toBe('2026-a')
  expect(findMeeting(ids, '2026-b')).toBe('2026-b')
  expect(findMeeting(ids, '2026-b-')).toBe('2026-b-more')
})

test('a prefix that fits several ids or none is refused, and the message lists the ids', () => {
  expect(() => findMeeting(ids, '2026')).toThrow('"2026" could be 2026-a, 2026-b, 2026-b-more.')
  expect(() => findMeeting(ids, 'x')).toThrow('There is no meeting "x" here.')
  expect(() => findMeeting(ids, '')).toThrow(WrongUsage)
})
