// What is wrong with a request is said in sentences that name the field and what it must be.

import { expect, test } from 'vitest'
import type { z } from 'zod'
import { operations } from '../../hall/operations.js'
import { sentencesOf } from './faults.js'

test.each([
  ['talk.retry', { what: 'lunch' }, '"what" must be one of notes, merge.'],
  ['talk.retry', {}, '"what" is missing.'],
  [
    'talk.retry',
    { what: 'merge', settled: 'yes', x: 1 },
    '"settled" must be true or false. "x" is not known here.',
  ],
  ['request.defer', { until: 'soon' }, '"until" must be a date such as 2026-05-31.'],
  ['talk.message', { text: 7 }, '"text" must be a text.'],
  ['talk.message', [], 'The body must be an object.'],
] as const)('%s %j: %s', (name, given, said) => {
  const takes: z.ZodObject = operations[name].takes
  const { error } = takes.omit({ project: true, id: true }).safeParse(given)
  expect(error && sentencesOf(error, given)).toBe(said)
})
