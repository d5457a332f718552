// Reasoning between tags is removed from the text, in whatever pieces it arrives.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Thoughts, withoutLostOpening } from './thoughts.js'

function sorted(pieces: readonly string[]): { said: string; thought: string } {
  const thoughts = new Thoughts()
  const said = pieces.map((piece) => thoughts.take(piece)).join('')
  return { said: said + thoughts.end(), thought: thoughts.thought }
}

const replies: readonly [what: string, text: string, said: string, thought: string][] = [
  ['before the reply', '<think>\nIs it so?\n</think>\n\nIt is so.', 'It is so.', '\nIs it so?\n'],
  ['on one line', '<think>hm</think>It is so.', 'It is so.', 'hm'],
  ['under other names', '<Thinking>a</Thinking>\n<reasoning>b</reasoning>Yes.', 'Yes.', 'a\n\nb'],
  ['in the middle', 'First.\n<think>or not</think>\nSecond.', 'First.\n\nSecond.', 'or not'],
  ['that is never closed', '<think>\nI **Dissent:** from', '', '\nI **Dissent:** from'],
  ['that talks of tags', '<think>a <think> in it</think>Yes.', 'Yes.', 'a <think> in it'],
  ['of which there is none', 'Plain < words <thin', 'Plain < words <thin', ''],
  ['in code', '```\n<think>\nx\n</think>\n```\nYes.', '```\n<think>\nx\n</think>\n```\nYes.', ''],
  [
    'that is only mentioned',
    'Strip <think> tags, as in `<think>`.',
    'Strip <think> tags, as in `<think>`.',
    '',
  ],
  ['that only looks so at the end', 'Yes.\n<thin', 'Yes.\n<thin', ''],
]

describe('a thought', () => {
  test.each(replies)('%s', (_, text, said, thought) => expect(sorted([text])).toEqual({ said, thought }))

  test('is the same in whatever pieces it streams, and is never shown on the way', () => {
    fc.assert(
      fc.property(fc.constantFrom(...replies), fc.array(fc.nat(40)), ([, text, said, thought], cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length]
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
        expect(sorted(pieces)).toEqual({ said, thought })
      }),
    )
  })

  test('whose opening tag the server swallowed ends at the closing tag on its own line', () => {
    expect(withoutLostOpening('Is it so?\n</think>\n\nIt is.')).toEqual({
      thought: 'Is it so?',
      said: 'It is.',
    })
    expect(withoutLostOpening('Strip all up to </think> here.').thought).toBe('')
  })
})
