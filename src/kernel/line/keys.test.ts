// Keys: the same procedure makes the same keys, and no two steps share one.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Keys, strandOf } from './keys.js'

const names = fc.string({ unit: fc.constantFrom('a', 'b', '.', '2', '~', '/', '%', ':') })

describe('keys', () => {
  test('begin with their phase and count what is repeated in it', () => {
    const keys = new Keys()
    expect(keys.next('speak:theo')).toBe('speak:theo')
    keys.enter('discuss/r2')
    expect([keys.next('speak:theo'), keys.next('speak:ada'), keys.next('speak:theo')]).toEqual([
      'discuss/r2/speak:theo',
      'discuss/r2/speak:ada',
      'discuss/r2/speak:theo.2',
    ])
  })

  test('K1: go on counting when a phase is entered again', () => {
    const keys = new Keys()
    keys.enter('a')
    keys.next('note:x')
    keys.enter('b')
    keys.enter('a')
    expect(keys.next('note:x')).toBe('a/note:x.2')
  })

  test('K1: are counted by each branch for itself', () => {
    const parent = new Keys()
    const strands = parent.branches(['x', 'y'])
    const [x, y] = [new Keys(strands.get('x')), new Keys(strands.get('y'))]
    expect([x.next('now'), y.next('now'), x.next('now')]).toEqual([
      'together~x/now',
      'together~y/now',
      'together~x/now.2',
    ])
    expect(parent.branches(['x']).get('x')).toBe('together.2~x/')
  })

  test('K2: name their strand, whatever steps, phases and branches are called', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, names)), names, names, (path, phase, step) => {
        let keys = new Keys()
        for (const [entered, branch] of path) {
          keys.enter(entered)
          keys = new Keys(keys.branches([branch]).get(branch))
        }
        keys.enter(phase)
        expect(strandOf(keys.next(`act:${step}`))).toBe(keys.strand)
      }),
    )
  })

  test('K3: are never the same for two steps, even where a name looks like a count', () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 12 }), (steps) => {
        const keys = new Keys()
        const made = steps.map((step) => keys.next(step))
        expect(new Set(made).size).toBe(made.length)
      }),
    )
    const keys = new Keys()
    expect(new Set([keys.next('ask:q.2'), keys.next('ask:q'), keys.next('ask:q')]).size).toBe(3)
  })

  test('K3: are never the same for two branches', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names), (branches) => {
        expect(new Set(new Keys().branches(branches).values()).size).toBe(branches.length)
      }),
    )
  })
})
