// Call: what the attempts of one turn came to: a reply, or why there is none.

import type { Reply, Usage } from '../agents.js'
import type { NotSaid } from '../protocol.js'
import type { Piece } from '../run/listener.js'

export type Call = Answered | Failed

export interface Answered extends Tried {
  readonly kind: 'answered'
  readonly reply: Reply
  readonly value: unknown
  readonly backend: string
  /** The prompt that the reply answers, without the request to repair it. */
  readonly sent: string
  /** Tools that reach the web were offered for it. */
  readonly web: boolean
}

export interface Failed extends Tried {
  readonly kind: 'failed'
  readonly cause: NotSaid['cause']
  readonly reason: string
  readonly partial: string
  /** What came in place of a usable reply; the same as `partial` for one that broke off. */
  readonly came: string
  /** Which limit left no room, where it was not the one on tokens. */
  readonly over?: 'cost'
  /** The ceiling that would have had room: in tokens, or in millionths of a dollar. */
  readonly needs?: number
}

/** What every call of a turn has cost and taken, whether it was answered or not. */
export interface Tried {
  /** Absent where no voice was found. */
  readonly backend?: string
  readonly usage: Usage
  /** In millionths of a dollar; absent where the price is not known. */
  readonly cost?: number
  /** What was said and used in the last call, in the order in which it happened. */
  readonly story: readonly Piece[]
  /** How often the voice was called. */
  readonly says: number
  /** A new conversation was started. */
  readonly fresh: boolean
  /** It was started because the old one was too long for the model. */
  readonly outgrown: boolean
  /** Files that changed during calls that failed, unexplained. */
  readonly changed: readonly string[]
}
