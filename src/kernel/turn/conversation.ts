// Conversation: what one seat was asked and said in this meeting, so that its voice can go on after any restart.
//
//   C1  A seat takes one turn at a time, also when two branches want it.
//   C2  A conversation is in the order of its journal lines, in whatever order a replay reaches them.

import type { Exchange, PastCall, Room, Seat, ToolUse, Voice } from '../agents.js'
import type { Line } from '../line/line.js'
import type { SeatPrompt } from '../protocol.js'
import { usedLines } from './used-tools.js'

export interface Conversation {
  readonly history: Heard[]
  session: string | undefined
  voice: Voice | undefined
}

export interface Heard {
  readonly line: number
  prompt: string
  /** What the prompt would be if this were not the first. */
  readonly later: string | undefined
  readonly reply: string
  /** What the seat used for it: told with the next prompt. */
  readonly used: string
}

interface Turn {
  readonly line: number
  readonly prompt: SeatPrompt
  readonly reply: string
  readonly tools: readonly ToolUse[]
  readonly session?: string | undefined
  /** The conversation had expired, and a new one was started for this turn. */
  readonly fresh?: boolean | undefined
}

/** All conversations of one run. Rebuilt by replay: prompts are made again by the procedure, replies are on the tape. */
export class Conversations {
  readonly #past: PastCall[] = []
  readonly #bySeat = new Map<string, Known>()

  constructor(recorded: readonly Line[] = []) {
    for (const line of recorded) {
      const call = pastCall(line)
      if (call) this.#past.push(call)
    }
  }

  of(seat: Seat): Conversation {
    return this.#known(seat)
  }

  room(seat: Seat, cwd: string): Room {
    const { history, session } = this.of(seat)
    const room = { cwd, history: exchangesOf(history), past: [...this.#past] }
    return session === undefined ? room : { ...room, session }
  }

  /** Turns of one seat run one after another (C1): a voice cannot answer two prompts at once. */
  inTurn<T>(seat: Seat, work: () => Promise<T>): Promise<T> {
    const known = this.#known(seat)
    const turn = known.tail.then(work)
    known.tail = turn.catch(() => {})
    return turn
  }

  /** Adds a turn, new or replayed, at the position of its journal line (C2): branches may replay in another order. */
  heard(seat: Seat, turn: Turn): void {
    const known = this.#known(seat)
    if (turn.fresh) this.startedOver(seat, turn.line)
    if (turn.line < known.from) return
    const at = known.history.findLastIndex(({ line }) => line < turn.line) + 1
    insert(known, at, turn)
    if (turn.session !== undefined && at === known.history.length - 1) known.session = turn.session
  }

  /** Drops everything before this line from the conversation. */
  startedOver(seat: Seat, line: number): void {
    const known = this.#known(seat)
    known.from = Math.max(known.from, line)
    const kept = known.history.filter((heard) => heard.line >= known.from)
    if (kept.length === 0) known.session = undefined
    known.history.splice(0, known.history.length, ...kept)
  }

  called(call: PastCall): void {
    this.#past.push(call)
  }

  /** Closes the voice; the next turn opens a new one with the conversation so far. */
  async forget(seat: Seat): Promise<void> {
    const known = this.#known(seat)
    const voice = known.voice
    known.voice = undefined
    await voice?.close().catch(() => {})
  }

  async close(): Promise<void> {
    const voices = [...this.#bySeat.values()].flatMap(({ voice }) => (voice ? [voice] : []))
    await Promise.allSettled(voices.map((voice) => voice.close()))
  }

  #known(seat: Seat): Known {
    const known = this.#bySeat.get(seat.id)
    if (known) return known
    const fresh = newConversation()
    this.#bySeat.set(seat.id, fresh)
    return fresh
  }
}

/** A conversation as a voice is told it: what was used for a reply stands before the prompt after it. */
export function exchangesOf(history: readonly Heard[]): Exchange[] {
  return history.map(({ prompt, reply }, at) => ({ prompt: afterUse(history[at - 1], prompt), reply }))
}

/** A prompt with what was used for the reply before it. */
export function afterUse(last: Pick<Heard, 'used'> | undefined, prompt: string): string {
  return last?.used ? `${last.used}\n\n${prompt}` : prompt
}

interface Known extends Conversation {
  /** Lines before this one are no longer part of the conversation. */
  from: number
  tail: Promise<unknown>
}

function newConversation(): Known {
  return { history: [], session: undefined, voice: undefined, from: 0, tail: Promise.resolve() }
}

/** Only the first keeps its full prompt: keeping all of them would take memory quadratic in the meeting's length. */
function insert(known: Known, at: number, turn: Turn): void {
  const { line, reply, prompt, tools } = turn
  const { full, since } = prompt
  const first = at === 0
  const later = since ?? full
  const next = known.history[at]
  const heard = {
    line,
    prompt: first ? full : later,
    later: first ? later : undefined,
    reply,
    used: usedLines(tools),
  }
  if (!next) {
    known.history.push(heard)
    return
  }
  if (first && next.later !== undefined) next.prompt = next.later
  known.history.splice(at, 0, heard)
}

/** Every recorded line for which a voice was called, including failures: those used up an entry of a script too. */
function pastCall(line: Line): PastCall | undefined {
  if (line.kind === 'turn') {
    const { seat, call, receipt } = line.data
    return { seat, call, says: receipt.attempts }
  }
  if (line.kind !== 'failed' || !('seat' in line.data)) return undefined
  const { seat, call, says } = line.data
  return says > 0 ? { seat, call, says } : undefined
}
