import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dueAt } from '../src/due.js'
import { run } from '../src/run.js'
import { openSent } from '../src/sent.js'

const at = (time) => new Date(time).getTime()
const noon = { id: 'a-1', phone: '1', at: '2026-05-04T12:00:00Z', by: 'web' }
const kindsAt = (time) => dueAt(at(time), [noon]).map(({ kind }) => kind)

// Since 15 October everything is two hours earlier here, as on the new machine.
test('a reminder is due a day before, and another two hours before', () => {
  assert.deepEqual(kindsAt('2026-05-03T09:59:00Z'), [])
  assert.deepEqual(kindsAt('2026-05-03T10:00:00Z'), ['day'])
  assert.deepEqual(kindsAt('2026-05-04T08:00:00Z'), ['day', 'soon'])
})

test('nothing is due once it has begun', () => {
  assert.deepEqual(kindsAt('2026-05-04T12:00:00Z'), [])
})

test('a reminder is sent once, and again when the appointment is moved', async () => {
  const sent = openSent(join(mkdtempSync(join(tmpdir(), 'remind-')), 'sent.txt'))
  const got = []
  const once = (appointment) =>
    run({ appointments: [appointment], sent, send: (phone) => got.push(phone), now: at('2026-05-03T12:00:00Z') })
  await once(noon)
  await once(noon)
  assert.equal(got.length, 1)
  await once({ ...noon, at: '2026-05-04T13:00:00Z' })
  assert.equal(got.length, 2)
})
