// Sent text: what a call sent to its seat, made again by the procedure, and whether its hash is the one in the receipt.

import { sha256 } from '../line/hash.js'
import type { LineOf } from '../line/line.js'
import type { Asked } from '../run/asked.js'
import type { Session } from '../run/session.js'
import { party, textFor } from './attempts.js'
import { afterUse } from './conversation.js'

export type Called = LineOf<'turn'> | LineOf<'failed'>

export interface SentText {
  /** The text that was sent; where none fits, the one that this parley would send. */
  readonly text: string
  /** As the receipt has it; a failed call has none. */
  readonly hash: string | undefined
  readonly fits: boolean
}

/** Call it before the turn becomes part of the conversation. Of the two texts of a prompt, the one whose hash fits was sent. */
export function sentText({ data }: Called, asked: Asked, session: Session): SentText {
  const fresh = 'receipt' in data ? data.receipt.fresh : 'seat' in data && data.fresh
  const hash = 'receipt' in data ? data.receipt.prompt : undefined
  const { system, full, since } = asked.prompt
  const expected = fresh ? full : textFor(session, asked)
  const plain = since === undefined ? [full] : [since, full]
  const last = session.conversations.of(party(asked)).history.at(-1)
  const texts = [expected, ...plain, ...plain.map((text) => afterUse(last, text))]
  const sent = texts.find((text) => sha256(`${system}\n\n${text}`) === hash)
  return { text: sent ?? expected, hash, fits: sent !== undefined }
}
