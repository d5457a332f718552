// Decisions, requests and prompts of talks.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinedParts } from '../../../kernel/turn/prompt-parts.js'
import { parseDecisionLines, parseDecisions, renderDecisionLine, renderDecisions } from './decisions.js'
import { noMemory, parseMemory } from './memory.js'
import { acceptedMessage, firstMessage, renewedMessage, systemPrompt } from './prompt.js'
import { byUrgency, isDate } from './requests.js'

const AT = '2026-05-04T08:12:40.118Z'

describe('decisions', () => {
  const decision = {
    timestamp: AT,
    question: 'Which policy?',
    decision: 'LRU with a ceiling.',
    reasoning: 'no clock\ndependency',
  }
  test('are lines while the talk is open; a torn one is skipped', () => {
    const lines = renderDecisionLine(decision) + renderDecisionLine(decision)
    expect(parseDecisionLines(lines)).toEqual([decision, decision])
    expect(parseDecisionLines(`${lines.slice(0, -20)}\n{"a":1}\n`)).toEqual([decision])
  })
  test('are a section afterwards, or none at all', () => {
    expect(renderDecisions([])).toBeNull()
    expect(renderDecisions([decision])).toBe(
      '**Which policy?**\nLRU with a ceiling.\n*Reasoning: no clock dependency*',
    )
  })
  test('are read back from their section', () => {
    const line = fc.constantFrom(
      'plain',
      'a <T> b',
      '**bold**',
      '*Reasoning: no*',
      '\\**x**',
      'two words',
      'a\n\nb',
    )
    const body = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'))
    const any = fc.record({
      timestamp: fc.constant(AT),
      question: fc.constantFrom('Q?', 'a **b** c'),
      decision: body,
      reasoning: fc.constantFrom('', 'because', 'a*b'),
    })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 3 }), (decisions) => {
        expect(parseDecisions(renderDecisions(decisions)!)).toEqual(
          decisions.map(({ timestamp: _, ...rest }) => rest),
        )
      }),
      { numRuns: 100 },
    )
  })
})

describe('requests', () => {
  test('never deferred come first, then by date deferred to, then the newest', () => {
    const list = [
      { id: 'a', deferredUntil: '2026-07-01', date: '2026-05-01' },
      { id: 'b', deferredUntil: null, date: '2026-05-01' },
      { id: 'c', deferredUntil: '2026-06-01', date: '2026-05-01' },
      { id: 'd', deferredUntil: null, date: '2026-05-02' },
      { id: 'e', deferredUntil: '2026-06-01', date: '2026-05-03' },
    ]
    expect(list.toSorted(byUrgency).map(({ id }) => id)).toEqual(['d', 'b', 'e', 'c', 'a'])
  })
  test('are deferred to days that exist', () => {
    for (const good of ['2026-02-28', '2028-02-29', '2026-12-31T10:00:00Z']) expect(isDate(good)).toBe(true)
    for (const bad of ['', 'soon', '2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '2026-04-31'])
      expect(isDate(bad)).toBe(false)
  })
})

describe('prompts', () => {
  const worker = {
    name: 'Verity',
    displayTitle: 'Pathfinder',
    description: 'Finds out.',
    soul: 'SOUL',
    posture: 'POSTURE',
  }
  const context = {
    meetingId: 'm1',
    project: 'p',
    agenda: 'Compare',
    referenced: ['research/a.md'],
    memory: { global: parseMemory('## G\nglobal fact'), project: noMemory, worker: noMemory },
  }
  test('the system half is soul, identity, posture and memory guidance, and nothing of this talk', () => {
    const text = systemPrompt(worker)
    const order = ['SOUL', 'Verity', 'POSTURE', '# Memory'].map((part) => text.indexOf(part))
    expect(order.toSorted((a, b) => a - b)).toEqual(order)
    expect(order).not.toContain(-1)
    expect(systemPrompt({ ...worker, soul: null }).startsWith('You are Verity')).toBe(true)
  })
  test('the session half has memory, meeting and references, then the words of the person', () => {
    const text = joinedParts(firstMessage(context, 'Hello there'))
    const order = ['global fact', 'This is a meeting: m1', 'Compare', '- research/a.md', 'Hello there'].map(
      (part) => text.indexOf(part),
    )
    expect(order.toSorted((a, b) => a - b)).toEqual(order)
    expect(order).not.toContain(-1)
    const said = joinedParts(firstMessage({ ...context, agenda: 'Hello' }, 'Hello'))
    expect(said.match(/Hello/g)).toHaveLength(1)
  })
  test('an accepted request lets the worker open, a renewed session has the transcript', () => {
    expect(joinedParts(acceptedMessage(context))).toContain('Your turn to open')
    expect(joinedParts(acceptedMessage(context, 'be brief'))).toMatch(/The person adds\n\nbe brief$/)
    expect(joinedParts(renewedMessage(context, 'TRANSCRIPT'))).toMatch(/TRANSCRIPT$/)
  })
  test('memory that does not fit is named', () => {
    expect(joinedParts(firstMessage({ ...context, memoryLimit: 3 }, 'x'))).toContain('global: G')
  })
})
