// Server-sent events, cut anywhere.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EventReader } from './sse.js'

describe('server-sent events', () => {
  test('an event ends with a blank line and keeps its last id', () => {
    const reader = new EventReader()
    expect(reader.read('id: 7\ndata: {"a":1}\n\ndata: two\n\n')).toEqual([
      { id: '7', event: 'message', data: '{"a":1}' },
      { id: '7', event: 'message', data: 'two' },
    ])
  })

  test('several data lines are one text; comments and unknown fields are passed over', () => {
    expect(new EventReader().read(': hello\nevent: x\nretry: 5\ndata: a\ndata:b\n\n')).toEqual([
      { id: null, event: 'x', data: 'a\nb' },
    ])
  })

  test('an event without data is none', () => {
    expect(new EventReader().read('event: x\n\n: here\n\n')).toEqual([])
  })

  test('where the pieces are cut makes no difference, whatever the line ends are', () => {
    const event = fc.record({ id: fc.nat({ max: 99 }), data: fc.stringMatching(/^[a-z :]{1,8}$/) })
    const end = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 5 }),
        end,
        fc.array(fc.nat({ max: 200 })),
        (events, nl, cuts) => {
          const text = events.map(({ id, data }) => `id: ${id}${nl}data: ${data}${nl}${nl}`).join('')
          const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
          const reader = new EventReader()
          const pieces = [0, ...at].map((from, index) => text.slice(from, [...at, text.length][index]))
          const read = [...pieces, ' '].flatMap((piece) => reader.read(piece))
          expect(read.map(({ id, data }) => [id, data])).toEqual(
            events.map(({ id, data }) => [String(id), data]),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})
