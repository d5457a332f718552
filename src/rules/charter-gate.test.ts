// Charter gate: what is written can be read back by a shell.
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { charterAssignment, judgeCharter } from './charter-gate.js'

describe('charter gate', () => {
  test('accepts exactly the texts with a character that is not blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(judgeCharter(text).kind).toBe(text.trim() === '' ? 'blocked' : 'accepted')
      }),
    )
    expect(judgeCharter(undefined).kind).toBe('blocked')
  })
  test.each(['plain', 'a "b" c', 'back\\slash', 'ends in \\', 'two\nlines', '  spaces  '])(
    'a shell that reads the assignment of %j has the charter',
    (charter) => {
      const script = `${charterAssignment(charter)}printf %s "$CHARTER"`
      expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(charter)
    },
  )
})
