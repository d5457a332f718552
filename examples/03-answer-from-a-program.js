// A program at the table's edge: finds the meeting that waits, reads its question, answers it, and lets it go on.

import assert from 'node:assert/strict'
import { openQuestion, parley } from '../dist/index.js'
import { scratch, scriptedCouncil } from './scratch.js'

const place = scratch()
const waiting = place.parley(
  'council',
  'meeting',
  'How long do we cache thumbnails?',
  '--agents',
  scriptedCouncil(place),
)
assert.equal(waiting.code, 3)

const house = parley(place.root)
const [meeting] = await house.list()
assert.equal(meeting.status, 'waiting')

const { question } = openQuestion(await house.lines(meeting.id))
console.log(
  question.title,
  question.options.map(({ key }) => key),
)

await house.answer(meeting.id, { choose: 'conclude', by: 'person' })
const nobody = { answer: async () => undefined, observe: () => {}, signal: new AbortController().signal }
const ending = await house.hold(meeting.id, nobody)
assert.equal(ending.kind, 'concluded')
assert.deepEqual((await house.verify(meeting.id)).findings, [])
