// What a procedure asks of one seat, with the key of its step.

import type { Seat } from '../agents.js'
import type { SeatPrompt, SpeakOptions, StructuredOptions } from '../protocol.js'

export type TurnOptions = SpeakOptions | StructuredOptions<unknown>

export interface Asked {
  /** Which failures the procedure takes as a result. */
  readonly survives: 'all' | 'ceiling' | 'none'
  readonly key: string
  readonly seat: Seat
  readonly prompt: SeatPrompt
  readonly options: TurnOptions
}
