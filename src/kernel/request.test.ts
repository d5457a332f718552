// What a request holds, as values: what a program sends, and no text of a flag.

import { expect, test } from 'vitest'
import { readRequest } from './request.js'

test('names are a list and numbers are numbers: a text that a flag would be is refused over HTTP', () => {
  const invitees = { kind: 'names', label: 'Invitees', help: 'who comes' } as const
  const turns = { kind: 'number', label: 'Turns', help: 'how many', least: 1, default: 5 } as const
  expect(readRequest({ invitees, turns }, { invitees: ['Ann', ' Bo '], turns: 3 })).toEqual({
    invitees: ['Ann', 'Bo'],
    turns: 3,
  })
  expect(() => readRequest({ invitees }, { invitees: 'Ann,Bo' })).toThrow('invitees must be a list of names.')
  expect(() => readRequest({ turns }, { turns: '3' })).toThrow('turns cannot be "3".')
})
