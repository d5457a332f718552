// An audit whose papers are there and whose journal is not.

import { expect, test } from 'vitest'
import { goingOn, type Held } from '../harness.suite.js'
import { audited, hold, tree } from './audited.suite.js'
import { diligent } from './auditors.suite.js'

async function goneOn(left: Held): Promise<Held> {
  const held = await goingOn(left.at.files)
  held.at.git.trackedFiles = async () => Object.keys(tree).toSorted()
  return held
}

const calls = (held: Held) => [...new Set(held.calls.map(({ prompt }) => prompt.call))]

test('under way: the next pass, with its criteria and findings, without another question about the scope', async () => {
  const left = await audited()
  const leaking = {
    severity: 'warning',
    file: 'docs/a.ts',
    line: 1,
    category: 'loss',
    title: 'Leaks',
    detail: 'Water runs out.',
  }
  // Killed in pass 2: its papers say what pass 1 found.
  const stopped = await hold(
    left,
    (one) => {
      if (one.pass === 2) throw new Error('killed')
      return { reads: one.files, findings: one.zone === 'docs/' ? [leaking] : [] }
    },
    ['start'],
  )
  expect(stopped.kind).toBe('failed')
  expect(left.text('audit/state.md')).toMatch(/^active: true\npass: 2\n/)
  const held = await goneOn(left)
  const passes: number[] = []
  const ending = await hold(
    held,
    (one) => {
      passes.push(one.pass)
      return diligent(one)
    },
    ['keep'],
  )
  expect(ending).toMatchObject({
    kind: 'concluded',
    outcome: { audit: { convergence: 'converged', passes: 3, read: 13, findings: { warning: 1 } } },
  })
  expect([new Set(passes), held.asked()]).toEqual([new Set([3]), ['audit.result']])
  expect(calls(held)).not.toContain('audit.criteria')
  expect(held.text('audit/coverage.md')).toContain('- Water is never lost')
  expect(held.text('audit/findings.md')).toContain(
    '| F-001 | warning | docs/ | docs/a.ts | 1 | loss | Leaks — Water runs out. | 1 |',
  )
  expect((await held.verify()).findings).toEqual([])
})

test('finished: the person is asked what becomes of the findings, and nothing else happens', async () => {
  const left = await audited()
  await hold(left, (one) => ({ reads: one.files.filter((file) => file !== 'src/a.ts') }))
  const held = await goneOn(left)
  expect(await hold(held, diligent, ['keep'])).toMatchObject({
    kind: 'concluded',
    outcome: { status: 'completed', degraded: ['unread:1'], audit: { files: 13, read: 12 } },
  })
  expect([held.asked(), calls(held)]).toEqual([['audit.result'], []])
})
