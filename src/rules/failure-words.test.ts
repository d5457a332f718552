import { expect, test } from 'vitest'
import { reasonToPeople, withBeginning } from './failure-words.js'

test('people read how words began that came instead, and never clipped JSON', () => {
  expect(reasonToPeople('the reply did not fit', 'I think we should')).toBe(
    'the reply did not fit; it began: I think we should',
  )
  for (const json of ['{"title":5', '[{"a"', '```json { "title"'])
    expect(reasonToPeople('the reply did not fit: title', json)).toBe('the reply did not fit: title')
  expect(withBeginning('why', '{"title":5')).toBe('why; it began: {"title":5')
})
