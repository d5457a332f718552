// Raise hand: one test for each law, and that no text breaks it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  detectRaiseHand,
  EMPTY_LEDGER,
  type Ledger,
  parseLedger,
  pendingFor,
  planInsertion,
  raiseHandLine,
  recordRaiseHand,
  renderLedger,
  splitTail,
} from './raise-hand.js'

/** Any code units at all, halves of pairs included. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 80 }).map((units) => String.fromCharCode(...units))

describe('raise hand', () => {
  test.each([
    ['[raise-hand → respond to Zara]', 'Zara'],
    ['[raise-hand->respond to Zara]', 'Zara'],
    ['x [raise-hand  →  respond   to    Mary Ann  ] y', 'Mary Ann'],
    ['[raise-hand → respond to ] [raise-hand → respond to B]', 'B'],
    ['[raise-hand → respond to [raise-hand → respond to B]', '[raise-hand → respond to B'],
    ['one\r\n[raise-hand → respond to Zara]\r\n', 'Zara'],
    ['[raise-hand → respond to Zoë]', 'Zoë'],
  ])('%j asks for %j', (body, target) => {
    expect(detectRaiseHand(body)).toBe(target)
  })
  test.each([
    '[raise-hand → respond to ]',
    '[raise-hand → respond toZara]',
    '[raise-hand → respondto Zara]',
    '[raise-hand => respond to Zara]',
    '[ raise-hand → respond to Zara]',
    '[RAISE-HAND → respond to Zara]',
    '[raise-hand → Respond to Zara]',
    '[raise-hand → respond to Zara',
    '[raise-hand →\nrespond to Zara]',
    '[raise-hand → respond to Za\nra]',
  ])('%j asks for nobody', (body) => {
    expect(detectRaiseHand(body)).toBeUndefined()
  })

  test('the first of a cycle is honoured, the others are deferred in order', () => {
    const request = fc.record({
      cycle: fc.integer({ min: 1, max: 4 }),
      requesting: fc.constantFrom('A', 'B', 'Mary Ann'),
      target: fc.constantFrom('C', 'D'),
    })
    fc.assert(
      fc.property(fc.array(request), (requests) => {
        let ledger: Ledger = EMPTY_LEDGER
        const seen = new Set<number>()
        for (const { cycle, ...one } of requests) {
          const recorded = recordRaiseHand(ledger, cycle, one)
          expect(recorded.status).toBe(seen.has(cycle) ? 'deferred-to-next-cycle' : 'honored')
          seen.add(cycle)
          ledger = parseLedger(renderLedger(recorded.ledger))
        }
        expect(ledger.honored.length + ledger.deferred.length).toBe(requests.length)
        for (const cycle of [1, 2, 3, 4]) {
          const all = requests.filter((one) => one.cycle === cycle)
          expect(pendingFor(ledger, cycle + 1)).toEqual(all.slice(1).map(({ cycle: _, ...one }) => one))
        }
      }),
    )
  })
  test('taking up what is pending goes through the same record', () => {
    const wait = { requesting: 'B', target: 'D' }
    const first = recordRaiseHand(EMPTY_LEDGER, 1, { requesting: 'A', target: 'C' }).ledger
    const ledger = recordRaiseHand(first, 1, wait).ledger
    expect(pendingFor(ledger, 2)).toEqual([wait])
    expect(pendingFor(ledger, 2)).toEqual([wait])
    expect(recordRaiseHand(ledger, 2, pendingFor(ledger, 2)[0]!).status).toBe('honored')
  })

  test('the target speaks next and keeps its own slot', () => {
    const room = ['A', 'B', 'C', 'D']
    expect(planInsertion(room, { requesting: 'A', target: 'C' })).toEqual({
      kind: 'plan',
      speakers: ['C', 'B', 'C', 'D'],
    })
    expect(planInsertion(room, { requesting: 'D', target: 'A' })).toEqual({ kind: 'plan', speakers: ['A'] })
    expect(planInsertion(room, { requesting: 'X', target: 'A' }).kind).toBe('refused')
    expect(planInsertion(room, { requesting: 'A', target: 'X' }).kind).toBe('refused')
  })
  test('a log line is one line, whatever the names', () => {
    expect(raiseHandLine(2, { requesting: 'A\nB', target: 'C' }, 'put-to-user')).toBe(
      '[raise-hand cycle=2 requesting=A B target=C status=put-to-user]',
    )
  })
  test('a ledger of other lines is an empty one', () => {
    fc.assert(fc.property(anyText, (text) => void parseLedger(text)))
    expect(parseLedger('hello\nHONORED_x="a:b"\nHONORED_1=a:b\n')).toEqual(EMPTY_LEDGER)
  })
})

describe('the tail of a turn', () => {
  const hand = '[raise-hand → respond to Zara]'
  const look = '[research → is it so? really]'
  test.each([
    ['plain', 'plain', undefined, undefined],
    ['plain \n', 'plain \n', undefined, undefined],
    [`Text.\n\n${hand}\n`, 'Text.', 'Zara', undefined],
    [`Text. ${hand}`, 'Text.', 'Zara', undefined],
    [`Text. ${look}`, 'Text.', undefined, 'is it so? really'],
    [`Text.\n${look}\n${hand}  `, 'Text.', 'Zara', 'is it so? really'],
    [`Text.\n${hand} ${look}`, 'Text.', 'Zara', 'is it so? really'],
    ['Text. [research->x]', 'Text.', undefined, 'x'],
    [hand, '', 'Zara', undefined],
    [`${hand} and then more`, `${hand} and then more`, undefined, undefined],
    ['see [1]', 'see [1]', undefined, undefined],
    [`see [1] ${hand}`, 'see [1]', 'Zara', undefined],
    [`It is x[0] ${hand}`, 'It is x[0]', 'Zara', undefined],
    ['', '', undefined, undefined],
    [']', ']', undefined, undefined],
  ])('%j', (text, body, raiseHand, research) => {
    expect(splitTail(text)).toEqual({ body, raiseHand, research, ignored: [] })
  })
  test('of several markers of a kind the first counts, and the others are named', () => {
    expect(splitTail(`T\n${hand}\n[raise-hand → respond to Nova]`)).toEqual({
      body: 'T',
      raiseHand: 'Zara',
      research: undefined,
      ignored: ['[raise-hand → respond to Nova]'],
    })
  })
  test('what is split off once is not there a second time, and no text makes this throw', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(hand, look, '\n', '[', ']', '[research →', '[raise-hand'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const tail = splitTail(pieces.join(''))
        expect(splitTail(tail.body)).toEqual({
          ...tail,
          raiseHand: undefined,
          research: undefined,
          ignored: [],
        })
      }),
    )
  })
})

describe('a megabyte of markers', () => {
  const million = 1_000_000
  const repeat = (text: string) => text.repeat(Math.ceil(million / text.length))
  test.each([
    ['openings', '[raise-hand → respond to '],
    ['openings with blanks', `[raise-hand${' '.repeat(1000)}`],
    ['blank after to', '[raise-hand → respond to          '],
    ['empty markers', '[raise-hand → respond to ]'],
    ['closings', ']'],
    ['blanks', ' '],
    ['opening lines', '[raise-hand → respond to \n'],
    ['research', '[research → '],
    ['tail', '[research → x]'],
  ])('of %s is read in one go', (_, text) => {
    expect(() => detectRaiseHand(repeat(text))).not.toThrow()
    expect(() => splitTail(repeat(text))).not.toThrow()
    expect(() => splitTail(`${repeat(text)}]`)).not.toThrow()
  })
})
