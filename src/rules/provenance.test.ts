// Provenance audit: one test for each law, and that no transcript breaks it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditProvenance, parseTurnHeader, turnBlocks } from './provenance.js'
import { DISPATCHED_VIA, turnHeader } from './turn-header.js'

/** Any code units at all, halves of pairs included. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 80 }).map((units) => String.fromCharCode(...units))

const six = { round: 1, turn: 2, speaker: 'Theo', role: 'Architect', turnCost: 3, runningTotal: 4 }

describe('provenance', () => {
  test('a block runs to the next header, slashes in names or not', () => {
    const text = [
      turnHeader({ ...six, speaker: 'A/B', role: 'DevOps/SRE / Lead', phase: 'DISCUSS' }),
      turnHeader({ ...six, turn: 3, phase: 'DISCUSS', dispatchedVia: 'subagent' }),
    ].join('\nBody\n')
    expect(auditProvenance(text).map((failure) => failure.speaker)).toEqual(['A/B (DevOps/SRE / Lead)'])
    expect(turnBlocks(text).map((block) => block.turn)).toEqual(['2', '3'])
  })
  test('a header of any other ending still opens a block', () => {
    expect(parseTurnHeader('[round 1 / turn 2 / Theo (PM) / anything')).toEqual({
      turn: '2',
      speaker: 'Theo (PM)',
    })
    for (const line of [
      '[round 1 / turn 2 / Theo',
      ' [round 1 / turn 2 / T / x]',
      '[round x / turn 2 / T / x]',
      '> [round 1 / turn 2 / T / x]',
    ]) {
      expect(parseTurnHeader(line)).toBeUndefined()
    }
  })
  test('the last labels at column 1 count, CRLF or not', () => {
    const text = `${turnHeader({ ...six, phase: 'CLOSE', turnId: 'a', dispatchedVia: 'charter' })}
 Phase: INVITE
## Phase: INVITE
phase: INVITE
Phase: DISCUSS
Turn: z
dispatched_via: teammate
dispatched_via:
`
    for (const one of [text, text.replaceAll('\n', '\r\n')]) {
      expect(turnBlocks(one)).toMatchObject([{ phase: 'DISCUSS', turnId: 'z', via: 'teammate' }])
    }
  })
  test.each(['RESEARCH', 'DISCUSS', 'discuss', 'CHARTER', 'CLOSE', 'INVITE', undefined])(
    'PROV1 in phase %s exactly the allowed labels pass',
    (phase) => {
      const spoken = ['subagent', 'interject', 'teammate']
      for (const via of [...DISPATCHED_VIA, undefined]) {
        const upper = phase?.toUpperCase()
        const passes =
          upper === 'CHARTER'
            ? via === 'charter'
            : upper === 'RESEARCH' || upper === 'DISCUSS'
              ? via !== undefined && spoken.includes(via)
              : true
        expect(auditProvenance(turnHeader({ ...six, phase, dispatchedVia: via })).length).toBe(passes ? 0 : 1)
      }
    },
  )
  test('PROV1: labels compare exactly', () => {
    const text = `${turnHeader({ ...six, phase: 'DISCUSS' })}dispatched_via: Subagent\n`
    expect(auditProvenance(text)).toMatchObject([{ via: 'Subagent' }])
  })
  test('no text makes the audit throw, and text without headers is clean', () => {
    const line = fc.oneof(
      anyText,
      fc.constantFrom('Phase: DISCUSS', 'dispatched_via: x', '[round 1 / turn 1 / ', turnHeader(six)),
    )
    fc.assert(fc.property(fc.array(line), (lines) => void auditProvenance(lines.join('\n'))))
    fc.assert(fc.property(fc.string(), (text) => auditProvenance(text).length === 0))
  })
})
