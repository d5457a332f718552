// The vocabulary of events and the page that teaches it say the same.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { events, followStream } from './events.js'

const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8')
const live = page.slice(page.indexOf('## Live events'), page.indexOf('`key` names the step'))

/** The cells of every row of the page's tables of live events; in each the words that are set as code. */
const rows = [...live.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) =>
  row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)),
)

describe('docs/events.md', () => {
  test('lists every live event with exactly its fields, and no other', () => {
    const listed = rows
      .filter((cells) => cells.length === 3)
      .flatMap(([types = [], fields = []]) => types.map((type) => [type, fields.toSorted()]))
    const defined = Object.entries(events).map(([type, { shape }]) => [
      type,
      Object.keys(shape)
        .filter((field) => field !== 'type')
        .toSorted(),
    ])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(defined))
  })

  test('says of the stream that follows a meeting exactly what it tells', () => {
    const row = live.split('\n').find((one) => one.includes('a meeting that is followed')) ?? ''
    const told = followStream.options.map(({ shape }) => shape.type.value)
    expect([...row.matchAll(/`([^`]+)`/g)].map(([, type]) => type).toSorted()).toEqual(told.toSorted())
  })
})
