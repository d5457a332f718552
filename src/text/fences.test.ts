// Fences: which lines are code.

import { expect, test } from 'vitest'
import { fencesIn } from './fences.js'

test.each([
  ['no fence', 'a\nb', [false, false], null],
  ['both ends are part of the code', 'a\n```ts\nb\n```\nc', [false, true, true, true, false], null],
  ['a shorter or other mark closes nothing', '````\n```\n~~~~\n````', [true, true, true, true], null],
  ['a longer mark closes', '```\na\n`````\nb', [true, true, true, false], null],
  ['a fence left open says how to close it', 'a\n~~~~\nb', [false, true, true], '~~~~'],
  ['inline code is no fence', '```a``` b', [false], null],
  ['a closing line has nothing behind it', '```\n``` b\n```', [true, true, true], null],
])('%s', (_what, text, code, open) => {
  expect(fencesIn(text.split('\n'))).toEqual({ code, open })
})
