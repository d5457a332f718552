// Confirmation: every edge of the machine, and what no sequence of events can bring about.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Domain, domains, roles, tiers } from '../names.js'
import type { Artifact } from './artifacts.js'
import {
  applicableDomains,
  beforeConfirmation,
  type Confirmation,
  type ConfirmationEvent,
  confirmationStates,
  confirmed,
  endStatus,
  isResolvable,
  presentedDomain,
  presentedSoFar,
  presenting,
  sourcesOf,
} from './confirmation.js'

const all: readonly Domain[] = ['requirements', 'architecture', 'design']
function reached(...events: readonly ConfirmationEvent[]): Confirmation {
  return events.reduce<Confirmation>((now, event) => {
    const next = confirmed(now, event)
    if (next === null) throw new Error(`no edge ${event.kind} from ${now.state}`)
    return next
  }, beforeConfirmation)
}
const ready = { kind: 'ready', tier: 'standard', applicable: all } as const
const accept = { kind: 'accept' } as const
const amend = { kind: 'amend' } as const
const turn = { kind: 'turn', roles } as const
const reply = { kind: 'reply' } as const
const resolved = { kind: 'resolved', applicable: all, missing: [] } as const

describe('CONF1: only an accept leads onward, one domain at a time', () => {
  test('standard and epic sign off three domains in order, then it is written', () => {
    const states = [[ready], [ready, accept], [ready, accept, accept], [ready, accept, accept, accept]].map(
      (events) => reached(...events),
    )
    expect(states.map(({ state, accepted }) => [state, accepted.length])).toEqual([
      ['PRESENTING_REQUIREMENTS', 0],
      ['PRESENTING_ARCHITECTURE', 1],
      ['PRESENTING_DESIGN', 2],
      ['FINALIZING', 3],
    ])
    const end = reached(ready, accept, accept, accept, { kind: 'written' })
    expect([end.state, endStatus(end, 'epic')]).toEqual(['COMPLETE', 'accepted'])
  })
  test('a domain that does not apply is not presented, and with none the end is unsigned', () => {
    expect(
      reached({ kind: 'ready', tier: 'light', applicable: ['requirements', 'design'] }, accept).state,
    ).toBe('PRESENTING_DESIGN')
    const end = reached({ kind: 'ready', tier: 'light', applicable: [] })
    expect([end.state, endStatus(end, 'light')]).toEqual(['FINALIZING', 'unsigned'])
  })
  test('a trivial item is mentioned and recorded, without a reply', () => {
    const end = reached({ kind: 'ready', tier: 'trivial', applicable: [] }, { kind: 'mentioned' })
    expect([end.state, endStatus(end, 'trivial')]).toEqual(['FINALIZING', 'recorded'])
  })
  test('asking to see something again changes nothing', () => {
    const now = reached(ready, accept)
    expect(confirmed(now, { kind: 'revisit' })).toBe(now)
    expect(presentedSoFar(now)).toEqual(['requirements', 'architecture'])
    expect(presentedSoFar(beforeConfirmation)).toEqual([])
  })
})

describe('CONF2: an amendment voids every acceptance', () => {
  test('from any domain, and the sequence begins again from its first', () => {
    for (const accepts of [[], [accept], [accept, accept]]) {
      const amending = reached(ready, ...accepts, amend)
      expect(amending).toMatchObject({ state: 'AMENDING', accepted: [], amendment_cycles: 1 })
      expect(reached(ready, ...accepts, amend, turn, reply, resolved)).toMatchObject({
        state: 'PRESENTING_REQUIREMENTS',
        accepted: [],
        amendment_cycles: 1,
      })
    }
  })
  test('it is resolved only after all three spoke and the person replied to their first turn', () => {
    expect(isResolvable(reached(ready, amend, reply, turn), [])).toBe(false)
    expect(isResolvable(reached(ready, amend, turn, reply), [])).toBe(true)
    const two = { kind: 'turn', roles: ['business-analyst', 'solutions-architect'] } as const
    expect(isResolvable(reached(ready, amend, two, reply), [])).toBe(false)
    expect(isResolvable(reached(ready, amend, two, reply), ['system-designer'])).toBe(true)
    expect(
      isResolvable(reached(ready, amend, two, reply, { kind: 'turn', roles: ['system-designer'] }), []),
    ).toBe(true)
  })
  test('what was heard in an earlier amendment does not count for the next', () => {
    expect(isResolvable(reached(ready, amend, turn, reply, resolved, amend), [])).toBe(false)
  })
  test('applicable domains are computed anew, so that one may have come or gone', () => {
    const end = reached(ready, amend, turn, reply, { ...resolved, applicable: ['design'] })
    expect([end.state, end.applicable]).toEqual(['PRESENTING_DESIGN', ['design']])
  })
})

describe('early exit', () => {
  test('is possible in every state but the last two, and no acceptance is claimed for it', () => {
    const states = [
      [],
      [ready],
      [ready, accept],
      [ready, amend],
      [{ kind: 'ready', tier: 'trivial', applicable: [] } as const],
    ]
    for (const events of states) {
      const end = reached(...events, { kind: 'exit' })
      expect([end.state, endStatus(end, 'standard')]).toEqual(['FINALIZING', 'early-exit'])
    }
    const done = reached(ready, accept, accept, accept)
    expect(confirmed(done, { kind: 'exit' })).toBeNull()
  })
})

describe('every sequence of events', () => {
  const event = fc.oneof(
    fc.constantFrom<ConfirmationEvent>(
      accept,
      amend,
      turn,
      reply,
      resolved,
      ready,
      { kind: 'mentioned' },
      { kind: 'exit' },
      { kind: 'written' },
      { kind: 'revisit' },
    ),
    fc.record({
      kind: fc.constant('ready' as const),
      tier: fc.constantFrom(...tiers),
      applicable: fc.subarray([...domains]),
    }),
    fc.record({ kind: fc.constant('turn' as const), roles: fc.subarray([...roles]) }),
  )
  test('keeps acceptances a beginning of the applicable domains, counts amendments only upward, and ends nowhere but at the end', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let now = beforeConfirmation
        for (const one of events) {
          const next = confirmed(now, one)
          if (next === null) continue
          expect(confirmationStates).toContain(next.state)
          expect(next.accepted).toEqual(next.applicable.slice(0, next.accepted.length))
          expect(next.amendment_cycles - now.amendment_cycles).toBe(one.kind === 'amend' ? 1 : 0)
          if (next.accepted.length > now.accepted.length) expect(one.kind).toBe('accept')
          if (now.state === 'COMPLETE') throw new Error('left the end')
          const here = presentedDomain(next)
          if (here !== null) expect(next.applicable[next.accepted.length]).toBe(here)
          now = next
        }
        if (endStatus(now, 'standard') === 'accepted') expect(now.accepted).toEqual(now.applicable)
      }),
    )
  })
})

describe('which domains apply', () => {
  test('those of the tier whose documents are there', () => {
    const has =
      (...files: Artifact[]) =>
      (file: Artifact) =>
        files.includes(file)
    expect(
      applicableDomains('standard', has('requirements-spec.md', 'architecture-overview.md', 'data-flow.md')),
    ).toEqual(all)
    expect(
      applicableDomains(
        'light',
        has('requirements-spec.md', 'architecture-overview.md', 'interface-spec.md'),
      ),
    ).toEqual(['requirements', 'design'])
    expect(applicableDomains('epic', has('error-taxonomy.md', 'impact-analysis.md'))).toEqual([])
    expect(applicableDomains('trivial', () => true)).toEqual([])
    expect(domains.map((domain) => [presenting[domain], sourcesOf(domain).length])).toEqual([
      ['PRESENTING_REQUIREMENTS', 1],
      ['PRESENTING_ARCHITECTURE', 1],
      ['PRESENTING_DESIGN', 3],
    ])
  })
})
