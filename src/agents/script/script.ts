// Backend `script`: seats read their replies from a file, in order. No model, no network; the tools they use are real.

import { basename, dirname, resolve } from 'node:path'
import type { Backend, Prompt, Reply, Room, SayOptions, Seat, Voice } from '../../kernel/agents.js'
import { BackendFailed, messageOf, WrongUsage } from '../../kernel/errors.js'
import { appendBelow } from '../../workspace/plain-files.js'
import { pause, throwIfAborted } from '../abort.js'
import { runTool } from '../run-tool.js'
import { type Tally, tally } from '../tokens.js'
import { type Entry, type PreparedAnswer, readScript, type ScriptFile } from './file.js'
import { type Position, position } from './position.js'

export interface ScriptOptions {
  /** The seats that this script speaks for: when a meeting is resumed, only their past calls use up entries. All, unless given. */
  readonly serves?: (seat: string) => boolean
}

export interface LoadedScript {
  readonly backend: Backend
  /** The person's answers, in order. */
  readonly answers: readonly PreparedAnswer[]
}

/** Reads a script. The backend keeps one position in it, so every meeting loads its own. */
export function loadScript(file: string, options: ScriptOptions = {}): LoadedScript {
  const path = resolve(file)
  const { answers, ...lists } = readScript(file)
  return { backend: script(lists, { ...options, file: path }), answers }
}

/** A script that was parsed already. `file` is its name in messages, and what `log` is relative to. */
export function script(
  lists: Pick<ScriptFile, 'seats'> & Partial<ScriptFile>,
  options: ScriptOptions & { readonly file?: string } = {},
): Backend {
  const play = openPlay(lists, options)
  const served = options.serves ?? (() => true)
  return {
    name: 'script',
    choosesTools: false,
    check: async () => ({ ready: true, detail: inventory(lists, play.file) }),
    async open(seat, room) {
      play.place.catchUp(room.past.filter((call) => served(call.seat)))
      return voice(play, seat, room)
    },
  }
}

/** What all voices of one script share. */
interface Play {
  readonly file: string
  readonly place: Position
  readonly log: (line: object) => void
}

function openPlay(
  lists: Pick<ScriptFile, 'seats'> & Partial<ScriptFile>,
  options: ScriptOptions & { readonly file?: string },
): Play {
  const file = options.file ?? 'script'
  const then = lists.then ?? 'fail'
  const place = position({ seats: lists.seats, then })
  return { file, place, log: logger(lists.log, file) }
}

function voice(play: Play, seat: Seat, room: Room): Voice {
  const cost = tally(room.history)
  let session = room.session
  return {
    async say(prompt, options) {
      throwIfAborted(options.signal)
      play.log(logLine(seat, room, session, prompt, options))
      const entry = play.place.take(seat.id, prompt.call)
      if (!entry) throw ranOut(play, seat, prompt)
      const reply = await perform(entry, { seat, prompt, options, session, cost, nth: play.place.calls })
      session = reply.session
      return reply
    },
    close: async () => {},
  }
}

interface Stage {
  readonly seat: Seat
  readonly prompt: Prompt
  readonly options: SayOptions
  readonly session: string | undefined
  readonly cost: Tally
  /** The number of this call in the meeting: it makes the ids of tools unique and the same on every run. */
  readonly nth: number
}

/** Tools first, then the words; an error comes after what was said before it. */
async function perform(entry: Entry, stage: Stage): Promise<Reply> {
  const { options, prompt, cost } = stage
  const tools = []
  for (const [index, { name, input = {} }] of (entry.tools ?? []).entries()) {
    tools.push(await runTool({ id: `${stage.seat.id}-${stage.nth}-${index + 1}`, name, input }, options))
  }
  const text = await utter(entry, options)
  if (entry.error !== undefined) throw failure(entry, entry.error, text)
  const said = { text, ...('value' in entry && { value: entry.value }) }
  const session = entry.session ?? stage.session
  if (entry.usage) cost.note(prompt, said)
  const usage = entry.usage ? { estimated: false, ...entry.usage } : cost.estimate(prompt, said)
  const more = { ...(entry.model && { model: entry.model }), ...(entry.cutOff && { cutOff: entry.cutOff }) }
  return { ...said, usage, tools, ...more, ...(session && { session }) }
}

/** Streams what the entry says. A delay comes before a whole text, and after each piece of one that comes in pieces. */
async function utter({ text, deltas, delayMs = 0 }: Entry, { signal, onText }: SayOptions): Promise<string> {
  if (!deltas) {
    await pause(delayMs, signal)
    if (text) onText(text)
    return text ?? ''
  }
  let said = ''
  for (const piece of deltas) {
    onText(piece)
    said += piece
    await pause(delayMs, signal, said)
  }
  return text ?? said
}

function failure({ kind = 'failed', retryAfterMs, usage }: Entry, message: string, partial: string) {
  return new BackendFailed(kind, message, {
    ...(partial && { partial }),
    ...(usage && { usage: { estimated: false, ...usage } }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

function ranOut({ file }: Play, { id }: Seat, { call }: Prompt): BackendFailed {
  return new BackendFailed(
    'failed',
    `The script ${basename(file)} has no reply left for seat "${id}" (call ${call}).`,
  )
}

function logLine(
  seat: Seat,
  room: Room,
  session: string | undefined,
  prompt: Prompt,
  options: SayOptions,
): object {
  return {
    seat: seat.id,
    call: prompt.call,
    system: prompt.system,
    prompt: prompt.text,
    resume: session ?? null,
    cwd: room.cwd,
    tools: options.tools.map(({ name }) => name),
    schema: prompt.schema ?? null,
  }
}

/**
 * Written before the reply is given, so that the log of a killed run shows the call that was running. It stays in the script's own
 * folder, and goes through no link: a script that came with a clone would otherwise append to any file.
 */
function logger(log: string | undefined, file: string): Play['log'] {
  if (log === undefined) return () => {}
  const folder = dirname(file)
  try {
    appendBelow(folder, log, { text: '' })
  } catch (error) {
    throw new WrongUsage(
      `${file}: the log ${log} cannot be written: ${messageOf(error).replace(/\.$/, '')}.`,
      "Give `log` a path below the script's own folder that can be written.",
    )
  }
  return (line) => appendBelow(folder, log, { text: `${JSON.stringify(line)}\n` })
}

function inventory({ seats }: Pick<ScriptFile, 'seats'>, file: string): string {
  const replies = Object.values(seats).reduce((sum, list) => sum + list.length, 0)
  return `${replies} ${replies === 1 ? 'reply' : 'replies'} in ${file}`
}
