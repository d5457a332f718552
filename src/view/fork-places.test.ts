// Where a fork may begin: one's own answers, by line, question or round.

import { describe, expect, test } from 'vitest'
import { forkLine, forkPlaces } from './fork-places.js'
import { golden } from './journals.suite.js'

describe('the places to fork from', () => {
  const lines = golden('council.meeting')
  const asked = lines.filter(({ kind }) => kind === 'asked').map(({ n }) => n)

  test('are the questions that were answered, with what was chosen', () => {
    expect(forkPlaces(lines).map(({ at, chose }) => [at, chose])).toEqual([
      [asked[0], 'another-round'],
      [asked[1], 'steer'],
      [asked[2], 'conclude'],
    ])
  })

  test('are called by their plain titles, where the title is a code', () => {
    const titles = forkPlaces(golden('meet')).map(({ title }) => title)
    expect(titles[0]).toMatch(/^Before research: /)
    expect(titles.join()).not.toContain('Yield:')
  })

  test('are called as the question is in plain words, with the round in which it was asked', () => {
    const plain = lines.map((line) =>
      line.kind === 'asked' ? { ...line, data: { ...line.data, title: 'Yield', plain: 'Go on?' } } : line,
    )
    expect(forkPlaces(lines).map(({ title, phase }) => [title, phase])).toEqual([
      ['Where next?', 'round-1'],
      ['Where next?', 'round-2'],
      ['Where next?', 'round-3'],
    ])
    expect(forkPlaces(plain).map(({ title }) => title)).toEqual(['Go on?', 'Go on?', 'Go on?'])
  })

  test('are named by a line, by a question or by a round', () => {
    expect(forkLine('12', lines)).toBe(12)
    expect(forkLine('round', lines)).toBe(asked[2])
    expect(forkLine('round-1', lines)).toBe(asked[0])
    expect(forkLine('Round 2', lines)).toBe(asked[1])
    expect(forkLine('r1', lines)).toBe(asked[0])
    expect(forkLine('noon', lines)).toBeUndefined()
  })
})
