// An audit that lies on disk without its journal goes on where its papers end.

import { expect, test } from 'vitest'
import { adoptedInput } from '../adopting.js'
import { entriesIn } from '../documents/index-file.js'
import { readSession } from '../documents/session-file.js'
import { themeFrom } from '../documents/themes.suite.js'
import { folder, type Held, inputFor, session, sessionId } from '../harness.suite.js'
import { audited, hold, tree } from './audited.suite.js'
import { diligent } from './auditors.suite.js'

/** A meeting that adopts what the other one left; papers named in `gone` are lost. */
async function adopting(left: Held, gone: readonly string[] = []): Promise<Held> {
  const files = new Map([...left.at.files].filter(([path]) => !gone.includes(path.slice(folder.length))))
  const own = new Map(
    [...files].flatMap(([path, text]) =>
      path.startsWith(folder) ? [[path.slice(folder.length), text] as const] : [],
    ),
  )
  const found = readSession(own.get('session.md')!)!
  own.delete('session.md')
  const entry =
    entriesIn(files.get('.claude/grove/index.json') ?? null)?.find(({ id }) => id === sessionId) ?? null
  const at = '2026-02-01T10:00:00+01:00'
  const made = adoptedInput({
    id: sessionId,
    folder: { session: found, entry, files: own },
    theme: themeFrom(),
    at,
    wanted: null,
    own: true,
  })
  const held = await session(inputFor(made), Object.fromEntries(files))
  held.at.git.trackedFiles = async () => Object.keys(tree).toSorted()
  return held
}

const calls = (held: Held) => [...new Set(held.calls.map(({ prompt }) => prompt.call))]

test('in the middle of a pass: zones and findings as they were, without another question about the scope', async () => {
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
  const held = await adopting(left)
  const ending = await hold(held, diligent, ['keep'])
  expect(ending).toMatchObject({
    kind: 'concluded',
    outcome: { audit: { convergence: 'converged', read: 13, findings: { warning: 1 } } },
  })
  expect(held.asked()).toEqual(['audit.result'])
  expect(calls(held)).not.toContain('audit.criteria')
  expect(held.text('audit/findings.md')).toContain(
    '| F-001 | warning | docs/ | docs/a.ts | 1 | loss | Leaks — Water runs out. | 1 |',
  )
})

test('without its report: only that is made', async () => {
  const left = await audited()
  await hold(left, diligent)
  const held = await adopting(left, ['audit/report.md'])
  expect(await hold(held, diligent, ['keep'])).toMatchObject({
    outcome: { audit: { passes: 2, convergence: 'converged' } },
  })
  expect(calls(held)).toEqual(['audit.report'])
  expect(held.text('audit/report.md')).toContain('Read: 13 of 13 files')
})

test('finished: the person is asked what becomes of the findings, and nothing else happens', async () => {
  const left = await audited()
  await hold(left, (one) => ({ reads: one.files.filter((file) => file !== 'src/a.ts') }))
  const held = await adopting(left)
  expect(await hold(held, diligent, ['keep'])).toMatchObject({
    kind: 'concluded',
    outcome: { status: 'completed', degraded: ['unread:1'], audit: { files: 13, read: 12 } },
  })
  expect(held.asked()).toEqual(['audit.result'])
  expect(calls(held)).toEqual([])
})

test('of a plan, in a standard session: the audit goes on, and nobody is asked again what becomes of the plan', async () => {
  const left = await audited(tree, 'standard')
  const answers: (string | [string, string])[] = [
    ['answer', 'Much.'],
    'approve',
    'approve',
    'approve',
    'audit',
  ]
  const stopped = await hold(
    left,
    (one) => {
      if (one.pass === 2) throw new Error('killed')
      return diligent(one)
    },
    answers,
  )
  expect(stopped.kind).toBe('failed')
  const held = await adopting(left)
  expect(await hold(held, diligent, ['keep'])).toMatchObject({
    kind: 'concluded',
    outcome: { action: 'audit', phase: 'audit', audit: { passes: 2, read: 13 } },
  })
  expect(held.asked()).toEqual(['audit.result'])
})
