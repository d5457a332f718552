import { describe, expect, test } from 'vitest'
import { holds, judgeFile } from './citation-check.js'
import { citationsIn, type FileCitation } from './citations.js'
import { citeRules, PROSE } from './cite-or-flag.js'

const text = 'first line of it\nsecond **line** of “it”\nthird\n'
const cite = (line: string) => citationsIn(line, citeRules({}))[0] as FileCitation
const found = { kind: 'text', text } as const

describe('a citation is checked against the bytes', () => {
  test('a quotation may begin with a capital of its own, and run on behind the lines only where that is allowed', () => {
    const citation = cite('docs/a.md:1 "Line of it second line"')
    expect(judgeFile(citation, found)).toEqual({ kind: 'broken', reason: 'quote not found' })
    expect(judgeFile(citation, found, { runsOn: true })).toEqual({ kind: 'verified' })
    const later = cite('docs/a.md:1 "second line of"')
    expect(judgeFile(later, found, { runsOn: true })).toEqual({ kind: 'broken', reason: 'quote not found' })
  })
  test('a quotation with quote marks in it holds, however those marks are written', () => {
    const source = 'throw new Error("no such lock here")\n'
    for (const quote of [
      `Error("no such lock here")`,
      `Error('no such lock here')`,
      'Error(“no such lock here”)',
    ])
      expect(holds(source, quote)).toBe(true)
    expect(holds(source, `Error("no such key here")`)).toBe(false)
  })
  test.each([
    ['docs/a.md', 'unverified'],
    ['docs/a.md:2', 'verified'],
    ['docs/a.md:1-3', 'verified'],
    ['docs/a.md says "second line of it"', 'broken'],
    ['docs/a.md says "second line of"', 'verified'],
    ['docs/a.md:1 says "second line of"', 'broken'],
    ['docs/a.md says "first line … third"', 'verified'],
    ['docs/a.md says "third ... first line"', 'broken'],
    ['docs/a.md:4', 'broken'],
    ['docs/a.md:3-2', 'broken'],
    ['docs/a.md:0', 'broken'],
  ])('%s is %s', (line, kind) => {
    expect(judgeFile(cite(line), found)).toMatchObject({ kind })
  })

  test.each([
    ['docs/a.md:1,3', 'verified'],
    ['docs/a.md:1,500', 'broken'],
    ['docs/a.md:1-2,3,4', 'broken'],
    ['docs/a.md:1,2 says "second line of"', 'verified'],
    ['docs/a.md:1,3 says "second line of"', 'broken'],
  ])('every range counts, and a quotation may stand in any of them: %s is %s', (line, kind) => {
    expect(judgeFile(citationsIn(line, PROSE)[0] as FileCitation, found)).toMatchObject({ kind })
  })

  test('a file that is not there, or that a link leads out to, is broken for that reason', () => {
    expect(judgeFile(cite('docs/a.md'), { kind: 'nothing' })).toEqual({
      kind: 'broken',
      reason: 'no such file',
    })
    expect(judgeFile(cite('docs/a.md'), { kind: 'outside' })).toEqual({
      kind: 'broken',
      reason: 'outside the workspace',
    })
  })

  test('white space, quote marks and emphasis do not count', () => {
    expect(holds('a  “b”\n*c*', 'a "b" c')).toBe(true)
  })
})
