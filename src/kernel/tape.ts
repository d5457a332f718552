// Tape: the recorded steps that a replay reads back, strand by strand.
//
//   T1  A recorded step comes back exactly once, in the order of its strand; nothing acts twice.
//   T2  A call that is not the next recorded step of its strand is a divergence, naming both; never a guess.
//   T3  A step that failed without being a result, or was refused by the boundary, is not on the tape: it is tried again.

import { Diverged } from './errors.js'
import { strandOf } from './keys.js'
import type { Kind, Line } from './line.js'

const steps: ReadonlySet<Kind> = new Set([
  'phase',
  'turn',
  'asked',
  'answered',
  'wrote',
  'acted',
  'noted',
  'paused',
  'halted',
  'failed',
])

export class Tape {
  readonly #strands = new Map<string, { lines: Line[]; at: number }>()

  constructor(lines: readonly Line[]) {
    for (const line of lines) if (isStep(line)) this.#add(line)
  }

  /** The recorded step with this key, when it is the next of its strand; undefined when the record ends before it. */
  take(key: string, kinds: readonly Kind[]): Line | undefined {
    const strand = this.#strands.get(strandOf(key))
    const line = strand?.lines[strand.at]
    if (!strand || !line) return undefined
    if (line.key !== key || !kinds.includes(line.kind)) {
      throw new Diverged({ line: line.n, recorded: named(line), called: `${kinds[0]} ${key}` })
    }
    strand.at++
    return line
  }

  /** The first recorded step that no call has asked for. */
  get leftOver(): Line | undefined {
    let first: Line | undefined
    for (const { lines, at } of this.#strands.values()) {
      const line = lines[at]
      if (line && (!first || line.n < first.n)) first = line
    }
    return first
  }

  #add(line: Line): void {
    const name = strandOf(line.key)
    const strand = this.#strands.get(name)
    if (strand) strand.lines.push(line)
    else this.#strands.set(name, { lines: [line], at: 0 })
  }
}

function isStep(line: Line): boolean {
  if (!steps.has(line.kind)) return false
  if (line.kind === 'failed') return (line.data as { result?: boolean }).result === true
  return line.kind !== 'halted' || (line.data as { unplanned?: boolean }).unplanned !== true
}

function named(line: Line): string {
  return `${line.kind} ${line.key}`
}
