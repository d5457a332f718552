// Voices: who speaks for which seat in one meeting, as the flags, the configuration or the journal's first line say.

import type { Backend, Grant, Seat, Tool } from '../kernel/agents.js'

/** How a meeting is voiced; recorded in its first line, so that a resume goes on with the same. */
export interface Agents {
  /** `rehearsal`, `script:FILE`, `model:anthropic/NAME`, … */
  readonly default: string
  readonly seats: Readonly<Record<string, string>>
  readonly ceiling: number | null
  readonly timeoutSeconds: number
  /** Captures the run into a script file. */
  readonly record?: string
}

export interface Voices {
  backendFor(seat: Seat): Promise<Backend>
  toolsFor(grant: Grant): readonly Tool[]
  countTokens(text: string): Promise<number>
  readonly ceiling: number | null
  readonly timeoutMs: number
  close(): Promise<void>
}

export declare function voicesFor(agents: Agents, at: { root: string }): Promise<Voices>
