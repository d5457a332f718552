// Skills: keywords in a text, who brings which skill, counting, notes and replaced steps.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hitsIn, keywordScores } from '../rules/keywords.js'
import { chosenSkills, mapSkill } from '../rules/skills.js'
import { departmentSkills, hearsProposals, readSkill, withNote, withProcess } from './skill-file.js'
import { countedUses } from './skill-registry.js'

describe('keywords', () => {
  test.each([
    ['the API is slow', 'API', true],
    ['our APIs', 'api', true],
    ['rapid', 'API', false],
    ['API2', 'API', false],
    ['caches and classes', 'cache', true],
    ['caches and classes', 'class', true],
    ['e2es', 'e2e', false],
    ['UIs', 'UI', false],
    ['a foreign_key or foreign  - key', 'foreign key', true],
    ['foreign keys', 'foreign key', false],
    ['the N+1 problem', 'N+1', true],
    ['the NN1 problem', 'N+1', false],
    ['TLA+ model', 'TLA+', true],
    ['an A/B test', 'A/B test', true],
    ['größe', 'gr', false],
    ['CI/CD', 'CI', true],
    ['X.509', 'x.509', true],
    ['Xa509', 'X.509', false],
    ['end-to-ends', 'end-to-end', true],
    ['the \u017fy\u017ftem', 'System', true],
    ['at 4 \u212a', 'k', true],
    ['the STRA\u1e9eE', 'stra\u00dfe', true],
    ['a foreign matter, a key', 'foreign key', false],
  ])('in %j, %j: %s', (text, keyword, found) => {
    expect(hitsIn(text, [keyword])).toBe(found ? 1 : 0)
  })
  test('a keyword counts once however often it stands there or is listed; overlapping ones each count', () => {
    expect(hitsIn('unit test, unit test', ['test', 'Test', 'unit test', ' '])).toBe(2)
  })
  test('any keyword is found where it stands alone, whatever characters it has', () => {
    const keyword = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(keyword, (word) => {
        expect(hitsIn(`(${word.trim()})`, [word])).toBe(1)
      }),
    )
  })
  test.each([
    [
      [3, 1, 0, 0],
      [3, 1, 0, 0],
    ],
    [
      [6, 3, 1, 0],
      [4, 2, 1, 0],
    ],
    [
      [10, 9, 5, 1],
      [4, 4, 2, 0],
    ],
    [[], []],
  ])('hits %j score %j', (hits, scores) => {
    expect(keywordScores(hits)).toEqual(scores)
  })
  test('scores stay between 0 and 4 and never turn the order of the hits round', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1 }), (hits) => {
        const scores = keywordScores(hits)
        hits.forEach((one, at) => {
          expect(scores[at]).toBeGreaterThanOrEqual(0)
          expect(scores[at]).toBeLessThanOrEqual(4)
          hits.forEach((other, place) => {
            if (one < other) expect(scores[at]).toBeLessThanOrEqual(scores[place]!)
          })
        })
      }),
    )
  })
})

describe('who brings which skill', () => {
  const offered = [
    { skill: 'context', triggers: ['codebase'] },
    { skill: 'schema', triggers: ['table', 'index'] },
    { skill: 'api', triggers: ['endpoint', 'index'] },
  ]
  test.each([
    ['nothing fits', ['map']],
    ['a table', ['schema', 'map']],
    ['an index', ['schema', 'map']],
    ['an endpoint', ['api', 'map']],
  ])('with %j and a skill that draws the map: %j', (text, skills) => {
    const all = [{ skill: mapSkill, triggers: [] }, ...offered.slice(1)]
    expect(chosenSkills(all, text)).toEqual(skills.map((one) => (one === 'map' ? mapSkill : one)))
  })
  test.each([
    ['nothing fits', ['context']],
    ['a table', ['schema']],
    ['an index', ['schema', 'api']],
    ['a table with an index and an endpoint', ['schema', 'api']],
  ])('with %j: %j', (text, skills) => {
    expect(chosenSkills(offered, text)).toEqual(skills)
  })
  test('never more than two, never none where any is offered, and the map’s is among them', () => {
    const words = ['codebase', 'table', 'index', 'endpoint', 'else']
    fc.assert(
      fc.property(fc.subarray(words), fc.boolean(), (text, mapped) => {
        const all = mapped ? [...offered, { skill: mapSkill, triggers: [] }] : offered
        const chosen = chosenSkills(all, text.join(' '))
        expect(chosen.length).toBeGreaterThanOrEqual(1)
        expect(chosen.length).toBeLessThanOrEqual(2)
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.includes(mapSkill)).toBe(mapped)
      }),
    )
    expect(chosenSkills([], 'codebase')).toEqual([])
  })
})

const skill = `---
name: api-design
department: architect
description: Shape an interface
version: 3
triggers: [API, endpoint]
---
# API design

## Purpose
x

## Process
1. Look.

## Quality Checks
- [ ] done

## Evolution Notes
<!-- 2026-01-01 | first | it helped -->
<!-- a comment of somebody -->
`

describe('skill files', () => {
  test('are read with their steps and their notes', () => {
    expect(readSkill(skill)).toEqual({
      name: 'api-design',
      version: 3,
      triggers: ['API', 'endpoint'],
      process: '1. Look.',
      notes: 1,
    })
    expect(readSkill(skill.replace('## Process', '## Procedure'))).toMatchObject({ process: '1. Look.' })
    expect(readSkill('---\nname: x\nversion: soon\ntriggers: a, b\n---\n')).toMatchObject({
      version: 1,
      triggers: ['a', 'b'],
    })
    expect([readSkill('no frontmatter'), readSkill('---\nversion: 1\n---\n')]).toEqual([null, null])
  })
  test('a department lists its skills in the order of its table', () => {
    const text = `---\nname: architect\n---\n## Skills
| Skill | Purpose | Model Tier | Triggers |
|---|---|---|---|
| \`b\` | two | default | x, y z |
| [a](a/SKILL.md) | one | fast | q |
`
    expect(departmentSkills(text)).toEqual([
      { skill: 'b', triggers: ['x', 'y z'] },
      { skill: 'a', triggers: ['q'] },
    ])
    expect(departmentSkills('x')).toEqual([])
  })
  test('a note is added below the others, once, and cannot end its comment early', () => {
    const note = { date: '2026-01-31', slug: 'dark-mode', observation: 'too --> wide\nand <!-- long --!>' }
    const once = withNote(skill, note)
    expect(once).toContain(
      '<!-- a comment of somebody -->\n<!-- 2026-01-31 | dark-mode | too → wide and <!-- long → -->\n',
    )
    expect(withNote(once, note)).toBe(once)
    expect(readSkill(once)?.notes).toBe(2)
    expect(withNote('---\nname: x\n---\nbody\n', note)).toContain('## Evolution Notes\n<!-- 2026-01-31')
  })
  test('new steps are heard only from the third note on', () => {
    const counts = [0, 2, 3, 9].map((notes) => hearsProposals({ ...readSkill(skill)!, notes }))
    expect(counts).toEqual([false, false, true, true])
  })
  test('whatever is observed is one more note, and the rest of the file stays', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (observation) => {
        const after = withNote(skill, { date: '2026-01-31', slug: 's', observation })
        expect(after.startsWith(skill.trimEnd())).toBe(true)
        expect(readSkill(after)).toMatchObject({ notes: 2, process: '1. Look.', version: 3 })
      }),
    )
  })
  test('accepted steps replace the old ones under the heading there is, with the next version, and add no heading', () => {
    const changed = withProcess(skill, '1. Look twice.\n## Purpose\nforged', 4)
    expect(readSkill(changed)).toMatchObject({
      version: 4,
      process: '1. Look twice.\n\\## Purpose\nforged',
      notes: 1,
    })
    expect(withProcess(changed, '1. Look twice.\n## Purpose\nforged', 4)).toBe(changed)
    const procedure = withProcess(
      skill.replace('## Process', '## Procedure').replace('version: 3\n', ''),
      '1. New.',
      2,
    )
    expect(procedure).toContain('## Procedure\n1. New.')
    expect(procedure).not.toContain('## Process\n')
    expect(readSkill(procedure)?.version).toBe(2)
  })
})

describe('the skill registry', () => {
  const uses = [
    { agent: 'architect', skill: 'api-design' },
    { agent: 'skeptic', skill: 'threat-model' },
  ]
  const merged = (text: string | null, slug: string, today: string) => {
    const result = countedUses(text, uses, slug, today)
    if (result.kind === 'bad') throw new Error(result.why)
    return result.text
  }
  test('a session counts once, and another one counts again', () => {
    const once = merged(null, 'dark-mode', '2026-01-31')
    expect(JSON.parse(once)).toMatchObject({ version: '2.1', last_updated: '2026-01-31' })
    expect(merged(once, 'dark-mode', '2026-01-31')).toBe(once)
    const twice = JSON.parse(merged(once, 'other', '2026-02-01'))
    expect(twice.departments.architect.skills['api-design']).toEqual({
      uses: 2,
      last_used: '2026-02-01',
      sessions: ['dark-mode', 'other'],
    })
  })
  test('what others wrote stays, and a broken file is not written over', () => {
    const before =
      '{"x": 1, "departments": {"architect": {"lead": "A", "skills": {"api-design": {"uses": 4, "tier": "fast"}}}}}'
    const after = JSON.parse(merged(before, 's', '2026-01-31'))
    expect(after).toMatchObject({ x: 1, departments: { architect: { lead: 'A' } } })
    expect(after.departments.architect.skills['api-design']).toMatchObject({
      uses: 5,
      tier: 'fast',
      sessions: ['s'],
    })
    expect(countedUses('{"departments": []}', uses, 's', 'd').kind).toBe('bad')
  })
})
