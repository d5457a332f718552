// Dispatch turn: what an agent returns is parsed or refused, never trusted.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findingLine, readReturn } from './dispatch-turn.js'

describe('an agent’s return', () => {
  test('no JSON makes reading throw, and what is missing is undefined', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const read = readReturn(text)
        if (read.kind === 'return') expect(Array.isArray(read.value.findings)).toBe(true)
      }),
    )
    expect(readReturn('{"status":"ok","body":5,"findings":{},"agent":null}')).toEqual({
      kind: 'return',
      value: {
        body: undefined,
        findings: [],
        agent: undefined,
      },
    })
  })
  test.each(['', 'x', '[]', 'null', '{}', '{"status":null}', '{"Status":"ok"}'])('%j is none', (text) => {
    expect(readReturn(text).kind).toBe('bad')
  })
  test('a finding is one line, under its own turn or the given one', () => {
    const finding = { severity: 'WARNING', summary: 'a\nb', turnId: undefined } as const
    expect(findingLine('theo', finding, 'd7')).toBe('[gaia-meeting] WARNING: theo @ turn d7 — a b')
    expect(findingLine('theo', { ...finding, turnId: 'x1' }, 'd7')).toBe(
      '[gaia-meeting] WARNING: theo @ turn x1 — a b',
    )
  })
})
