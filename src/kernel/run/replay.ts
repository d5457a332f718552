// Replay: runs the procedure over its journal with every effect switched off. It may stop only where the journal ends.

import type { Lease } from '../line/journal.js'
import type { Line } from '../line/line.js'
import { plainJson } from '../line/masks.js'
import { Tape } from '../line/tape.js'
import type { Protocol } from '../protocol.js'
import type { Deps } from './deps.js'
import { Strand } from './meeting.js'
import { type Replaying, Session } from './session.js'
import { Stopped } from './signals.js'

/** A recorded meeting, and its protocol. */
export interface Recorded {
  readonly id: string
  readonly lines: readonly Line[]
  readonly protocol: Protocol
  /** As parsed by the protocol. */
  readonly input: unknown
}

export type Ran =
  | { readonly kind: 'done'; readonly outcome: unknown }
  /** It called for something that is not recorded. */
  | { readonly kind: 'went on' }
  | { readonly kind: 'broke'; readonly error: unknown }

export interface Replayed {
  readonly ran: Ran
  /** The first recorded step that the procedure did not take. */
  readonly leftOver: Line | undefined
}

export async function replay(recorded: Recorded, deps: Deps, replaying: Replaying): Promise<Replayed> {
  const { id, lines, protocol, input } = recorded
  const boundary = protocol.boundary(input, id)
  const tape = new Tape(lines)
  const session = new Session({ id, deps, boundary, lease: closed(lines), tape, replaying })
  const ran = await ending(() => protocol.run(new Strand(session), input))
  return { ran, leftOver: tape.leftOver }
}

async function ending(run: () => Promise<unknown>): Promise<Ran> {
  try {
    return { kind: 'done', outcome: plainJson(await run()) }
  } catch (error) {
    return error instanceof Stopped ? { kind: 'went on' } : { kind: 'broke', error }
  }
}

/** A lease that records nothing: any new step ends the replay. */
function closed(lines: readonly Line[]): Lease {
  const append = () => Promise.reject(new Stopped({ kind: 'unrecorded' }))
  const rest = { check: () => {}, append, keep: append, kept: async () => null, release: async () => {} }
  return { token: 0, torn: undefined, lines, ...rest }
}
