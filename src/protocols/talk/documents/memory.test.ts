// Memory: sections of plain text, edited by workers and by hands.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  editMemory,
  type Memory,
  memorySize,
  noMemory,
  parseMemory,
  readSection,
  renderMemory,
  sectionNameProblem,
  withinBudget,
} from './memory.js'
import { sameName } from './sections.js'

const memory = (...names: string[]): Memory => ({
  preamble: '',
  sections: names.map((name) => ({ name, content: `about ${name}` })),
})

describe('a memory', () => {
  test('has sections by level-2 heading, read in any case', () => {
    const parsed = parseMemory(
      'Intro\r\n\r\n## Habits\r\n\r\n- short\r\n### deeper\r\n\r\n##  Names \r\nAda\r\n',
    )
    expect(parsed).toEqual({
      preamble: 'Intro',
      sections: [
        { name: 'Habits', content: '- short\n### deeper' },
        { name: 'Names', content: 'Ada' },
      ],
    })
    expect(readSection(parsed, 'hABITS ')?.content).toBe('- short\n### deeper')
    expect(readSection(parsed, 'none')).toBeNull()
  })
  test('joins sections of one name on load', () => {
    expect(parseMemory('## A\n\none\n\n## B\n\n## a\n\ntwo\n').sections).toEqual([
      { name: 'A', content: 'one\n\ntwo' },
      { name: 'B', content: '' },
    ])
  })
  test('is edited by section', () => {
    const one = editMemory(noMemory, { operation: 'append', section: ' A ', content: '\nfirst\n' })
    const two = editMemory(one, { operation: 'append', section: 'a', content: 'second' })
    expect(two.sections).toEqual([{ name: 'A', content: 'first\n\nsecond' }])
    expect(editMemory(two, { operation: 'upsert', section: 'A', content: 'x\n## B\ny' }).sections).toEqual([
      { name: 'A', content: 'x\n### B\ny' },
    ])
    expect(editMemory(two, { operation: 'delete', section: 'a' })).toEqual(noMemory)
    expect(editMemory(two, { operation: 'delete', section: 'zzz' })).toEqual(two)
  })
  test('names its sections in one short line', () => {
    expect(sectionNameProblem('Habits')).toBeNull()
    for (const bad of ['', '  ', 'a\nb', 'x'.repeat(100)]) expect(sectionNameProblem(bad)).not.toBeNull()
  })

  const line = fc.constantFrom(
    '',
    'text',
    '## A',
    '## a',
    '##  B  ',
    '##',
    '   ## C',
    '    ## code',
    '# T',
    '```',
    '## A ##',
    '  x',
    '\r',
  )
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
  test('MEM1, MEM2: parses back to itself, from any file and after any edit', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('A', 'b', '# odd', 'New'),
        fc.constantFrom('upsert' as const, 'append' as const, 'delete' as const),
        text,
        (file, section, operation, content) => {
          const parsed = parseMemory(file)
          expect(parseMemory(renderMemory(parsed))).toEqual(parsed)
          const edited = editMemory(parsed, { operation, section, content })
          expect(parseMemory(renderMemory(edited))).toEqual(edited)
          const others = (one: Memory) => one.sections.filter(({ name }) => !sameName(name, section))
          expect(others(edited)).toEqual(others(parsed))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a budget', () => {
  const scopes = { global: memory('g1', 'g2'), project: memory('p1', 'p2'), worker: memory('w1', 'w2') }
  const all = memorySize(scopes.global) * 3
  test('that suffices drops nothing', () => {
    expect(withinBudget(scopes, all)).toEqual({ scopes, dropped: [] })
  })
  test('drops the last section of the worker first, and the first global one last', () => {
    expect(withinBudget(scopes, all - 1).dropped).toEqual([{ scope: 'worker', section: 'w2' }])
    expect(withinBudget(scopes, 20).dropped.map(({ section }) => section)).toEqual([
      'w2',
      'w1',
      'p2',
      'p1',
      'g2',
    ])
    expect(withinBudget({ ...scopes, worker: { preamble: 'hello', sections: [] } }, 0).dropped[0]).toEqual({
      scope: 'worker',
      section: '(above the first section)',
    })
  })
  test('is kept whatever the memory holds', () => {
    const any = fc
      .array(fc.string({ maxLength: 30 }), { maxLength: 4 })
      .map((contents) => parseMemory(contents.map((content, n) => `## s${n}\n${content}\n`).join('')))
    fc.assert(
      fc.property(any, any, any, fc.nat(200), (global, project, worker, limit) => {
        const kept = withinBudget({ global, project, worker }, limit).scopes
        expect(
          memorySize(kept.global) + memorySize(kept.project) + memorySize(kept.worker),
        ).toBeLessThanOrEqual(limit)
      }),
      { numRuns: 100 },
    )
  })
})
