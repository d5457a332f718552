// Scratchpad: numbers rise, a replaced pin keeps its position, and the state file parses back to the same pins.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPins, parsePins, renderFinalPins } from '../text/scratchpad-state.js'
import { type Pin, pinDisposition, placePin, renderPins } from './scratchpad.js'

const given = { content: 'c', contentType: 'md', agent: 'theo', intent: 'i' }
const fields = { content: fc.string(), contentType: fc.string(), agent: fc.string(), intent: fc.string() }
const anyPin = fc.record({ ...fields, id: fc.nat().map((n) => `SP-${n + 1}`), history: fc.nat() })

describe('scratchpad', () => {
  test('a new pin gets the number after the highest', () => {
    const pins: Pin[] = [{ id: 'SP-7', ...given, history: 0 }]
    expect(placePin(pins, given)).toMatchObject({ kind: 'placed', id: 'SP-8' })
    expect(placePin([], given)).toMatchObject({ kind: 'placed', id: 'SP-1' })
  })
  test('a replacement takes the place of its pin, every field, and counts', () => {
    const pins: Pin[] = [
      { id: 'SP-1', ...given, history: 2 },
      { id: 'SP-2', ...given, history: 0 },
    ]
    const request = { content: 'new', contentType: 'ts', agent: 'ada', intent: 'other', target: 'SP-1' }
    expect(placePin(pins, request)).toEqual({
      kind: 'placed',
      id: 'SP-1',
      pins: [
        { id: 'SP-1', content: 'new', contentType: 'ts', agent: 'ada', intent: 'other', history: 3 },
        pins[1],
      ],
    })
  })
  test('a target that is not there is named', () => {
    expect(placePin([], { ...given, target: 'SP-1' })).toEqual({ kind: 'unknown-target', target: 'SP-1' })
  })
  test('the state file gives back what it was given', () => {
    fc.assert(
      fc.property(fc.array(anyPin, { maxLength: 5 }), (pins) => {
        expect(parsePins(formatPins(pins))).toEqual({ kind: 'pins', pins })
        expect(formatPins(pins).split('\n')).toHaveLength(pins.length + 1)
      }),
    )
  })
  test('bars, percent signs and line breaks are written so that they survive', () => {
    const pin = {
      id: 'SP-1',
      content: 'a|b\n50%7C',
      contentType: 'md',
      agent: 'theo',
      intent: '',
      history: 0,
    }
    expect(formatPins([pin])).toBe('SP-1|a%7Cb%0A50%257C|md|theo||0\n')
  })
  test('a line that is no pin is named, and nothing throws', () => {
    expect(parsePins('SP-1|a|md|t|i|0\nnonsense\n')).toEqual({ kind: 'damaged', line: 2 })
    fc.assert(fc.property(fc.string(), (text) => void parsePins(text)))
  })
  test('the block shows each pin by its number', () => {
    expect(renderPins([{ id: 'SP-2', ...given, history: 0 }])).toBe('SP-2: c\n')
  })
  test('the notes show what is extracted or kept, fenced, and nothing of what is dropped', () => {
    const pin = (id: string, disposition: 'extract' | 'keep' | 'drop') => ({
      id,
      ...given,
      history: 0,
      disposition,
    })
    expect(renderFinalPins([pin('SP-1', 'extract'), pin('SP-2', 'drop'), pin('SP-3', 'keep')])).toBe(
      '- SP-1 (extract) — i — theo\n\n```md\n  c\n```\n\n- SP-3 (keep) — i — theo\n\n```md\n  c\n```',
    )
  })
  test.each([
    ['extract', 'extract'],
    ['KEEP', 'keep'],
    ['Drop  \t', 'drop'],
    ['keep in notes only', 'keep'],
    ['Keep In Notes Only ', 'keep'],
    [' keep', undefined],
    ['keep it', undefined],
    ['', undefined],
    ['1', undefined],
    ['accept', undefined],
  ])('the answer %j is %s', (answer, expected) => {
    expect(pinDisposition(answer)).toBe(expected)
  })
})
