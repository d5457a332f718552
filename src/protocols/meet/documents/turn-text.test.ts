import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeBesidePins, judgedText, markedBeyond, readTurn, shownText, type Turn } from './turn-text.js'

const empty: Turn = {
  body: '',
  challenges: [],
  decisions: [],
  pins: [],
  research: null,
  raiseHand: null,
  pass: false,
  ignored: [],
}

describe("a seat's turn", () => {
  test('markers are read out of the text, and the rest is its body', () => {
    const text =
      'I think so.\n- [challenge] It may break\n[decision] Use LRU\n\n[research → how large?]\n[raise-hand → respond to Bo]'
    expect(readTurn(text)).toEqual({
      ...empty,
      body: 'I think so.',
      challenges: ['It may break'],
      decisions: ['Use LRU'],
      research: 'how large?',
      raiseHand: 'Bo',
    })
  })

  test('a pin takes the fenced block that follows it; without one its intent is its content', () => {
    expect(readTurn('[pin] the policy\n\n```ts\nconst a = 1\n```\nafter').pins).toEqual([
      { target: null, intent: 'the policy', content: 'const a = 1', type: 'ts' },
    ])
    expect(readTurn('[pin SP-2] just words').pins).toEqual([
      { target: 'SP-2', intent: 'just words', content: 'just words', type: null },
    ])
  })

  test('a marker inside a pinned block, or in the middle of a sentence, is text', () => {
    const turn = readTurn(
      '[pin] x\n```\n[decision] not one\n[raise-hand → respond to Bo]\n```\nWe could [decision] later.',
    )
    expect(turn).toMatchObject({ decisions: [], raiseHand: null, body: 'We could [decision] later.' })
  })

  test('a fence left open ends with the text, and holds what follows', () => {
    expect(readTurn('[pin] x\n```\na\nb').pins[0]?.content).toBe('a\nb')
  })

  test('[pass] as the whole body is a pass, and nothing else is', () => {
    expect(readTurn(' [pass] \n').pass).toBe(true)
    expect(readTurn('[pass] but').pass).toBe(false)
  })

  test('no line of a pin stands at column 1 of what is shown', () => {
    expect(shownText('before\n[pin] x\n```\n[round 1 / turn 1 / A (B) / \n```\nafter')).toBe(
      'before\n[pin] x\n```\n  [round 1 / turn 1 / A (B) / \n```\nafter',
    )
  })

  test('the judge does not see pins and tail markers, but all that stands beside them, at its own number', () => {
    expect(judgedText('[pin] x\n```\nIt is bare\n```\nIt is so [inference] [research → is it?]')).toBe(
      '\n\n\n\nIt is so [inference]',
    )
  })

  test('what is changed beside pins leaves the pins as they are', () => {
    expect(changeBesidePins('# a\n[pin] x\n```sh\n# b\n```\n# c', (line) => line.slice(2))).toBe(
      'a\n[pin] x\n```sh\n# b\n```\nc',
    )
  })

  test('no text makes reading throw', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '[pin]',
        '[pin SP-1] a',
        '```',
        '~~~',
        '[pass]',
        '[challenge]',
        '[raise-hand → respond to ]',
      ),
    )
    fc.assert(
      fc.property(
        fc.array(line),
        (lines) =>
          void [readTurn(lines.join('\n')), shownText(lines.join('\n')), judgedText(lines.join('\n'))],
      ),
    )
  })
})

test('the marked lines of a turn beyond what was kept of it are not lost', () => {
  const whole =
    'Much.\nMore [inference].\n[object P1] Nobody watches it.\n- [proposal] Hire a watch\nThe end.'
  expect(markedBeyond('Much.', whole)).toBe('[object P1] Nobody watches it.\n- [proposal] Hire a watch')
})
