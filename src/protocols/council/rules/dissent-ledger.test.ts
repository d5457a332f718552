// The ledger of dissents: ids, restatements, withdrawals, and who may make which.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../documents/pad.js'
import { dissentLedger, lastChange } from './dissent-ledger.js'

const entry = (seat: string, n: number, body: string): Entry => ({ kind: 'round', n, seat, body })

describe('the ledger of dissents', () => {
  test('numbers dissents in the order in which they were marked, whoever marked them', () => {
    const ledger = dissentLedger([
      entry(
        'cfo',
        1,
        '**Dissent (against the queue):** It hides the cost.\n\n**Dissent:** And the date is invented.',
      ),
      entry('cto', 1, 'Fine. I dissent: nobody operates it.'),
    ])
    expect(ledger.map(({ id, seat, against }) => `${id} ${seat} ${against}`)).toEqual([
      'D1 cfo the queue',
      'D2 cfo ',
      'D3 cto ',
    ])
  })
  test('a seat that says the same again marks nothing new; another seat that says it does', () => {
    const words = '**Dissent:** Halving the cache costs ten thousand every quarter.'
    const entries = [entry('cfo', 1, words), entry('cto', 1, words), entry('cfo', 2, words)]
    expect(dissentLedger(entries).map(({ id }) => id)).toEqual(['D1', 'D2'])
    expect(lastChange(entries).marked).toMatchObject([{ id: 'D1', restated: true }])
  })
  test('LEDG1: only the seat that marked a dissent withdraws it, in the pinned form or in loose words', () => {
    const marked = entry('cfo', 1, '**Dissent:** Halving the cache costs ten thousand every quarter.')
    const by = (seat: string, body: string) => dissentLedger([marked, entry(seat, 2, body)])[0]!.withdrawn
    expect(by('cto', '**Withdrawn D1:** it does not.')).toBeNull()
    expect(by('cfo', '**Withdrawn D1:** measured, it does not.')).toEqual({
      kind: 'round',
      n: 2,
      reason: 'measured, it does not.',
    })
    expect(by('cfo', 'Dissent D1, withdrawn: measured, it does not.')).toMatchObject({ n: 2 })
    expect(by('cfo', '```\n**Withdrawn D1:** only quoted\n```')).toBeNull()
  })
  test('LEDG1: whatever seats write, every dissent has an id of its own and words that its seat wrote', () => {
    const piece = fc.constantFrom(
      '**Dissent:** ',
      '**Withdrawn D1:** ',
      'I dissent: ',
      'alpha beta gamma',
      '\n\n',
      '```',
      'D2 ',
      'delta',
    )
    const body = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    const entries = fc.array(fc.tuple(fc.constantFrom('a', 'b'), body), { maxLength: 8 })
    fc.assert(
      fc.property(entries, (said) => {
        const pad = said.map(([seat, text], at) => entry(seat, at + 1, text))
        const ledger = dissentLedger(pad)
        expect(ledger.map(({ id }) => id)).toEqual(ledger.map((_, at) => `D${at + 1}`))
        for (const { seat, text, where } of ledger) {
          expect(pad[where.n - 1]).toMatchObject({ seat })
          const flat = (words: string) => words.replace(/\s+/g, ' ')
          expect(flat(said[where.n - 1]![1])).toContain(flat(text))
        }
      }),
    )
  })
})
