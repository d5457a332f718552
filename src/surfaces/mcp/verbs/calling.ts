// One call of a tool: what a verb gets, and what it comes to.

import type { InputRequiredResult } from '@modelcontextprotocol/server'
import type { Caller, Desk, Place } from '../desk.js'
import type { Told } from '../results.js'

/** One call of a tool. */
export interface Calling {
  readonly desk: Desk
  readonly place: Place
  readonly caller: Caller
  /** The caller no longer waits; what it began goes on. */
  readonly signal: AbortSignal
  /** What the person answered through the host, where it was asked to put a question to them. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined
  /** Tells the caller how far it is, if it wants to know. */
  progress(turns: number, message: string): void
}

/** What a tool came to, or what the host is to ask its person first. */
export type Came = Told | { readonly ask: InputRequiredResult }
