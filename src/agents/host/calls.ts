// Calls to a host: seats that wait for words. The backend puts a call here; a surface hands out its prompt and brings the words back.
//
//   HOST1  A call is answered once. The same words again change nothing, other words are refused: a host that tries twice cannot make a
//          seat say two things.
//   HOST2  The id of a call is made from the meeting, the seat, the call and how often the seat was called before, so that it is the same
//          after a restart, and words for one seat never reach another.

import { createHash } from 'node:crypto'
import type { Isolation } from '../../kernel/agents.js'
import { BackendFailed, CannotGoOn, WrongUsage } from '../../kernel/errors.js'

/** A seat that waits for words. */
export interface HostCall {
  readonly id: string
  readonly meeting: string
  readonly seat: string
  readonly name: string
  readonly call: string
  /** Everything that whoever speaks must know. */
  readonly prompt: string
  /** A value that fits a schema is wanted, not prose. */
  readonly structured: boolean
  /** Longer words are refused, so that the host can shorten them. */
  readonly mostCharacters: number
}

/** What a host said for a seat. */
export interface HostWords {
  readonly text?: string
  readonly value?: unknown
  /** The client and what it says of its model, as the receipt names them. */
  readonly speaker: string
  /** The client alone, as marks of the result name it. */
  readonly client?: string
  readonly isolation: Isolation
}

interface Waiting {
  readonly call: HostCall
  said(words: HostWords): void
  failed(error: Error): void
}

/** So many answered calls are remembered, for hosts that try twice. */
const mostKept = 1_000

export class HostCalls {
  readonly #waiting = new Map<string, Waiting>()
  readonly #said = new Map<string, { readonly meeting: string; readonly words: string }>()
  readonly #listeners = new Set<() => void>()

  /** Settles with the host's words, or rejects when it declines or when the run ends. */
  ask(call: HostCall, signal: AbortSignal): Promise<HostWords> {
    return new Promise((said, failed) => {
      const leave = () => {
        this.#waiting.delete(call.id)
        signal.removeEventListener('abort', stop)
        this.#tell()
      }
      const stop = () => {
        leave()
        failed(new BackendFailed('interrupted', 'the run ended while the host was asked'))
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      this.#waiting.set(call.id, {
        call,
        said(words) {
          leave()
          said(words)
        },
        failed(error) {
          leave()
          failed(error)
        },
      })
      this.#tell()
    })
  }

  /** The calls of a meeting that wait for words, in the order in which they were made. */
  waiting(meeting: string): readonly HostCall[] {
    return [...this.#waiting.values()].flatMap(({ call }) => (call.meeting === meeting ? [call] : []))
  }

  find(id: string): HostCall {
    return this.#must(id).call
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id)
  }

  /** Whether it waits here, or was answered here. */
  has(id: string): boolean {
    return this.#waiting.has(id) || this.#said.has(id)
  }

  /** Gives the meeting that the words belong to. */
  say(id: string, words: HostWords): string {
    const key = digest(words.text ?? null, words.value ?? null)
    const before = this.#before(id)
    if (before?.words === key) return before.meeting
    if (before) throw new CannotGoOn('ALREADY_SAID', `Call ${id} was answered already, in other words.`, goOn)
    const waiting = this.#must(id)
    mustFit(waiting.call, words)
    this.#keep(id, waiting.call.meeting, key)
    waiting.said(words)
    return waiting.call.meeting
  }

  /** An honest "cannot": the turn fails, and nobody invents words. */
  decline(id: string, reason: string): string {
    const key = digest('declined', reason)
    const before = this.#before(id)
    if (before?.words === key) return before.meeting
    const waiting = this.#must(id)
    this.#keep(id, waiting.call.meeting, key)
    waiting.failed(new BackendFailed('failed', `the host declined: ${reason}`))
    return waiting.call.meeting
  }

  /** Calls back whenever a call begins or ends to wait, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What was said to it, unless it waits again: a run that was stopped before its line was recorded asks once more. */
  #before(id: string) {
    return this.#waiting.has(id) ? undefined : this.#said.get(id)
  }

  #must(id: string): Waiting {
    const waiting = this.#waiting.get(id)
    if (waiting) return waiting
    throw new CannotGoOn('NO_SUCH_CALL', `No seat waits for words by the call "${id.slice(0, 40)}".`, goOn)
  }

  #keep(id: string, meeting: string, words: string): void {
    this.#said.set(id, { meeting, words })
    const [oldest] = this.#said.keys()
    if (this.#said.size > mostKept && oldest !== undefined) this.#said.delete(oldest)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const goOn = 'See which seats wait: parley_next.'

/** `earlier`: how often this seat was called before (HOST2). */
export function callId(meeting: string, seat: string, call: string, earlier: number): string {
  return digest(meeting, seat, call, earlier).slice(0, 12)
}

function digest(...what: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex')
}

function mustFit({ structured, mostCharacters, id }: HostCall, { text, value }: HostWords): void {
  const again = `Call parley_say call=${id} again.`
  if ((text === undefined || text.trim() === '') && value === undefined)
    throw new WrongUsage(
      'No words were given.',
      `${again} Where nothing can be said, give decline with the reason.`,
    )
  if (value !== undefined && !structured) throw new WrongUsage('This call wants text, not a value.', again)
  const length = (text?.length ?? 0) + (value === undefined ? 0 : (JSON.stringify(value)?.length ?? 0))
  if (length > mostCharacters)
    throw new CannotGoOn(
      'TOO_LONG',
      `That is ${length} characters; this call takes at most ${mostCharacters}.`,
      `${again} Say it shorter; nothing was recorded.`,
    )
}

/** What is said where a meeting with host seats would go on and nobody could bring words. */
export function noHost(): CannotGoOn {
  return new CannotGoOn(
    'AGENTS',
    'No host is connected: start this meeting from Claude Code, Codex or Cursor, or name another voice with --agents.',
  )
}
