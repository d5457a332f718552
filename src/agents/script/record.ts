// Recording: keeps what the seats of a real run said as a script, so that the run can be played again without a model.
// Entries name their calls and are in the order in which the calls began. The file is a complete script after every reply; a call that
// was running at a crash is not in it.

import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'yaml'
import type { Backend, Prompt, Reply, SayOptions, ToolEvent, Usage, Voice } from '../../kernel/agents.js'
import { counted } from '../../kernel/cost/ledger.js'
import { BackendFailed, CannotGoOn, messageOf, WrongUsage } from '../../kernel/errors.js'
import type { Answer } from '../../kernel/question.js'
import { replaceNamed } from '../../workspace/plain-files.js'
import { type Entry, type PreparedAnswer, readScript } from './file.js'

export interface Recorder {
  /** The same backend, with its replies recorded. One recorder may serve several backends. */
  wrap(backend: Backend): Backend
  /** Keeps an answer of the person's, for the question it was given to. */
  answer(answer: GivenAnswer): Promise<void>
}

type GivenAnswer = Pick<Answer, 'question' | 'choose' | 'text'>

export interface RecorderOptions {
  /** For a resumed meeting: continue an existing recording. Otherwise an existing file is refused. */
  readonly goOn?: boolean
  /** The answers in the journal, oldest first. Those that the recording lacks are added. */
  readonly answered?: readonly GivenAnswer[]
  /** Masks secrets in a text; what is recorded may be shared. */
  readonly scrub?: (text: string) => Promise<string>
}

/** Opens the recording, and fails at once when it cannot be written. */
export function recorder(file: string, options: RecorderOptions = {}): Recorder {
  const tape = openTape(file, options)
  const scrub = options.scrub ?? (async (text: string) => text)
  tape.save()
  return {
    wrap: (backend) => ({
      name: backend.name,
      check: () => backend.check(),
      open: async (seat, room) => overheard(await backend.open(seat, room), tape.reel(seat.id), scrub),
      ...(backend.close ? { close: () => backend.close!() } : {}),
    }),
    async answer({ text, ...given }) {
      tape.answer(prepared(text === undefined ? given : { ...given, text: await scrub(text) }))
    },
  }
}

type Scrub = (text: string) => Promise<string>
/** Reserves the place of a call that begins now; its entry is filled in when the call has ended. */
type Reel = () => (entry: Entry) => void

function overheard(voice: Voice, reel: Reel, scrub: Scrub): Voice {
  return {
    async say(prompt, options) {
      const keep = reel()
      const uses: ToolEvent[] = []
      try {
        const reply = await voice.say(prompt, listening(options, uses))
        keep(await clean(replied(prompt, reply), scrub))
        return reply
      } catch (error) {
        keep(await clean(broke(prompt, error, uses), scrub))
        throw error
      }
    },
    close: () => voice.close(),
    get thinking() {
      return voice.thinking ?? 0
    },
  }
}

function listening(options: SayOptions, uses: ToolEvent[]): SayOptions {
  const onTool = (event: ToolEvent) => {
    if (event.kind === 'use') uses.push(event)
    options.onTool(event)
  }
  return { ...options, onTool }
}

function replied(prompt: Prompt, reply: Reply): Entry {
  return {
    call: prompt.call,
    ...asked(reply.tools),
    ...(reply.value === undefined ? { text: reply.text } : reply.text && { text: reply.text }),
    ...(reply.value !== undefined && { value: reply.value }),
    ...spent(reply.usage),
    ...(reply.model && { model: reply.model }),
    ...(reply.session && { session: reply.session }),
    ...(reply.cutOff && { cutOff: reply.cutOff }),
  }
}

function spent(usage: Usage): Pick<Entry, 'usage'> {
  const { estimated, ...counts } = counted(usage)
  return { usage: { ...counts, ...(estimated && { estimated }) } }
}

function broke(prompt: Prompt, error: unknown, uses: readonly ToolEvent[]): Entry {
  const message = messageOf(error)
  const { kind, partial, retryAfterMs, usage } =
    error instanceof BackendFailed ? error : ({ kind: 'failed' } as BackendFailed)
  return {
    call: prompt.call,
    ...asked(uses.flatMap((event) => (event.kind === 'use' ? [event] : []))),
    ...(partial && { text: partial }),
    error: message,
    kind,
    ...(retryAfterMs !== undefined && { retryAfterMs: Math.ceil(retryAfterMs) }),
    ...(usage && spent(usage)),
  }
}

function asked(uses: readonly { readonly name: string; readonly input: unknown }[]): Pick<Entry, 'tools'> {
  if (uses.length === 0) return {}
  return { tools: uses.map(({ name, input }) => ({ name, ...(input !== undefined && { input }) })) }
}

/** Every string inside, masked; the shape stays. */
async function clean<T>(value: T, scrub: Scrub): Promise<T> {
  if (typeof value === 'string') return (await scrub(value)) as T
  if (Array.isArray(value)) return (await Promise.all(value.map((item) => clean(item, scrub)))) as T
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(async ([key, inner]) => [key, await clean(inner, scrub)] as const)
  return Object.fromEntries(await Promise.all(pairs)) as T
}

function prepared({ question, choose, text }: GivenAnswer): PreparedAnswer {
  return { to: question, choose, ...(text === undefined ? {} : { text }) }
}

interface Tape {
  reel(seat: string): Reel
  answer(answer: PreparedAnswer): void
  save(): void
}

/** Each entry is rendered once and kept as text, so that saving after every reply stays cheap. */
function openTape(file: string, { goOn = false, answered = [] }: RecorderOptions): Tape {
  const before = earlier(file, goOn)
  const seats = new Map(Object.entries(before.seats).map(([seat, list]) => [seat, list.map(item)]))
  const missed = answered.slice(before.answers.length).map(prepared)
  const answers = [...before.answers, ...missed].map(item)
  const save = () => write(file, render(seats, answers))
  return {
    save,
    reel: (seat) => () => {
      const list = seats.get(seat) ?? []
      seats.set(seat, list)
      const place = list.push('') - 1
      return (entry) => {
        list[place] = item(entry)
        save()
      }
    },
    answer(answer) {
      answers.push(item(answer))
      save()
    },
  }
}

function earlier(file: string, goOn: boolean): { seats: Record<string, Entry[]>; answers: PreparedAnswer[] } {
  const nothing = { seats: {}, answers: [] }
  if (!existsSync(file)) return nothing
  if (goOn) return readScript(file)
  // Left by a run that ended before the first reply: there is nothing in it to lose.
  if (readFileSync(file, 'utf8') === render(new Map(), [])) return nothing
  throw new WrongUsage(
    `${file} is there already.`,
    'Record into a new file; a recording is never written over.',
  )
}

function render(seats: ReadonlyMap<string, readonly string[]>, answers: readonly string[]): string {
  const heads = [...seats].map(
    ([seat, list]) => [`  ${stringify(seat).trimEnd()}:`, list.filter(Boolean)] as const,
  )
  const lists = heads
    .filter(([, list]) => list.length > 0)
    .map(([head, list]) => `${head}\n${indent(list.join(''), 4)}`)
  return [
    '# A recorded run. Play it again with --agents script:FILE',
    lists.length ? `seats:\n${lists.join('')}` : 'seats: {}\n',
    answers.length ? `answers:\n${indent(answers.join(''), 2)}` : 'answers: []\n',
    'then: fail\n',
  ].join('\n')
}

/** As readable YAML where it parses back unchanged; as JSON for the texts of white space where it does not. */
function item(entry: Entry | PreparedAnswer): string {
  const block = stringify([entry], { lineWidth: 0, aliasDuplicateObjects: false })
  return isDeepStrictEqual(parse(block), [entry]) ? block : `- ${JSON.stringify(entry)}\n`
}

/** Split at LF only: with the `m` flag `^` also matches after other separators, which are part of the text here. */
function indent(block: string, by: number): string {
  return block.replace(/(^|\n)(?=[^\n])/g, `$1${' '.repeat(by)}`)
}

function write(file: string, text: string): void {
  try {
    // The person named the file, so a link of theirs is followed.
    replaceNamed(file, { text })
  } catch (error) {
    const why = messageOf(error)
    throw new CannotGoOn(
      'RECORDING',
      `The recording ${file} cannot be written: ${why}.`,
      'Record into a folder that can be written.',
    )
  }
}
