// A chartered meeting on the screen: its transcript, to the letter, is all that standard output gets; the rest is said beside it.
//
//   T1  Nothing follows `## Phase: SAVE`, nor the line of a halt, on standard output; the halt is the last line of both streams.
//   T2  A draft is never shown, only that the seat is drafting.

import type { MeetingEvent } from '../../../kernel/deps.js'
import type { Ending } from '../../../kernel/hold.js'
import type { Line } from '../../../kernel/line.js'
import type { Answer, Question } from '../../../kernel/question.js'
import type { Opened } from '../../../kernel/summary.js'
import { labelled, type Notice } from '../../../protocols/meet/notices.js'
import { isBoundary } from '../../../rules/lifecycle.js'
import type { Args } from '../command.js'
import type { Io } from '../io.js'
import { clean, oneLine } from './clean.js'
import { type Faces, facesIn } from './faces.js'
import { outcomeText } from './outcome.js'
import { paint } from './paint.js'
import { Progress } from './progress.js'
import { answerCommands, questionBlock } from './question.js'
import { cwdFlag, plural, seconds, shellWord, tokens } from './words.js'

export function isMeet(lines: readonly Line[]): boolean {
  return (lines[0]?.data as Opened | undefined)?.protocol === 'meet'
}

export class MeetScreen {
  readonly #at: { readonly id: string; readonly args: Args }
  readonly #io: Io
  readonly #progress: Progress
  readonly #faces: Faces
  readonly #before: readonly Line[]

  constructor({ id, args, io }: { id: string; args: Args; io: Io }, before: readonly Line[]) {
    this.#at = { id, args }
    this.#io = io
    this.#progress = new Progress(io)
    this.#faces = facesIn(before[0])
    this.#before = before
  }

  begin(): void {
    this.aside(`Meeting ${this.#at.id}`)
    if (this.#before.length > 1) this.aside(`Going on after line ${this.#before.length} of its journal.`)
  }

  observe(event: MeetingEvent): void {
    if (event.type === 'line') this.#line(event.line)
    else if (event.type !== 'text') this.#under(event)
  }

  settle(): void {
    this.#progress.stop()
  }

  aside(text: string): void {
    this.#io.err(`${paint(this.#io, 'error').dim(clean(text))}\n`)
  }

  /** How the run ended, on the stream where it belongs. */
  end(ending: Ending): void {
    const [io, { id }] = [this.#io, this.#at]
    const more = cwdFlag(this.#at.args)
    const { turns } = ending.summary
    const cost = `${plural(turns, 'call')} · ${tokens(ending.summary)} tokens so far\n`
    if (ending.kind === 'waiting') io.out(blockOf(ending.question, id, io, more))
    io.err(`${besideEnding(ending, id, more, io)}${paint(io, 'error').dim(cost)}`)
    if (ending.kind === 'halted') io.err(`${clean(ending.line)}\n`)
  }

  #line(line: Line): void {
    this.#progress.stop()
    const said = transcriptText(line)
    const beside = besideText(line)
    if (said !== undefined) this.#io.out(clean(said))
    else if (beside !== undefined) this.#io.err(`${clean(beside)}\n`)
  }

  /** What is under way. Law T2. */
  #under(event: Exclude<MeetingEvent, { type: 'line' | 'text' }>): void {
    const { name } = this.#faces(event.seat)
    if (event.type === 'speaking') this.#progress.start(`${name} is drafting (${oneLine(event.call, 40)})`)
    if (event.type === 'tool') this.#progress.start(`${name} uses ${oneLine(event.name, 40)}`)
    if (event.type !== 'retrying') return
    this.aside(`${name}: ${oneLine(event.reason, 200)}; again in ${seconds(event.waitMs)}`)
    this.#progress.start(`${name} tries again`)
  }
}

/** What a line of the journal adds to the transcript, if anything. */
export function transcriptText({ kind, data }: Line): string | undefined {
  if (kind === 'halted') return `${(data as { line: string }).line}\n`
  if (kind !== 'noted') return undefined
  const note = data as { kind: string; data: { text?: string; block?: string } }
  if (note.kind === 'line') return `${note.data.text}${note.data.text === lastMarker ? '\n' : '\n\n'}`
  return note.kind === 'emitted' ? `${note.data.block}\n\n` : undefined
}

const lastMarker = '## Phase: SAVE'

function besideText({ kind, data }: Line): string | undefined {
  if (kind === 'answered') return answerText(data as Answer)
  if (kind !== 'noted') return undefined
  const note = data as { kind: string; data: Notice }
  if (note.kind !== 'notice' || note.data.degree === 'INFO') return undefined
  return labelled(note.data.degree, note.data.text)
}

function answerText({ question, choose, by }: Answer): string {
  const how = by === 'person' ? '' : by === 'answers' ? ' (prepared answer)' : ' (default)'
  return `${oneLine(question)}: ${oneLine(choose)}${how}`
}

/** A yield ends with its own line of letters; any other question lists its answers. */
function blockOf(question: Question, id: string, io: Io, more: string): string {
  return isBoundary(question.id)
    ? `${oneLine(question.title)}\n\n${clean(question.body).trimEnd()}\n`
    : questionBlock(question, id, io, more)
}

function besideEnding(ending: Ending, id: string, more: string, io: Io): string {
  const colour = paint(io, 'error')
  const again = `  ${io.command} resume ${shellWord(id)}${more}\n`
  switch (ending.kind) {
    case 'concluded':
      return outcomeText(ending.outcome, colour)
    case 'waiting':
      return isBoundary(ending.question.id)
        ? `Answer with:\n${answerCommands(ending.question, id, io, more).join('\n')}\n`
        : ''
    case 'paused':
      return `${colour.yellow('Paused:')} ${oneLine(ending.reason, 300)}\nGo on with:\n${again}`
    case 'halted':
      return `${colour.red('Halted by a rule.')} Go on with:\n${again}`
    case 'aborted':
      return `${colour.red('Aborted:')} ${oneLine(ending.reason, 300)}\nIts journal is kept: ${io.command} show ${shellWord(id)}${more}\n`
    case 'interrupted':
      return `${colour.yellow('Stopped.')} Go on with:\n${again}`
    case 'failed':
      return `${colour.red('It broke off')}; what was recorded is kept. Try again with:\n${again}`
  }
}
