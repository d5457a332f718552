// Session ids and the calendar behind them.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRealMinute, minuteOf, stampOf } from '../../../text/calendar.js'
import { isSessionId, minuteOfId, sessionId, slugOf } from './session-id.js'

describe('calendar', () => {
  test('agrees with the platform for every moment and offset', () => {
    const moments = fc.record({
      ms: fc.integer({ min: 0, max: 4_102_444_800_000 }),
      offset: fc.integer({ min: -720, max: 840 }),
    })
    fc.assert(
      fc.property(moments, (moment) => {
        const iso = new Date(moment.ms + moment.offset * 60_000).toISOString()
        expect(minuteOf(moment)).toBe(iso.slice(0, 16).replace('T', ' '))
        expect(stampOf(moment)).toBe(
          iso.slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '-'),
        )
        expect(isRealMinute(minuteOf(moment))).toBe(true)
      }),
    )
  })
  test.each(['2026-02-29 10:00', '2026-13-01 10:00', '2026-00-01 10:00', '2026-01-01 24:00', '2026-01-01'])(
    '%s is no minute',
    (text) => {
      expect(isRealMinute(text)).toBe(false)
    },
  )
})

describe('session id', () => {
  test.each([
    ['Should we cache?', 'should-we-cache'],
    ['  Ünïcode & more!! ', 'n-code-more'],
    ['日本語', 'session'],
    ['', 'session'],
    ['one two three four five six seven eight nine ten', 'one-two-three-four-five-six-seven-eight'],
    ['a'.repeat(60), 'a'.repeat(40)],
  ])('the slug of %j is %j', (task, slug) => {
    expect(slugOf(task)).toBe(slug)
  })
  test('any task makes an id, and the id tells its minute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (task) => {
        const moment = { ms: 1_769_875_509_000, offset: 60 }
        const id = sessionId(moment, task)
        expect(isSessionId(id)).toBe(true)
        expect(slugOf(task).length).toBeLessThanOrEqual(40)
        expect(minuteOfId(id)).toBe(minuteOf(moment))
      }),
    )
  })
})
