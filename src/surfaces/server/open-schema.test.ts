// What OpenAPI says of a request that opens a meeting, against the reader that takes or refuses it.

import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Field, type Fields, type Given, readRequest } from '../../kernel/request.js'
import { protocols } from '../../protocols/index.js'
import { openSchema } from './open-schema.js'

const kinds = await Promise.all(
  protocols
    .flatMap(({ meetings }) => Object.entries(meetings))
    .map(async ([protocol, offer]) => ({ protocol, fields: (await offer.load()).fields })),
)
const { anyOf } = (await openSchema()) as {
  anyOf: readonly { properties: { protocol: { const: string } } }[]
}

test.each(kinds)('a request for $protocol is taken exactly where OpenAPI says so', ({ protocol, fields }) => {
  const described = anyOf.filter(({ properties }) => properties.protocol.const === protocol)
  const schema = z.fromJSONSchema({ anyOf: described } as Parameters<typeof z.fromJSONSchema>[0])
  const needed = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'required' in field && field.required ? [[name, 'Ann']] : [],
    ),
  )
  const requests: readonly Given[] = [
    needed,
    {},
    { ...needed, stray: 'x' },
    ...Object.entries(fields).flatMap(([name, field]) =>
      sent(field).flatMap((value) => [{ ...needed, [name]: value }, { [name]: value }]),
    ),
  ]
  for (const given of requests) {
    const described = schema.safeParse({ protocol, project: 'demo', ...given }).success
    expect({ given, taken: described }).toEqual({ given, taken: isTaken(fields, given) })
  }
  expect(isTaken(fields, needed)).toBe(true)
  expect(isTaken(fields, { ...needed, stray: 'x' })).toBe(false)
})

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

/** What somebody might send for a field, right or wrong. */
function sent(field: Field): readonly unknown[] {
  const known = field.kind === 'choice' ? field.among.map(({ value }) => value) : []
  return [
    ...['', ' ', 'Ann', 'Ann,Bo', '3', ...known],
    ...[[], ['Ann'], ['Ann', 'Bo'], ['Ann', 1], known.slice(0, 1)],
    ...[-1, 0, 1, 3, 3.5, 1e15, 2 ** 60, true, false, null, {}],
  ]
}

function isTaken(fields: Fields, given: Given): boolean {
  try {
    readRequest(fields, given)
    return true
  } catch {
    return false
  }
}
