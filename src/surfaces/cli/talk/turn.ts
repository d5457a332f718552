// One turn of a talk at the command line: streamed as it arrives, one line for each tool call; Ctrl-C ends the turn.

import type { MeetingRef } from '../../../hall/api.js'
import type { EventOf, StreamedEvent } from '../../../kernel/run/events.js'
import type { ServerClient } from '../../server-client.js'
import { ReplyLine } from '../chat/line.js'
import type { Args } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { canAsk } from '../present.js'
import { lastWords, oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { hanging, widthOf } from '../screen/hanging.js'
import { toolText } from '../screen/item-text.js'
import { type MarkdownScreen, type MarkdownStream, markdownScreen } from '../screen/markdown-screen.js'
import { paint } from '../screen/paint.js'
import { Progress } from '../screen/progress.js'
import { copied } from '../screen/to-copy.js'
import { plural, retryWords } from '../screen/words.js'
import { onlineIf, pathOf } from './common.js'

export interface Turn {
  readonly server: ServerClient
  readonly args: Args
  readonly io: Io
}

/** Sends, shows the answer, and at a terminal goes on until the person leaves. Returns the exit code. */
export async function converse(turn: Turn, path: string, body: unknown): Promise<number> {
  const { args, io } = turn
  let shown = await oneTurn(turn, path, body)
  const { bold, dim } = paint(io, 'output')
  const line = new ReplyLine(bold('You › '), [])
  if (shown.ref && canAsk(args, io)) io.out(`${dim('Ctrl-D leaves; the talk stays open.')}\n`)
  while (shown.ref && canAsk(args, io)) {
    const text = await line.read(new AbortController().signal)
    if (text === undefined) break
    shown = await oneTurn(turn, pathOf(shown.ref, '/messages'), { text, ...onlineIf(args) })
  }
  if (shown.ref && !args.has('json')) whatNext(shown.ref, io)
  return shown.failed ? exits.other : exits.fine
}

interface Shown {
  readonly ref: MeetingRef | undefined
  readonly failed: boolean
}

async function oneTurn({ server, args, io }: Turn, path: string, body: unknown): Promise<Shown> {
  const leave = new AbortController()
  const screen = args.has('json') ? undefined : new TurnScreen(io, await markdownScreen(io))
  let ref: MeetingRef | undefined
  let failed = false
  const release = io.onInterrupt(onInterrupt(server, () => ref, leave, io))
  try {
    for await (const told of server.stream(path, body, leave.signal)) {
      if (told.type === 'session') ref = { project: told.project, id: told.meetingId }
      if (told.type === 'error') failed = true
      // Its opening failed: nothing is left of it.
      if (told.type === 'error' && told.code === 'not-possible') ref = undefined
      if (screen) screen.show(told)
      else emit(io, told.type === 'error' ? { ...told, exit: exits.other } : told)
    }
    return { ref, failed }
  } finally {
    screen?.settle()
    release()
  }
}

/** The first Ctrl-C ends the turn and keeps what was said; the second leaves, and the turn goes on in the server. */
function onInterrupt(
  server: ServerClient,
  ref: () => MeetingRef | undefined,
  leave: AbortController,
  io: Io,
): () => void {
  let times = 0
  return () => {
    const at = ref()
    times++
    if (times > 1 || !at) return leave.abort()
    io.err('\nStopping the turn; what was said is kept. Press again to leave.\n')
    server.post(pathOf(at, '/interrupt')).catch(() => leave.abort())
  }
}

class TurnScreen {
  readonly #io: Io
  readonly #progress: Progress
  readonly #colour
  readonly #words: MarkdownStream
  #headed = false
  #tools = 0
  #name = ''

  constructor(io: Io, markdown: MarkdownScreen) {
    this.#io = io
    this.#words = markdown.stream('')
    this.#progress = new Progress(io)
    this.#colour = paint(io, 'output')
  }

  show(told: StreamedEvent): void {
    switch (told.type) {
      case 'session':
        this.#begin(told)
        break
      case 'text':
        this.#text(told.text)
        break
      case 'tool':
        if (told.output === undefined) this.#tool(told)
        else if (!told.ok) this.#aside(toolText(told.name, told.output, false, this.#look))
        break
      case 'retrying':
        this.#aside(`${this.#colour.dim(hanging(retryWords(told), '  ↻ ', this.#look.columns))}\n`)
        this.#progress.start(`${oneLine(this.#name, 60)} tries again`)
        break
      case 'error':
        this.#aside(`${this.#colour.red(hanging(oneLine(told.message, 400), '', this.#look.columns))}\n`)
        break
      case 'turn_end':
        this.#end(told)
        break
      case 'speaking':
        break
    }
  }

  #begin({ worker, meetingId, project }: EventOf<'session'>): void {
    this.#name = worker ?? 'the worker'
    this.#io.err(`${oneLine(meetingId)} (${oneLine(project)})\n`)
    this.#progress.start(`${oneLine(this.#name, 60)} is thinking`)
  }

  get #look() {
    return { colour: this.#colour, columns: widthOf(this.#io) }
  }

  settle(): void {
    this.#progress.stop()
    this.#print(this.#words.end())
  }

  #text(text: string): void {
    this.#print(this.#words.push(text))
    if (this.#words.waiting.trim() !== '')
      this.#progress.show(`${oneLine(this.#name, 60)}: ${lastWords(this.#words.waiting)}`)
  }

  #print(text: string): void {
    if (text === '') return
    this.#progress.stop()
    if (!this.#headed) this.#io.out(`${this.#colour.bold(oneLine(this.#name, 80))}\n`)
    this.#headed = true
    this.#io.out(text)
  }

  /** A tool call in words. */
  #tool({ name, input }: EventOf<'tool'>): void {
    this.#tools++
    this.#aside(toolText(name, input, true, this.#look))
    this.#progress.start(`${oneLine(this.#name, 60)} uses ${oneLine(name, 40)}`)
  }

  #end({ tokens }: EventOf<'turn_end'>): void {
    this.settle()
    const facts = [
      ...(this.#tools > 0 ? [`${plural(this.#tools, 'tool')} used`] : []),
      tokens ? plural(tokens.input + tokens.output, 'token') : 'stopped',
    ]
    this.#io.out(this.#colour.dim(`  ${facts.join(' · ')}\n`))
  }

  /** Whole lines, with their ends. */
  #aside(text: string): void {
    this.settle()
    this.#io.out(text)
  }
}

function whatNext({ id }: MeetingRef, io: Io): void {
  const ways = copied(
    { id, io },
    (name) => `talk say ${name} "…"`,
    (name) => `talk diff ${name}`,
    (name) => `talk close ${name}`,
  )
  io.out(`\nGo on, look at its work, or close it:\n${ways}`)
}
