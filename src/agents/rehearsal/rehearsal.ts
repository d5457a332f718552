// Backend `rehearsal`: no model, no network, no key. Quotes what the workspace says, in the seat's role, and judges nothing.
// The same files and the same prompt give the same reply.
//
//   REH1  Every line it quotes is in a file, at the place it names.
//   REH2  It says plainly that it is a rehearsal, and the model it reports is `rehearsal`.

import type { Backend, Prompt, Room, SayOptions, Seat, Voice } from '../../kernel/agents.js'
import type { Desk } from '../../kernel/desk.js'
import { BackendFailed, messageOf } from '../../kernel/errors.js'
import { orAbort, throwIfAborted } from '../abort.js'
import { tally } from '../tokens.js'
import { topic } from './words.js'

export type Shelf = Pick<Desk, 'find' | 'files'>
export type OpenDesk = (cwd: string) => Promise<Shelf>

/** What a rehearsal says in place of a model: text, or a value. */
type Rehearsed = { readonly text: string; readonly value?: unknown }

const quoted = 6

/** The files of a folder are read once, for all seats that use it. */
export function rehearsal({ openDesk }: { readonly openDesk: OpenDesk }): Backend {
  const shelves = new Map<string, Promise<Shelf>>()
  const shelf = (cwd: string): Promise<Shelf> => {
    const opened = shelves.get(cwd) ?? openDesk(cwd)
    shelves.set(cwd, opened)
    // A folder that could not be read is tried again by the next call.
    opened.catch(() => shelves.delete(cwd))
    return opened
  }
  return {
    name: 'rehearsal',
    choosesTools: false,
    check: async () => ({ ready: true, detail: 'answers with lines from the workspace; no model is asked' }),
    open: async (seat, room) => voice(seat, room, shelf),
  }
}

function voice(seat: Seat, room: Room, shelf: (cwd: string) => Promise<Shelf>): Voice {
  const cost = tally(room.history)
  return {
    async say(prompt, options) {
      const said = await rehearse(seat, prompt, await lookAround(room.cwd, shelf, options))
      throwIfAborted(options.signal)
      for (const line of said.text.split(/(?<=\n)/)) if (line) options.onText(line)
      return { ...said, usage: cost.estimate(prompt, said), model: 'rehearsal', tools: [] }
    },
    close: async () => {},
  }
}

async function lookAround(
  cwd: string,
  shelf: (cwd: string) => Promise<Shelf>,
  { signal }: SayOptions,
): Promise<Shelf> {
  throwIfAborted(signal)
  try {
    return await orAbort(shelf(cwd), signal)
  } catch (error) {
    if (error instanceof BackendFailed) throw error
    throw new BackendFailed('failed', `A rehearsal could not read ${cwd}: ${messageOf(error)}.`)
  }
}

async function rehearse(seat: Seat, prompt: Prompt, shelf: Shelf): Promise<Rehearsed> {
  const desk = deskOf(seat, prompt.call, shelf)
  if (prompt.rehearse) return as(await prepared(prompt.rehearse, desk))
  return { text: quoting(seat, desk, topic(prompt.text, 12).join(' ')) }
}

function deskOf({ id, name, role }: Seat, call: string, shelf: Shelf): Desk {
  return {
    seat: { id, name, role },
    call,
    files: shelf.files,
    find: (words, most) => shelf.find(words, most),
  }
}

async function prepared(rehearse: NonNullable<Prompt['rehearse']>, desk: Desk): Promise<unknown> {
  try {
    return await rehearse(desk)
  } catch (error) {
    throw new BackendFailed('failed', `The rehearsal of ${desk.call} failed: ${messageOf(error)}.`)
  }
}

function as(said: unknown): Rehearsed {
  return typeof said === 'string' ? { text: said } : { text: '', value: said }
}

/** The reply to a prompt without a rehearsal of its own: lines that match its words, and a note that nothing was judged. */
function quoting(seat: Seat, desk: Desk, words: string): string {
  const lines = desk.find(words, quoted).map(({ path, line, text }) => `- ${path}:${line} says: "${text}"`)
  const files = `${desk.files} text ${desk.files === 1 ? 'file' : 'files'}`
  const finding =
    lines.length > 0
      ? 'this is what the workspace says about it:'
      : `${desk.files < 2 ? 'no text file' : `none of the ${files}`} here mentions it.`
  const worth = `This reply is rehearsed: it quotes from ${files} and cannot judge what they mean.`
  return [
    `As ${seat.role || seat.name}, ${finding}`,
    ...(lines.length > 0 ? ['', ...lines] : []),
    '',
    worth,
  ].join('\n')
}
