// Cost cadence: counts emitted turns and says when the cost check is due. Every turn of any kind counts once.
import { addCounts, countOf } from './counts.js'

export const DEFAULT_COST_CADENCE = 10

export function tick(counter: number): number {
  return addCounts(counter, 1)
}

export function costCheckDue(counter: number, cadence: number = DEFAULT_COST_CADENCE): boolean {
  return counter > 0 && counter % cadence === 0
}

/** 0 without a text; undefined when the text is not a counter. */
export function parseCounter(text: string | undefined): number | undefined {
  const line = (text ?? '').trim()
  if (line === '') return 0
  return line.startsWith('counter=') ? countOf(line.slice('counter='.length)) : undefined
}

export function renderCounter(counter: number): string {
  return `counter=${counter}\n`
}
