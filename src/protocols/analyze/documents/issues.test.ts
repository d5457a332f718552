// Issues of an analysis: one for each step in its order, with what it needs to be built; names that a journal gives are checked.

import { describe, expect, test } from 'vitest'
import { put, stored } from '../fixtures.suite.js'
import { telling } from '../telling.js'
import { issuesFrom } from './issues.js'

const item = { slug: 'retry-queue', folder: 'docs/requirements/retry-queue' }
const frs = [
  put('fr'),
  put('ac'),
  put('fr', {
    id: 'FR-002',
    data: { title: 'Tell support', priority: 'Should Have', depends_on: ['FR-001'] },
  }),
  put('fr', { id: 'FR-003', data: { title: 'Sing', priority: 'Could Have' } }),
]
const step = (id: string, order: number, description: string, more: object = {}) =>
  put('step', { id, data: { order, description, frs: ['FR-001'], ...more } })

describe('issues', () => {
  test('are one for each step in the order of the work, and each names the files before it that it waits for', () => {
    const store = stored([
      ...frs,
      put('affected'),
      step('IS-2', 2, 'Count the tries'),
      step('IS-1', 1, 'Bound: the loop!', { risk: 'high' }),
      step('IS-3', 3, 'Tell support', { parallel: true, frs: ['FR-002'] }),
      step('IS-4', 4, 'Close', { depends_on: ['IS-1', 'IS-3'] }),
    ])
    const issues = issuesFrom(store, item)
    expect(issues.map(({ file }) => file)).toEqual([
      '01-bound-the-loop.md',
      '02-count-the-tries.md',
      '03-tell-support.md',
      '04-close.md',
    ])
    const [first, second, third, fourth] = issues.map(({ body }) => body)
    expect(first).toContain(
      '### FR-001: Bounded retries\n\nA delivery is tried ten times at most.\n\n- AC-001-01: given',
    )
    expect(first).toContain(
      '## Affected files\n\n- src/queue.ts (modify)\n\n## Risk\n\nhigh\n\n## Depends on\n\nNothing.',
    )
    expect(second).toMatch(/## Depends on\n\n- 01-bound-the-loop\.md$/)
    expect(third).toMatch(/## Affected files\n\nNot known\.[\s\S]*## Depends on\n\nNothing\.$/)
    expect(fourth).toMatch(/- 01-bound-the-loop\.md\n- 03-tell-support\.md$/)
  })

  test('without steps are one for each requirement that must or should be', () => {
    const issues = issuesFrom(stored(frs), item)
    expect(issues.map(({ file }) => file)).toEqual(['01-bounded-retries.md', '02-tell-support.md'])
    expect(issues[1]?.body).toContain('## Depends on\n\n- 01-bounded-retries.md')
  })

  test('have names of one shape: a journal that names another place is not followed', () => {
    const outcome = (file: string) => ({
      ...{ status: 'accepted', slug: 'x' },
      issues: [{ file, title: 'T', body: 'B' }],
    })
    expect(telling.tell?.(outcome('01-a.md'))?.issues).toHaveLength(1)
    for (const file of ['../01-a.md', '/etc/01-a.md', '01-a.sh', '01-a/b.md', '.bashrc', ''])
      expect(telling.tell?.(outcome(file))?.issues).toEqual([])
  })
})
