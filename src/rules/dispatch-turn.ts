// Dispatch turn: reads what an agent's process returned: its words, its findings and its sentinel.

import { onOneLine } from './lines.js'
import { type Fields, fieldsOf, isRecord } from './values.js'

export type Severity = 'INFO' | 'WARNING' | 'CRITICAL'

export interface Finding {
  severity: Severity
  summary: string
  turnId: string | undefined
}

export interface AgentReturn {
  body: string | undefined
  /** Findings of any other severity than the three are left out. */
  findings: readonly Finding[]
  agent: string | undefined
}

export type ReadReturn = { kind: 'return'; value: AgentReturn } | { kind: 'bad'; reason: string }

/** A return is one JSON object with a status. Everything else in it may be absent. */
export function readReturn(text: string): ReadReturn {
  const value = parseObject(text)
  if (value === undefined) return { kind: 'bad', reason: 'the agent did not return a JSON object' }
  if (value.status === undefined || value.status === null) {
    return { kind: 'bad', reason: 'the agent returned no "status"' }
  }
  return {
    kind: 'return',
    value: {
      body: textOf(value.body),
      findings: Array.isArray(value.findings) ? value.findings.flatMap(readFinding) : [],
      agent: textOf(value.agent),
    },
  }
}

/** The warning that is printed at once. */
export function findingLine(agent: string, finding: Finding, turn: string): string {
  return onOneLine(
    `[gaia-meeting] ${finding.severity}: ${agent} @ turn ${finding.turnId ?? turn} — ${finding.summary}`,
  )
}

/** Appends the INFO findings to what the session file already holds of them. */
export function addInfoFindings(before: string, findings: readonly Finding[], turn: string): string {
  const entries = findings
    .filter((finding) => finding.severity === 'INFO')
    .map((finding) => onOneLine(`${finding.turnId ?? turn}=INFO:${finding.summary}`))
  return [...(before === '' ? [] : [before]), ...entries].join('; ')
}

export type EnvelopeVerdict =
  | { kind: 'sound' }
  | { kind: 'unnamed'; line: string }
  | { kind: 'forged'; line: string }

const UNNAMED_ENVELOPE = "HALT: subagent envelope missing required field 'agent'"

/** The sentinel must name the very agent that the return names, and carry a signature. */
export function judgeEnvelope(given: {
  agent: string | undefined
  /** Undefined when there is no such file. */
  sentinel: string | undefined
  sentinelPath: string
}): EnvelopeVerdict {
  if (!given.agent) return { kind: 'unnamed', line: UNNAMED_ENVELOPE }
  const sentinel = parseObject(given.sentinel ?? '')
  if (sentinel?.agent === given.agent && textOf(sentinel.persona_sig)) return { kind: 'sound' }
  return { kind: 'forged', line: forgedLine(given.agent, given.sentinelPath) }
}

function forgedLine(agent: string, path: string): string {
  const name = agent.slice(0, 1).toUpperCase() + agent.slice(1)
  return onOneLine(
    `HALT: ${name} agent envelope assertion failed — sentinel absent, malformed, or forged at ${path}`,
  )
}

function readFinding(value: unknown): Finding[] {
  const { severity, summary, turn_id } = fieldsOf(value)
  if (severity !== 'INFO' && severity !== 'WARNING' && severity !== 'CRITICAL') return []
  const id = typeof turn_id === 'number' ? String(turn_id) : textOf(turn_id)
  return [{ severity, summary: textOf(summary) ?? '', turnId: id }]
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
