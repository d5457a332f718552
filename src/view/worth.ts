// Worth: what makes a result worth less than it looks, as the notes and the outcome of a meeting say it.

import type { Line } from '../kernel/line/line.js'
import { commonMarkWords, marksOf, type TurnCircumstances } from '../rules/degradations.js'
import { wordsIn } from './notes.js'
import { tellOutcome } from './plain.js'
import type { Telling } from './telling.js'

/** In words; none for a line that takes nothing from the result. A note of the kind `degraded` says it in every protocol. */
export function worseBy(line: Line, telling: Telling): readonly string[] {
  if (line.kind === 'concluded') return tellOutcome(line.data.outcome, telling).degraded
  if (line.kind === 'turn') return circumstances(line.data.receipt)
  if (line.kind === 'failed' && 'seat' in line.data)
    return circumstances({ ...line.data, backend: undefined })
  if (line.kind !== 'noted' || line.data.aside) return []
  const { kind, data } = line.data
  const common = kind === 'degraded' && !telling.lastDegradedCounts ? wordsIn(data) : ''
  return [...(telling.degraded?.(kind, data) ?? []), ...(common === '' ? [] : [common])]
}

/** Whether what this line says takes the place of what was said before. */
export function saysAll(line: Line, { lastDegradedCounts = false }: Telling): boolean {
  return lastDegradedCounts && line.kind === 'noted' && line.data.kind === 'degraded' && !line.data.aside
}

function circumstances(turn: TurnCircumstances): readonly string[] {
  return marksOf(turn).map((mark) => commonMarkWords(mark) ?? mark)
}

/** All of it as one sentence. A reason may end with a full stop of its own. */
export function degradedWords(degraded: readonly string[]): string {
  return `${degraded.map((why) => why.replace(/[.\s]+$/, '')).join('; ')}.`
}
