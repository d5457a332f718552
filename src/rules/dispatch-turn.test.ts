// Dispatch turn: what an agent returns is parsed or refused, never trusted.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addInfoFindings, findingLine, judgeEnvelope, readReturn } from './dispatch-turn.js'

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
        status: 'ok',
        summary: undefined,
        body: undefined,
        findings: [],
        agent: undefined,
        personaSig: undefined,
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
  test('only INFO findings are kept, after what was there', () => {
    const info = { severity: 'INFO', summary: 's', turnId: undefined } as const
    expect(addInfoFindings('', [], 'd1')).toBe('')
    expect(addInfoFindings('', [info, { ...info, severity: 'CRITICAL' }], 'd1')).toBe('d1=INFO:s')
    expect(addInfoFindings('d0=INFO:x', [info, { ...info, turnId: 't' }], 'd1')).toBe(
      'd0=INFO:x; d1=INFO:s; t=INFO:s',
    )
  })
  test('an envelope is sound only if the sentinel names the same agent and is signed', () => {
    const judge = (agent: string | undefined, sentinel?: string) =>
      judgeEnvelope({ agent, sentinel, sentinelPath: 'p' }).kind
    expect(judge('theo', '{"agent":"theo","persona_sig":"s"}')).toBe('sound')
    expect(judge('zara', '{"agent":"theo","persona_sig":"s"}')).toBe('forged')
    expect(judge('theo', '{"agent":"theo","persona_sig":5}')).toBe('forged')
    expect(judge('theo', undefined)).toBe('forged')
    expect(judge(undefined, '{"agent":"theo","persona_sig":"s"}')).toBe('unnamed')
  })
})
