// A position in a session: how it is written into the journal and parsed again.

import { expect, test } from 'vitest'
import { pointIn, written } from './session.js'

const session = '00000000-0000-4000-8000-000000000001'
const message = '00000000-0000-4000-8000-000000000002'

test.each([{ session }, { session, message }])('%j is read as it was written', (place) => {
  expect(pointIn(written(place))).toEqual(place)
})

test.each([
  '',
  'rt-71c2e0',
  `--${session}`,
  `${session}/`,
  `${session}/x`,
  `${session} ${message}`,
  `${session}\n`,
])('%j is no place in a session of Claude’s', (text) => expect(pointIn(text)).toBeUndefined())
