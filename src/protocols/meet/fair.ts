// Drafted text passes the same first steps as a turn: it is cleaned, and lines that imitate the record are removed.

import { visibleText } from '../../documents/clean.js'
import { oneLine } from './documents/turn-text.js'
import { structureFaults, withoutLabels, withoutLines } from './rules/draft-gate.js'
import type { MeetState } from './state.js'

export function fairText(state: MeetState, text: string): string {
  const clean = visibleText(text)
  const faults = structureFaults(clean, state.input.person.name)
  state.linesRemoved += faults.length
  return withoutLabels(withoutLines(clean, faults))
}

/** One line of it. */
export function fair(state: MeetState, text: string): string {
  return fairText(state, oneLine(text))
}

export function fairClosing(state: MeetState, value: unknown): Record<string, unknown> {
  return mapStrings(value, (text) => fairText(state, text)) as Record<string, unknown>
}

export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]))
}
