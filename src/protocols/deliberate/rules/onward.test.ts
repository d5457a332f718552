// Where a session goes on that lies in a folder: one row a paper.

import { expect, test } from 'vitest'
import type { Mode } from '../modes.js'
import { cycleFolder, cyclesIn, type Place, placeOf } from './onward.js'

const upTo = ['interview-summary.md', 'assembly.md', 'design.md', 'prd.md']

function at(mode: Mode, paths: readonly string[], more: { auditing?: boolean; asked?: boolean } = {}): Place {
  const has = (path: string) => paths.includes(path)
  const { auditing = false, asked = false } = more
  return placeOf(mode, { has, auditing, seated: has('assembly.md') }, asked)
}

test.each<[Place, Mode, string[]]>([
  ['interview', 'standard', []],
  ['interview', 'deep', ['interview-transcript.md']],
  ['assembly', 'auto', []],
  ['assembly', 'standard', upTo.slice(0, 1)],
  ['rounds', 'guided', upTo.slice(0, 2)],
  ['planning', 'standard', upTo.slice(0, 3)],
  ['action', 'standard', upTo],
  ['action', 'auto', ['prd.md']],
  // A design tells nothing of who could plan it.
  ['interview', 'standard', ['design.md']],
  ['assembly', 'quick', []],
  ['rounds', 'quick', ['assembly.md']],
  ['planning', 'quick', ['assembly.md', 'design-sketch.md']],
  ['action', 'quick', ['assembly.md', 'design-sketch.md', 'plan.md']],
  ['interview', 'meeting', []],
  ['rounds', 'meeting', ['assembly.md', 'deliberation/round1/oak.md']],
  ['over', 'meeting', ['assembly.md', 'meeting-notes.md']],
  ['audit', 'audit', []],
  ['result', 'audit', ['audit/report.md']],
  ['result', 'deep', [...upTo, 'audit/report.md']],
  ['action', 'standard', [...upTo, 'audit/report.md']],
])('%s: %s with %j', (place, mode, paths) => {
  expect(at(mode, paths)).toBe(place)
})

test('an audit that was under way goes on with its next pass, and one that the person asks for begins anew', () => {
  expect(at('audit', ['audit/state.md'], { auditing: true })).toBe('pass')
  expect(at('standard', upTo, { auditing: true })).toBe('pass')
  expect(at('audit', ['audit/report.md'], { asked: true })).toBe('audit')
})

test('new rounds are a cycle behind those that lie there', () => {
  expect(cyclesIn([])).toBe(0)
  expect(cyclesIn(['deliberation/pairs.md', 'deliberation/round1/oak.md'])).toBe(1)
  expect(cyclesIn(['deliberation/round3/oak.md', 'deliberation/cycle2/round2/oak-responds-to-elm.md'])).toBe(
    2,
  )
  expect([cycleFolder(1), cycleFolder(3)]).toEqual(['deliberation/', 'deliberation/cycle3/'])
})
