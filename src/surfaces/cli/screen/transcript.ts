// Transcript: a meeting as it is held, on the screen. One seat has the floor; what others say meanwhile is shown when they are done.

import type { MeetingEvent } from '../../../kernel/deps.js'
import type { Kind, Line } from '../../../kernel/line.js'
import type { WroteData } from '../../../kernel/meeting.js'
import type { Answer } from '../../../kernel/question.js'
import type { TurnData } from '../../../kernel/summary.js'
import type { Io } from '../io.js'
import { clean, oneLine } from './clean.js'
import { facesIn } from './faces.js'
import { type Look, lineText, receiptText, saidText, speakerText, spoken, toolText } from './line-text.js'
import { paint } from './paint.js'
import { Progress } from './progress.js'
import { plural, seconds } from './words.js'

/** How a run ended is told when it has, with what to do now. */
const saidAtTheEnd: ReadonlySet<Kind> = new Set<Kind>(['halted', 'paused', 'aborted', 'concluded'])

export class Transcript {
  readonly #io: Io
  readonly #progress: Progress
  #look: Look
  /** The call that streams to the screen now. */
  #floor: { key: string; seat: string; said: boolean; midLine: boolean } | undefined
  /** A file that grows with the meeting is written often, and worth a word once. */
  readonly #asks: boolean
  #asked: Line | undefined
  readonly #written = new Set<string>()
  #spent = { input: 0, output: 0, estimated: false }

  /** `asks`: the meeting is held here. Then questions and the ending are told by whoever holds it, whole. */
  constructor(io: Io, before: readonly Line[] = [], asks = true) {
    this.#io = io
    this.#asks = asks
    this.#progress = new Progress(io)
    this.#look = { colour: paint(io, 'output'), faces: facesIn(before[0]) }
    for (const line of before) this.#count(line)
  }

  observe(event: MeetingEvent): void {
    if (event.type === 'line') this.#line(event.line)
    else if (event.type === 'speaking') this.#speaking(event)
    else if (event.type === 'text') this.#text(event.key, event.text)
    else if (event.type === 'tool') this.#tool(event)
    else this.#retrying(event)
  }

  /** Ends whatever is half shown, so that other text can follow. */
  settle(): void {
    this.#progress.stop()
    if (this.#floor?.midLine) this.#io.out('\n')
    this.#floor = undefined
  }

  #line(line: Line): void {
    this.#progress.stop()
    this.#count(line)
    if (line.kind === 'opened') this.#look = { ...this.#look, faces: facesIn(line) }
    const streamed = this.#floor?.key === line.key && this.#floor.said
    if (streamed && line.kind === 'turn') this.#closeTurn(line.data as TurnData)
    else {
      if (this.#floor?.midLine && this.#floor.key === line.key) this.#io.out('\n')
      this.#show(line)
    }
    if (this.#floor?.key === line.key) this.#floor = undefined
  }

  #show(line: Line): void {
    if (line.kind === 'wrote' && this.#known(line.data as WroteData)) return
    if (this.#asks && saidAtTheEnd.has(line.kind)) return
    if (line.kind === 'asked' && this.#asks) {
      this.#asked = line
      return
    }
    if (line.kind === 'answered') this.#showUnseen(line.data as Answer)
    const turn = line.kind === 'turn' ? (line.data as TurnData) : undefined
    const headed = turn && this.#floor?.key === line.key
    const text =
      headed && !turn.draft ? saidText(turn, this.#look) + this.#costText(turn) : lineText(line, this.#look)
    if (text !== '') this.#io.out(text)
  }

  /** A question that nobody saw, because a prepared answer or a default met it. */
  #showUnseen({ by }: Answer): void {
    if (this.#asked && by !== 'person') this.#io.out(lineText(this.#asked, this.#look))
    this.#asked = undefined
  }

  #known({ path, removed }: WroteData): boolean {
    if (removed) this.#written.delete(path)
    else if (this.#written.has(path)) return true
    else this.#written.add(path)
    return false
  }

  #closeTurn(turn: TurnData): void {
    if (this.#floor?.midLine) this.#io.out('\n')
    this.#io.out(this.#costText(turn))
  }

  #costText(turn: TurnData): string {
    const { input, output, estimated } = this.#spent
    const sum = this.#look.colour.dim(`${estimated ? '~' : ''}${plural(input + output, 'token')} so far\n`)
    return `${receiptText(turn.receipt, this.#look).replace(/\n/, '')}${this.#look.colour.dim(' · ')}${sum}`
  }

  #speaking({ key, seat, call, draft }: Extract<MeetingEvent, { type: 'speaking' }>): void {
    const { name } = this.#look.faces(seat)
    this.#progress.start(`${name} is ${draft ? 'drafting' : 'thinking'} (${oneLine(call, 40)})`)
    if (this.#floor || draft) return
    this.#floor = { key, seat, said: false, midLine: false }
    this.#progress.stop()
    this.#io.out(speakerText(seat, this.#look))
    this.#progress.start(`${name} is thinking`)
  }

  #text(key: string, text: string): void {
    const floor = this.#floor
    if (floor?.key !== key) return
    const safe = clean(text)
    if (safe === '') return
    this.#progress.stop()
    this.#io.out(spoken(safe, this.#look, floor.midLine))
    floor.said = true
    floor.midLine = !safe.endsWith('\n')
  }

  #tool(event: Extract<MeetingEvent, { type: 'tool' }>): void {
    if (this.#floor?.key !== event.key || event.ok === true) return
    this.#progress.stop()
    if (this.#floor.midLine) this.#io.out('\n')
    this.#floor.midLine = false
    const refused = event.ok === false
    this.#io.out(toolText(event.name, refused ? event.output : event.input, !refused, this.#look))
    this.#progress.start(`${this.#look.faces(event.seat).name} uses ${oneLine(event.name, 40)}`)
  }

  #retrying({ seat, reason, waitMs }: Extract<MeetingEvent, { type: 'retrying' }>): void {
    this.#progress.stop()
    if (this.#floor?.midLine) this.#io.out('\n')
    if (this.#floor) this.#floor.midLine = false
    const { name } = this.#look.faces(seat)
    this.#io.out(this.#look.colour.dim(`  ↻ ${name}: ${oneLine(reason, 200)}; again in ${seconds(waitMs)}\n`))
    this.#progress.start(`${name} tries again`)
  }

  #count({ kind, data }: Line): void {
    const tokens =
      kind === 'turn' ? (data as TurnData).receipt.tokens : (data as { tokens?: Tokens } | null)?.tokens
    if (!tokens || (kind === 'turn' && (data as TurnData).from)) return
    const { input, output, estimated } = this.#spent
    this.#spent = {
      input: input + tokens.input,
      output: output + tokens.output,
      estimated: estimated || tokens.estimated === true,
    }
  }
}

interface Tokens {
  readonly input: number
  readonly output: number
  readonly estimated?: boolean
}
