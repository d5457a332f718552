// Who gave an answer: words that a model handed over are never shown as a person's, those of a recording never as a model's.

import { expect, test } from 'vitest'
import { answererName, byRecording, relayedNote } from './relayed.js'

test('an answer is headed by who gave it', () => {
  expect(answererName({ by: 'person', name: 'Bo' }, 'You')).toBe('Bo')
  expect(answererName({ by: 'relayed', name: 'claude-code' }, 'You')).toBe('A model for You')
})

test('the first words of a recorded talk are the person’s, relayed by no model', () => {
  const answer = { by: 'relayed', name: byRecording }
  expect(`${answererName(answer, 'You')}${relayedNote(answer)}`).toBe('You (relayed by a recording)')
})
