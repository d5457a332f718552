// Server-sent events in pieces that end anywhere.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventReader } from './sent-events.js'

describe('server-sent events', () => {
  test('an event ends with a blank line; only the one that carries an id has it', () => {
    expect(eventReader()('id: 7\ndata: {"a":1}\n\ndata: two\n\ndata: unfinished\n')).toMatchObject([
      { id: '7', data: '{"a":1}' },
      { id: undefined, data: 'two' },
    ])
  })

  test('several data lines are one text; comments and retry times are ignored', () => {
    expect(eventReader()(': hello\nevent: x\nretry: 5\ndata: a\ndata:b\n\n')).toMatchObject([
      { event: 'x', data: 'a\nb' },
    ])
  })

  test('an event without data is ignored', () => {
    expect(eventReader()('event: x\n\n: here\n\n')).toEqual([])
  })

  test('where the pieces are cut makes no difference, nor whether lines end as on Windows', () => {
    const event = fc.record({ id: fc.nat({ max: 99 }), data: fc.stringMatching(/^[a-z :]{1,8}$/) })
    const end = fc.constantFrom('\n', '\r\n')
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 5 }),
        end,
        fc.array(fc.nat({ max: 200 })),
        (events, nl, cuts) => {
          const text = events.map(({ id, data }) => `id: ${id}${nl}data: ${data}${nl}${nl}`).join('')
          const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
          const read = eventReader()
          const pieces = [0, ...at].map((from, index) => text.slice(from, [...at, text.length][index]))
          const heard = pieces.flatMap((piece) => read(piece))
          expect(heard.map(({ id, data }) => [id, data])).toEqual(
            events.map(({ id, data }) => [String(id), data]),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})
