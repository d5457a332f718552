// What is wrong with a request is said in sentences that name the field and what it must be.

import { expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from './endpoints.js'
import { sentencesOf } from './faults.js'

test.each([
  ['/retry', { what: 'lunch' }, '"what" must be one of notes, merge.'],
  ['/retry', {}, '"what" is missing.'],
  [
    '/retry',
    { what: 'merge', settled: 'yes', x: 1 },
    '"settled" must be true or false. "x" is not known here.',
  ],
  ['/defer', { until: 'soon' }, '"until" must be a date such as 2026-05-31.'],
  ['/messages', { text: 7 }, '"text" must be a text.'],
  ['/messages', [], 'The body must be an object.'],
])('%s %j: %s', (verb, given, said) => {
  const { body } = endpoints.find(({ path }) => path.endsWith(`/:id${verb}`)) as { body: z.ZodType }
  const { error } = body.safeParse(given)
  expect(error && sentencesOf(error, given)).toBe(said)
})
