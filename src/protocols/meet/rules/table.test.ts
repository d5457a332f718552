// The table: laws TABLE1 and TABLE2, and who stands where.

import { describe, expect, test } from 'vitest'
import { stancesIn } from '../documents/stances.js'
import { inBrief, inFull, judgeSettlement, placeStances, rivalsOf, type Table } from './table.js'

/** The table after these turns, each `Name: words`. */
function tableAfter(...turns: readonly string[]): Table {
  return turns.reduce<Table>((table, turn, at) => {
    const [, name = '', text = ''] = /^(\w+): ([\s\S]*)$/.exec(turn) ?? []
    return placeStances(table, stancesIn(text), name, at + 1).table
  }, [])
}

const two = ['Theo: [proposal] Use one file', 'Soren: [proposal against P1] Use a database'] as const

describe('the table', () => {
  test('TABLE1: ids rise in the order of the turns; the same words again are support, not a second proposal', () => {
    const table = tableAfter(...two, 'Mia: [proposal] use ONE file.', 'Theo: [decision] Use one file')
    expect(table.map(({ id, text }) => `${id} ${text}`)).toEqual(['P1 Use one file', 'P2 Use a database'])
    expect(table[0]?.support).toEqual([{ by: 'Mia', turn: 3 }])
  })

  test('is told in one line, and in full with who is for and against', () => {
    const table = tableAfter(...two, 'Mia: [support P1] cheap\n[objection P2] nobody runs one')
    expect(inBrief(table)).toBe('P1 (Theo), P2 (Soren, against P1)')
    expect(inFull(table)).toBe(
      'P1 (Theo, turn 1; supported by Mia): Use one file\n' +
        'P2 (Soren, turn 2; against P1; objections by Mia): Use a database\n' +
        '  objection (Mia, turn 3): nobody runs one',
    )
  })

  test('whoever changes sides stands on one side only', () => {
    const table = tableAfter(
      ...two,
      'Mia: [support P1]',
      'Mia: [support P2]',
      'Ann: [objection P2] no',
      'Ann: [support P2]',
    )
    expect(table[0]?.support).toEqual([])
    expect(table[1]).toMatchObject({ support: [{ by: 'Mia' }, { by: 'Ann' }], objections: [] })
  })

  test('only its maker takes a proposal back', () => {
    expect(inBrief(tableAfter(...two, 'Mia: [withdraw P1] no'))).toContain('P1')
    expect(inBrief(tableAfter(...two, 'Theo: [withdraw P1] Soren is right'))).toBe('P2 (Soren, against P1)')
  })

  test('what names no proposal changes nothing, and is said', () => {
    const { fresh, strays } = placeStances(tableAfter(...two), stancesIn('[support P7]'), 'Mia', 3)
    expect({ fresh, strays }).toEqual({ fresh: false, strays: ['Mia named P7, which is not on the table'] })
  })

  test('saying again what one has said changes nothing', () => {
    const before = tableAfter(...two, 'Mia: [support P1]\n[objection P2] slow')
    expect(placeStances(before, stancesIn('[support P1]\n[objection P2] Slow.'), 'Mia', 4).fresh).toBe(false)
  })

  test('proposals that replace the same one exclude each other', () => {
    const table = tableAfter(...two, 'Mia: [proposal against P1] Use memory', 'Ann: [proposal] Write a test')
    expect([...rivalsOf(table, 'P2')].sort()).toEqual(['P1', 'P3'])
    expect([...rivalsOf(table, 'P4')]).toEqual([])
  })
})

describe('a settlement', () => {
  const table = tableAfter(...two, 'Mia: [proposal] Write a test')
  const one = (id: string, state: 'adopted' | 'rejected' | 'open', rivals: string[] = []) => {
    return { id, state, why: 'so', rivals }
  }

  test('TABLE2: of two rivals that are adopted together both are open, and that is a fault', () => {
    const { settled, faults } = judgeSettlement(table, [
      one('P1', 'adopted'),
      one('p2', 'adopted'),
      one('P3', 'adopted'),
    ])
    expect(settled.map(({ state }) => state)).toEqual(['open', 'open', 'adopted'])
    expect(faults).toEqual(['P1, P2 exclude each other, so at most one of them can be adopted'])
  })

  test('TABLE2: rivals that only the facilitator names count as well', () => {
    const drafted = [one('P1', 'adopted', ['P3']), one('P2', 'rejected'), one('P3', 'adopted')]
    expect(judgeSettlement(table, drafted).faults).toEqual([
      'P1, P3 exclude each other, so at most one of them can be adopted',
    ])
  })

  test('TABLE2: where it is demanded, what is adopted together says what it excludes; what does not is open', () => {
    const silent = { id: 'P1', state: 'adopted', why: '' } as const
    const drafted = [silent, one('P2', 'rejected'), one('P3', 'adopted')]
    expect(judgeSettlement(table, drafted).faults).toEqual([])
    const { settled, faults } = judgeSettlement(table, drafted, { saysRivals: true })
    expect(faults).toEqual(['no `rivals` for P1, adopted beside others ([] where it excludes none)'])
    expect(settled.map(({ state }) => state)).toEqual(['open', 'rejected', 'adopted'])
    const alone = [silent, one('P2', 'rejected'), one('P3', 'open')]
    expect(judgeSettlement(table, alone, { saysRivals: true }).faults).toEqual([])
  })

  test('what it leaves out is open, and what it invents is named', () => {
    const { settled, faults } = judgeSettlement(table, [
      one('P1', 'adopted'),
      one('P2', 'rejected'),
      one('P8', 'adopted'),
    ])
    expect(settled.map(({ id, state }) => `${id} ${state}`)).toEqual(['P1 adopted', 'P2 rejected', 'P3 open'])
    expect(faults).toEqual(['not settled: P3', 'not on the table: P8'])
  })
})
