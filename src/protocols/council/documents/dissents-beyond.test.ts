import { describe, expect, test } from 'vitest'
import { dissentsBeyond } from './dissent.js'

describe('a reply that was cut', () => {
  const words = 'Noon is wrong.'

  test.each([
    [
      'marks a dissent beyond the cut',
      `Much.\n\n**Dissent (against noon):** ${words}`,
      5,
      `**Dissent (against noon):** ${words}`,
    ],
    ['marks one loosely', `Much.\n\nDISSENT: ${words}`, 5, `**Dissent:** ${words}`],
    ['marks one before the cut only', `**Dissent:** ${words}\n\nMuch more.`, 29, ''],
    ['marks none', 'Much.\n\nMuch more.', 5, ''],
    ['quotes one in a fence', 'Much.\n\n```\n**Dissent:** of another\n```', 5, ''],
  ])('and %s loses no dissent', (_, whole, kept, lost) => {
    expect(dissentsBeyond(whole.slice(0, kept), whole)).toBe(lost)
  })
})
