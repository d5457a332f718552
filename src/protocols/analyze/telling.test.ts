// The end of an analysis as every surface tells it.

import { expect, test } from 'vitest'
import { nextCommands } from './documents/report.js'
import { telling } from './telling.js'

const folder = 'docs/requirements/tide'
const outcome = {
  ...{ status: 'accepted', slug: 'tide', folder, tier: 'light', domains: ['requirements'] },
  artifacts: [{ path: `${folder}/requirements-spec.md`, status: 'Complete', confidence: 'High' }],
  gaps: [
    'The people: who waits',
    'The people: why',
    'Not written, since nothing is known for it: data-flow.md',
    'Not written, since nothing is known for it: module-design.md',
  ],
  known_issues: ['FR-001 is vague'],
  next: nextCommands(folder, 'm'),
}

test('the end says what was signed off and what was not, every file with its worth, that nothing was committed, what is missing, and what each command is for', () => {
  const told = telling.tell(outcome)
  expect(told?.headline).toBe(
    'tide. Signed off: requirements. Not signed off, for want of documents: design.',
  )
  expect(told?.facts).toEqual([
    { label: 'Documents', value: `in ${folder}` },
    { label: 'requirements-spec.md', value: 'Complete, confidence high' },
    { label: 'Committed', value: 'nothing; the documents lie in your checkout' },
  ])
  expect(told?.remarks).toEqual([
    'Known issue: FR-001 is vague',
    'Gap: The people: who waits; why',
    'Gap: Not written, since nothing is known for it: data-flow.md; module-design.md',
  ])
  expect(told?.commands).toHaveLength(told?.uses?.length ?? 0)
  expect([told?.uses?.[0], told?.commands[0]]).toEqual(['Build it', `parley council work --from ${folder}`])
})

test('where everything was signed off, or nothing was, the first line says no more', () => {
  const first = (more: object) => telling.tell({ ...outcome, ...more })?.headline
  expect(first({ domains: ['requirements', 'design'] })).toBe('tide. Signed off: requirements, design.')
  expect(first({ status: 'early-exit', domains: [] })).toBe(
    'tide. Stopped early: the documents hold what was known.',
  )
  expect(first({ status: 'finished' })).toBeUndefined()
})

test('how many turns were mended is said once, by the outcome; any other mark as soon as it is known', () => {
  const marks = (what: string) => telling.degraded?.('degraded', { what })
  expect([marks('turns-salvaged:1'), marks('scan-none')]).toEqual([[], ['the code was not read']])
  const { degraded } = telling.tell({ ...outcome, degraded: ['turns-salvaged:5'] }) ?? {}
  expect(degraded).toEqual(['turns that were mended by taking something out: 5'])
})
