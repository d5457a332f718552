// Backend `host`: the model of the host that called parley speaks for the seat. Each call waits until the host brings words; parley cannot
// know which model spoke or what else it had read, and says so wherever the words are shown.

import type {
  Backend,
  Exchange,
  Grant,
  Prompt,
  Reply,
  Room,
  SayOptions,
  Seat,
  Voice,
} from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { structured } from '../../kernel/turn/json-in.js'
import { clientMark } from '../../rules/degradations.js'
import { changesBetween, lookAt, type TreeLook } from '../acp/tree.js'
import { spoken, type Tally, tally } from '../tokens.js'
import { callId, type HostCalls, type HostWords } from './calls.js'
import { hostPrompt } from './prompt.js'

/** A person may close the laptop between two calls of their host. */
const patienceMs = 24 * 60 * 60 * 1000
/** Tokens are counted by what was said, so a limit on characters is generous. */
const charactersPerToken = 8
const leastRoom = 8_000

export function host(calls: HostCalls): Backend {
  return {
    name: 'host',
    choosesTools: false,
    timeoutMs: patienceMs,
    check: async () => ({ ready: true, detail: 'the model of the host that is connected' }),
    open: async (seat, room) => new HostVoice(seat, room, calls),
  }
}

class HostVoice implements Voice {
  readonly #seat: Seat
  readonly #room: Room
  readonly #calls: HostCalls
  readonly #history: Exchange[]
  readonly #cost: Tally
  readonly #closed = new AbortController()
  #earlier: number

  constructor(seat: Seat, room: Room, calls: HostCalls) {
    this.#seat = seat
    this.#room = room
    this.#calls = calls
    this.#history = [...room.history]
    this.#cost = tally(room.history)
    this.#earlier = room.past.reduce((sum, one) => sum + (one.seat === seat.id ? one.says : 0), 0)
  }

  async say(prompt: Prompt, options: SayOptions): Promise<Reply> {
    mustOnlyRead(options.grant)
    const before = await lookAt(this.#room.cwd)
    const words = await this.#ask(prompt, options)
    const { text, value } = replyOf(words, prompt)
    if (prompt.schema === undefined) options.onText(text)
    this.#history.push({ prompt: prompt.text, reply: spoken({ text, value }) })
    const changed = await this.#changed(before)
    return {
      text,
      ...(value === undefined ? {} : { value }),
      usage: this.#cost.estimate(prompt, { text, value }),
      model: words.speaker,
      isolation: words.isolation,
      ...(words.client === undefined ? {} : { client: clientMark(words.client) }),
      tools: [],
      ...(changed.length > 0 ? { changed } : {}),
    }
  }

  close(): Promise<void> {
    this.#closed.abort()
    return Promise.resolve()
  }

  #ask(prompt: Prompt, options: SayOptions): Promise<HostWords> {
    const { id: seat, name } = this.#seat
    const meeting = this.#room.meeting ?? 'unknown'
    const id = callId(meeting, seat, prompt.call, this.#earlier++)
    const call = {
      ...{ id, meeting, seat, name, call: prompt.call },
      prompt: hostPrompt({ id, seat: this.#seat, prompt, history: this.#history, options }),
      structured: prompt.schema !== undefined,
      mostCharacters: Math.max(leastRoom, options.maxOutput * charactersPerToken),
    }
    return this.#calls.ask(call, AbortSignal.any([options.signal, this.#closed.signal]))
  }

  async #changed(before: TreeLook): Promise<readonly string[]> {
    return changesBetween(before, await lookAt(this.#room.cwd))
  }
}

/** A structure may come as text, as models write it; the kernel judges whether it fits. */
function replyOf({ text = '', value }: HostWords, { schema }: Prompt): Pick<Reply, 'text' | 'value'> {
  if (value !== undefined || schema === undefined) return value === undefined ? { text } : { text, value }
  return structured(text, schema)
}

function mustOnlyRead(grant: Grant | undefined): void {
  if (grant?.kind !== 'work' && grant?.kind !== 'tools') return
  throw new BackendFailed(
    'failed',
    'a host speaks and reads, it does not work: name another voice for this seat',
  )
}
