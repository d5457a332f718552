// Touchpoints, modes and marks: the tables hold together, and what is degraded is named so.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMode, isPhase, type Mode, modeShapes, modes, phases } from './modes.js'
import {
  holdsBackExport,
  inOrder,
  type Mark,
  marksIn,
  marksText,
  outcomeTitle,
  withMarks,
} from './rules/degraded.js'
import { passedLine, type TouchpointId, touchpoint, touchpoints } from './touchpoints.js'

const ids = Object.keys(touchpoints) as TouchpointId[]
const asked = (mode: Mode) =>
  ids.filter((id) => touchpoint(id).modes.includes(mode) && touchpoint(id).at === 'meeting')

describe('touchpoints', () => {
  test.each(ids)('%s takes its own default, and no key or label stands there twice', (id) => {
    const { options, freeText, default: usual, dynamic } = touchpoint(id)
    const all = freeText ? [...options, freeText] : [...options]
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    expect(new Set(all.map(({ label }) => label.toLowerCase())).size).toBe(all.length)
    if (usual === null) expect(freeText ?? dynamic).toBeDefined()
    else expect(options.map(({ key }) => key)).toContain(usual)
  })
  test('no default publishes, deletes, restarts or spends a further round', () => {
    const grave = [
      'github',
      'publish',
      'approve-issue',
      'delete',
      'archive-delete',
      'yes',
      'remove',
      'restart',
    ]
    const further = ['re-deliberate', 'fix', 'team', 'retry', 'accept', 'migrate', 'revise']
    for (const id of ids) expect([...grave, ...further]).not.toContain(touchpoint(id).default)
  })
  test('auto is asked nothing, a brainstorm neither', () => {
    expect(asked('auto')).toEqual([])
    expect(asked('brainstorm')).toEqual([])
  })
  test('guided has its own questions in place of the two reviews', () => {
    expect(asked('guided')).toEqual(
      expect.arrayContaining([
        'interview.approve',
        'positions.feedback',
        'design.guided',
        'prd.guided',
        'task.approve',
      ]),
    )
    expect(asked('guided')).not.toContain('design.approve')
    expect(asked('guided')).not.toContain('scope.review')
  })
  test('deep goes to its audit by itself; quick ends on a choice of its own', () => {
    expect(asked('deep')).not.toContain('action.choose')
    expect(asked('deep')).toContain('audit.result')
    expect(asked('quick')).toEqual(['action.quick', 'export.degraded', 'skill.evolve'])
  })
  test('what auto passes over is one line', () => {
    expect(passedLine('assembly.approve')).toBe('auto: assembly.approve → approve')
  })
})

describe('modes', () => {
  test('who is not interviewed begins with the assembly or the audit; names are known', () => {
    for (const mode of modes) {
      const { interview, firstPhase, session } = modeShapes[mode]
      if (session) expect(firstPhase === 'interview').toBe(interview !== 'none')
      expect(isMode(mode)).toBe(true)
    }
    expect([isMode('council'), isPhase('planning'), isPhase('done'), phases.length]).toEqual([
      false,
      true,
      false,
      6,
    ])
  })
  test('the phase in which a session ends follows from what it makes', () => {
    const ends = modes.map((mode) => [mode, modeShapes[mode].lastPhase])
    expect(Object.fromEntries(ends)).toMatchObject({
      quick: 'planning',
      standard: 'action',
      auto: 'action',
      meeting: 'deliberation',
      audit: 'audit',
      deep: 'audit',
    })
  })
})

const all: Mark[] = [
  'unattended',
  'absent:scout',
  'incomplete:tuner',
  'scores-by-engine',
  'contested:2',
  'unread:9',
  'tree-changed',
]

describe('degraded', () => {
  test('marks stand in one order, each once, however they came', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all)), (marks) => {
        expect(inOrder(marks)).toEqual(all.filter((mark) => marks.includes(mark)))
        expect(marksIn(marksText(marks))).toEqual(inOrder(marks))
      }),
    )
  })
  test('of a mark with a count the last counts; words of a file that are no marks are left out', () => {
    expect(inOrder(['contested:1', 'unread:4', 'contested:3', 'unread:2'])).toEqual([
      'contested:3',
      'unread:2',
    ])
    expect(marksIn('unattended, nonsense, absent:../x, unread:x')).toEqual(['unattended'])
  })
  test('only a session that nobody attended, or whose tree changed, may still be exported unasked', () => {
    for (const mark of all)
      expect(holdsBackExport([mark])).toBe(mark !== 'unattended' && mark !== 'tree-changed')
    expect(holdsBackExport([])).toBe(false)
  })
  test('the title of the outcome names the marks in their order, each once', () => {
    expect(outcomeTitle('Dark\nmode', [])).toBe('Dark mode')
    expect(outcomeTitle('Dark mode', ['unread:3', 'unattended', 'unattended'])).toBe(
      'Dark mode (degraded: unattended, unread:3)',
    )
  })
  test('a document says it in its heading and first under its first section, with who was left out and why', () => {
    const document = '# Design Document: Dark mode\n\n## Overview\n\nText.\n\n## Architecture\n'
    const absent = [{ name: 'Scout', where: 'round-1', reason: 'timed\nout' }]
    expect(withMarks(document, ['absent:scout', 'unattended'], absent)).toBe(
      '# Design Document: Dark mode (degraded)\n\n## Overview\n**Degraded:** unattended, absent:scout\n' +
        '**Left out:** Scout — round-1: timed out\n\n\nText.\n\n## Architecture\n',
    )
    expect(withMarks(document, [], [])).toBe(document)
  })
})
