// What the person is shown of a chartered meeting before anything is sent.

import { expect, test } from 'vitest'
import { charterFacts } from './facts.js'
import type { MeetState } from './state.js'

const seats = ['Theo', 'Zara'].map((name) => ({ id: name.toLowerCase(), name, role: 'Tester' }))

function shown(voices: readonly string[], attends: boolean): readonly (string | undefined)[] {
  const input = {
    seats,
    voices: seats.map(({ id }, at) => ({ seat: id, backend: voices[at] })),
    missingInvitees: [],
    person: { name: 'Bo', attends },
  }
  const state = { input, meeting: { spent: { left: null, input: 0, output: 0 } } }
  const { facts } = charterFacts(state as unknown as MeetState)
  return ['Invitees', 'You'].map((wanted) => facts.find(({ name }) => name === wanted)?.value)
}

test('a voice that all invitees have is named once, and of a script only its file', () => {
  const script = 'script:../../library/recorded/meet.yaml'
  expect(shown([script, script], false)).toEqual([
    'Theo (Tester); Zara (Tester); all by script:meet.yaml',
    'not attending',
  ])
  expect(shown(['claude', script], true)).toEqual([
    'Theo (Tester) by claude; Zara (Tester) by script:meet.yaml',
    'Bo, attending',
  ])
})
