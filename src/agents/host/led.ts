// Meetings that hosts lead, of several projects in one process. Each project has calls of its own: two of them may hold meetings of the
// same name, and words for one must not reach the other.
//
//   LED1  Seats wait for a host only in a meeting that one leads here. Another, such as one that a host leads from a process of its own,
//         is left to it: a run here would keep that host out. What the person answers here is recorded, and the host goes on with it.

import { HostCalls } from './calls.js'

interface Ref {
  readonly project: string
  readonly id: string
}

export class LedMeetings {
  readonly #calls = new Map<string, HostCalls>()
  readonly #led = new Set<string>()

  /** The calls of a project. */
  of(project: string): HostCalls {
    const known = this.#calls.get(project)
    if (known) return known
    const calls = new HostCalls()
    this.#calls.set(project, calls)
    return calls
  }

  /** From now on a host leads it here. */
  lead(ref: Ref): void {
    this.#led.add(keyOf(ref))
  }

  /** No host leads it here any more. */
  leave(ref: Ref): void {
    this.#led.delete(keyOf(ref))
  }

  /** Where its seats wait; undefined where no host leads it (LED1). */
  callsOf(ref: Ref): HostCalls | undefined {
    return this.#led.has(keyOf(ref)) ? this.of(ref.project) : undefined
  }

  /** The projects in which this call waits for words, or was answered. */
  projectsWith(call: string): readonly string[] {
    return [...this.#calls].flatMap(([project, calls]) => (calls.has(call) ? [project] : []))
  }
}

function keyOf({ project, id }: Ref): string {
  return `${project}\n${id}`
}
