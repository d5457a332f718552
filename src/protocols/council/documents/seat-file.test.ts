// Seat files: what is read, what is refused, and that the persona comes through byte for byte.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSeat } from './seat-file.js'

const head = '---\nname: qa\ntitle: QA\nvoice: dry\nmodel: sonnet\ntools: [read, bash]\n---\n'

describe('seat file', () => {
  test('the body comes through byte for byte, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (body) => {
        fc.pre(body.trim() !== '')
        expect(readSeat(head + body, 'qa')).toEqual({
          kind: 'seat',
          seat: { name: 'qa', title: 'QA', voice: 'dry', body },
        })
      }),
    )
  })
  test('a title and a voice may be absent', () => {
    expect(readSeat('---\nname: qa\n---\nYou test.\n', 'qa')).toMatchObject({
      seat: { title: '', voice: '' },
    })
  })
  test.each([
    ['no frontmatter', 'You test.', /begin with frontmatter/],
    ['no name', '---\ntitle: QA\n---\nYou test.', /no `name`/],
    ['another name', '---\nname: ops\n---\nYou test.', /names "ops", but the file is "qa"/],
    ['no persona', '---\nname: qa\n---\n  \n', /no persona/],
    ['broken YAML', '---\nname: [qa\n---\nYou test.', /not YAML/],
  ])('%s is refused with a reason', (_, text, reason) => {
    expect(readSeat(text, 'qa')).toMatchObject({ kind: 'faulty', fault: expect.stringMatching(reason) })
  })
})
