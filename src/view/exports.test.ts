// Which exports a meeting has something for.

import { expect, test } from 'vitest'
import { formatsOf } from './exports.js'
import { nothingTold } from './outcome.js'
import { type Story, untold } from './story.js'

const offered = (outcome: Story['outcome']) => formatsOf({ ...untold, outcome })
const always = ['markdown', 'html', 'json']

test('without a decision no decision record is offered, with nothing left to do no issues, and both where a meeting has them', () => {
  const followUps = [{ action: 'Oil the gate.', owner: 'qa' }]
  expect(offered(null)).toEqual(always)
  expect(offered({ ...nothingTold, paragraphs: ['It was looked into.'] })).toEqual(always)
  expect(offered({ ...nothingTold, decision: 'Open at noon.' })).toEqual([...always, 'adr'])
  expect(offered({ ...nothingTold, followUps })).toEqual([...always, 'issues'])
  expect(offered({ ...nothingTold, decision: 'Open at noon.', followUps })).toEqual([
    ...always,
    ...['adr', 'issues'],
  ])
})
