// Words, faces, the order of the hall, and commands.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hueOf, monogram, monogramsOf } from './face.js'
import { shortNames } from './papers.js'
import { dayName, shortTime } from './when.js'
import { figure, standing, tally } from './words.js'

const now = new Date(2026, 4, 6, 12)
const at = (day: number, hour = 9, month = 4, year = 2026) =>
  new Date(year, month, day, hour, 5).toISOString()

describe('words', () => {
  test('large figures are shortened', () => {
    expect([999, 9999, 12_345, 730_000, 1_250_000].map(figure)).toEqual([
      '999',
      '9,999',
      '12.3k',
      '730k',
      '1.2M',
    ])
  })

  test('of many seats the desk says how many stand where', () => {
    const stands = [...'◆●●→●'].map((glyph) => ({ glyph }))
    expect(tally(stands)).toEqual([
      ['◆', 1],
      ['●', 3],
      ['→', 1],
    ])
  })

  test('days are named Today, Yesterday, by weekday or by date', () => {
    expect([at(6), at(5), at(3), at(1, 9, 2), at(1, 9, 2, 2024)].map((day) => dayName(day, now))).toEqual([
      'Today',
      'Yesterday',
      'Sunday',
      '1 March',
      '1 March 2024',
    ])
    expect(dayName('never', now)).toBe('Undated')
    expect([at(6), at(5), at(1, 9, 2), at(1, 9, 2, 2024)].map((day) => shortTime(day, now))).toEqual([
      '09:05',
      'Tue 09:05',
      '1 Mar',
      '1 Mar 2024',
    ])
  })

  test('what has a day and no time is shown by its day alone', () => {
    expect(['2026-05-06', '2026-05-05', '2026-03-01'].map((day) => shortTime(day, now))).toEqual([
      'Today',
      'Yesterday',
      '1 Mar',
    ])
  })

  test('a running meeting that no process holds is shown as stopped', () => {
    expect(standing({ status: 'running', live: false })).toBe('stopped in the middle')
    expect(standing({ status: 'running', live: false, awaitsHost: true })).toBe('waits for its host')
    expect(standing({ status: 'running', live: true })).toBe('running')
  })

  test('files are named by file name, with more of the path where names are equal', () => {
    expect([...shortNames(['a/x/n.md', 'a/y/n.md', 'b/o.md']).values()]).toEqual(['x/n.md', 'y/n.md', 'o.md'])
  })
})

describe('faces', () => {
  test('at one table no two seats have the same monogram', () => {
    const names = ['staff-engineer', 'security-engineer', 'qa-engineer', 'Theo']
    expect(Object.fromEntries(monogramsOf(names))).toEqual({
      'staff-engineer': 'St',
      'security-engineer': 'Se',
      'qa-engineer': 'QE',
      Theo: 'T',
    })
  })

  test('however alike their names are, every seat at a table has a monogram of its own, and the colour of its id', () => {
    const names = ['Ana', 'Anna', 'Anne', 'Ann', 'An', 'Anna Berg', 'Anton Berg', 'Ada Brun', '李', '李明']
    const marks = [...monogramsOf(names).values()].map((mark) => mark.toLowerCase())
    expect(new Set(marks).size).toBe(names.length)
    expect(hueOf('Chief Counsel')).toBe(hueOf('chief-counsel'))
  })

  test('a monogram is one or two letters, without text in brackets', () => {
    expect(['Theo', 'qa-engineer', '[Stakeholder] Ann Lee', 'Kai [Agent]', ''].map(monogram)).toEqual([
      'T',
      'QE',
      'AL',
      'K',
      '?',
    ])
  })

  test('a hue comes from the id alone and keeps away from the accent', () => {
    expect(hueOf('theo')).toBe(hueOf('theo'))
    for (let at = 0; at < 200; at++) expect(Math.abs(hueOf(`seat-${at}`) - 45)).toBeGreaterThanOrEqual(35)
  })

  test('at a table that parley brings no two seats look alike', () => {
    const templates = join(import.meta.dirname, '../../../../library/council/templates')
    const brought = readdirSync(templates).map(
      (name) => parse(readFileSync(join(templates, name), 'utf8')) as { readonly seats: readonly string[] },
    )
    const analysis = ['Maya Chen', 'Alex Rivera', 'Jordan Park']
    for (const seats of [...brought.map((one) => one.seats), analysis]) {
      const hues = seats.map(hueOf)
      const apart = hues.flatMap((one, at) => hues.slice(at + 1).map((other) => onTheWheel(one, other)))
      expect(Math.min(...apart)).toBeGreaterThanOrEqual(20)
    }
  })

  function onTheWheel(one: number, other: number): number {
    return Math.min(Math.abs(one - other), 360 - Math.abs(one - other))
  }
})
