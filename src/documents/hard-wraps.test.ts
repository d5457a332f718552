// Hard wraps: shown as one line a paragraph, kept as they were where nobody changed anything.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unwrapped, wrappedAsBefore } from './hard-wraps.js'

const persona = `You are the one who is asked when two
parts refuse to work together.

- a list
  goes on
- and ends

\`\`\`
code
as it is
\`\`\`
A line that is broken  
on purpose.

Your weakness is
the rewrite.
`

test('a paragraph is one line, and what is no plain prose stays as it was', () => {
  expect(unwrapped(persona)).toBe(
    persona.replace('two\nparts', 'two parts').replace('weakness is\nthe', 'weakness is the'),
  )
})

test('a paragraph that nobody changed has its lines again, and one that was changed has those that were written', () => {
  expect(wrappedAsBefore(unwrapped(persona), persona)).toBe(persona)
  const changed = unwrapped(persona).replace('the rewrite.', 'the clean rewrite.').trimEnd()
  expect(wrappedAsBefore(changed, persona)).toBe(
    persona.replace('weakness is\nthe rewrite.\n', 'weakness is the clean rewrite.'),
  )
})

test('every persona of the library comes back as it was', () => {
  const seats = new URL('../../library/council/seats/', import.meta.url)
  for (const name of readdirSync(seats)) {
    const text = readFileSync(new URL(name, seats), 'utf8')
    expect(wrappedAsBefore(unwrapped(text), text)).toBe(text)
  }
})
