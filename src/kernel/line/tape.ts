// Tape: the recorded steps that a replay reads back, strand by strand.
//
//   T1  A recorded step comes back exactly once, in the order of its strand; nothing acts twice.
//   T2  A call that is not the next recorded step of its strand is a divergence that names both steps. So is a new step while
//       the strand that it branched from, or one that branched from it, still has recorded steps.
//   T3  A step that failed without being a result, or was refused by the boundary, is not on the tape: it is tried again.

import { Diverged } from '../errors.js'
import { strandOf } from './keys.js'
import { isOf, type Kind, type Line, type LineOf } from './line.js'

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
  #left = 0

  constructor(lines: readonly Line[]) {
    for (const line of lines) if (isStep(line)) this.#add(line)
  }

  /**
   * The recorded step with this key, when it is the next of its strand; undefined when the journal ends before it. `alike` accepts
   * other keys of the same strand that mean the same step.
   */
  take<K extends Kind>(
    key: string,
    kinds: readonly K[],
    alike: (line: Line) => boolean = () => false,
  ): LineOf<K> | undefined {
    if (this.#left === 0) return undefined
    const name = strandOf(key)
    const strand = this.#strands.get(name)
    const own = strand?.lines[strand.at]
    const line = own ?? this.#nextOfKin(name)
    if (!line) return undefined
    if (!own || (own.key !== key && !alike(own)) || !isOf(own, kinds)) {
      throw new Diverged({ line: line.n, recorded: named(line), called: `${kinds[0]} ${key}` })
    }
    if (strand) strand.at++
    this.#left--
    return own
  }

  /** The first recorded step that no call has asked for. */
  get leftOver(): Line | undefined {
    return this.#left === 0 ? undefined : this.#firstIn(() => true)
  }

  /** A strand waits while its branches run, so a new step must have no recorded steps left in a parent or child strand. */
  #nextOfKin(name: string): Line | undefined {
    return this.#firstIn((other) => other.startsWith(name) || name.startsWith(other))
  }

  #firstIn(wanted: (strand: string) => boolean): Line | undefined {
    let first: Line | undefined
    for (const [name, { lines, at }] of this.#strands) {
      const line = lines[at]
      if (line && wanted(name) && (!first || line.n < first.n)) first = line
    }
    return first
  }

  #add(line: Line): void {
    this.#left++
    const name = strandOf(line.key)
    const strand = this.#strands.get(name)
    if (strand) strand.lines.push(line)
    else this.#strands.set(name, { lines: [line], at: 0 })
  }
}

function isStep(line: Line): boolean {
  if (!steps.has(line.kind)) return false
  if (line.kind === 'noted') return line.data.aside !== true
  if (line.kind === 'failed') return 'seat' in line.data && line.data.result
  return (line.kind !== 'halted' && line.kind !== 'paused') || line.data.unplanned !== true
}

function named(line: Line): string {
  return `${line.kind} ${line.key}`
}
