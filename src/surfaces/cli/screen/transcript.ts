// Transcript: shows a running meeting on the screen. One seat streams at a time; what others say meanwhile is shown when they are done.

import type { Line } from '../../../kernel/line/line.js'
import type { MeetingEvent } from '../../../kernel/run/events.js'
import { restorationWords } from '../../../kernel/run/restoration.js'
import type { Answered, Asked, Item, Notice, Reply, Stop, Turn } from '../../../view/items.js'
import { faceOf } from '../../../view/story.js'
import type { Teller } from '../../../view/teller.js'
import type { Io } from '../io.js'
import { lastWords, oneLine } from './clean.js'
import { hanging, widthOf } from './hanging.js'
import {
  barOf,
  brokenText,
  costText,
  itemText,
  type Letters,
  type Look,
  noticeWords,
  saidText,
  settledText,
  speakerText,
  toolText,
} from './item-text.js'
import type { MarkdownScreen, MarkdownStream } from './markdown-screen.js'
import { openingText } from './opening.js'
import { paint } from './paint.js'
import { positionsText } from './positions.js'
import { Progress } from './progress.js'
import { andMoney, plural, retryWords } from './words.js'

/** Items about the end of a run are left out: the text about the ending says more, and an error says why a run failed. */
const saidAtTheEnd: ReadonlySet<Stop['word']> = new Set([
  'halted',
  'paused',
  'aborted',
  'failed',
  'concluded',
])

interface Floor {
  readonly key: string
  readonly seat: string
  /** It failed just before, and is asked once more. */
  again: boolean
  said: boolean
  readonly words: MarkdownStream
}

export class Transcript {
  readonly #io: Io
  readonly #progress: Progress
  readonly #teller: Teller
  readonly #colour
  /** The call that streams to the screen now. */
  #floor: Floor | undefined
  readonly #markdown: MarkdownScreen
  readonly #asks: boolean
  readonly #letters: Letters
  #asked: Asked | undefined
  /** The question was put to whoever answers here. Else it was answered at the opening, and nobody needs to read it. */
  #isPut = false
  /** Something of another was shown since the name of who has the floor. */
  #between = false
  /** The last seat that failed, and why. */
  #missed: { readonly seat: string; readonly reason: string } | undefined
  /** Drawings in words that wait for what comes next: a question that says the same says it alone. */
  #held: Notice[] = []

  /** `asks`: this process holds the meeting, and its own prompt and ending show questions and the end. */
  constructor(
    io: Io,
    teller: Teller,
    markdown: MarkdownScreen,
    { asks = true, letters = 'none' }: { readonly asks?: boolean; readonly letters?: Letters } = {},
  ) {
    this.#io = io
    this.#teller = teller
    this.#markdown = markdown
    this.#asks = asks
    this.#letters = letters
    this.#colour = paint(io, 'output')
    this.#progress = new Progress(io)
  }

  observe(event: MeetingEvent): void {
    if (event.type === 'line') this.#line(event.line)
    else if (event.type === 'speaking') this.#speaking(event)
    else if (event.type === 'text') this.#text(event.key, event.text)
    else if (event.type === 'tool') this.#tool(event)
    else if (event.type === 'retrying') this.#retrying(event)
    else for (const words of restorationWords(event)) this.#io.err(`${oneLine(words, 500)}\n`)
  }

  /** The question that was asked last is answered here. */
  put(): void {
    this.#isPut = true
  }

  /** Ends whatever is half shown, so that other text can follow. */
  settle(): void {
    this.#progress.stop()
    this.#endWords()
    this.#release([])
    this.#floor = undefined
  }

  get #look(): Look {
    return {
      colour: this.#colour,
      markdown: this.#markdown,
      columns: widthOf(this.#io),
      letters: this.#letters,
    }
  }

  #line(line: Line): void {
    this.#progress.stop()
    const own = this.#floor?.key === line.key
    if (own) this.#endWords()
    if (line.kind === 'opened') this.#io.out(this.#markdown.lines(openingText(line.data, this.#colour)))
    for (const item of this.#teller.take(line)) {
      if (own && (item.kind === 'turn' || item.kind === 'reply')) this.#closeTurn(item)
      else this.#show(item)
    }
    if (own) this.#floor = undefined
  }

  #show(item: Item): void {
    if (item.kind === 'notice' && item.drawn && noticeWords(item).includes('\n')) {
      this.#held.push(item)
      return
    }
    if (item.kind !== 'notice' && item.kind !== 'wrote') this.#release(this.#repeatedBy(item))
    if (this.#asks && item.kind === 'stop' && saidAtTheEnd.has(item.word)) return
    if (this.#asks && item.kind === 'asked') {
      this.#asked = item
      this.#isPut = false
      return
    }
    if (item.kind === 'answered' && this.#showUnseen(item)) return
    if (item.kind !== 'missed' && item.kind !== 'wrote') this.#missed = undefined
    const text = itemText(this.#shortened(item), this.#look)
    if (text === '') return
    this.#io.out(text)
    this.#between = true
  }

  /** A server that is down fails every seat in the same way: why is said once. */
  #shortened(item: Item): Item {
    if (item.kind !== 'missed') return item
    const before = this.#missed
    this.#missed = item
    if (!before || !isSame(item.reason, before.reason)) return item
    return { ...item, reason: item.seat === before.seat ? 'asked once more, the same' : 'the same as before' }
  }

  /** Ids of the drawings that a question says itself. */
  #repeatedBy(item: Item): readonly string[] {
    const drafts = item.kind === 'asked' ? this.#teller.telling.drafts?.(item.question.id) : undefined
    return drafts ? [...drafts.drawings, ...(drafts.repeats ?? [])] : []
  }

  #release(except: readonly string[]): void {
    const held = this.#held.filter(({ drawn }) => !except.includes(drawn?.id ?? ''))
    this.#held = []
    for (const notice of held) this.#io.out(itemText(notice, this.#look))
    this.#between ||= held.length > 0
  }

  /** Names who has the floor once more where what others said stands in between, so that nobody's words stand under another's name. */
  #nameAgain(): void {
    if (this.#floor && this.#between) {
      const { seat, again } = this.#floor
      const face = faceOf(this.#teller.story, seat)
      this.#io.out(speakerText({ ...face, seat, ...(again ? { role: 'asked once more' } : {}) }, this.#look))
      this.#floor.again = false
    }
    this.#between = false
  }

  /** A question that was not shown, because a prepared answer or a default answered it. True where the answer needs no words either. */
  #showUnseen({ by, choose, text, settled }: Answered): boolean {
    const asked = this.#asked
    this.#asked = undefined
    if (!asked || by === 'person') return false
    const grid = positionsText(this.#teller.story, this.#look)
    const isRead = this.#isPut || text !== null
    if (isRead) this.#io.out(itemText(asked, { ...this.#look, grid }))
    else this.#io.out(settledText(asked, { by, choose, settled }, { ...this.#look, grid }))
    return !isRead
  }

  /** Text that streamed is not printed again; its cost is, with the sum so far. */
  #closeTurn(item: Turn | Reply): void {
    this.#nameAgain()
    const text = this.#floor?.said ? brokenText(item, this.#look) : saidText(item, this.#look)
    if (text !== '') this.#io.out(text)
    if (!item.cost) return
    const { summary } = this.#teller.story
    const sum = `${summary.estimated ? '~' : ''}${plural(summary.input + summary.output, 'token')}${andMoney(summary)} so far`
    this.#io.out(costText(item.cost, item.tools.length, this.#look, [sum]))
  }

  #speaking({ key, seat, draft }: Extract<MeetingEvent, { type: 'speaking' }>): void {
    const face = faceOf(this.#teller.story, seat)
    const name = oneLine(face.name, 60)
    this.#progress.start(`${name} is ${draft ? 'drafting' : 'thinking'}`)
    if (this.#floor || draft) return
    this.#release([])
    const again = seat === this.#missed?.seat
    const keepLines = this.#teller.telling.toTheLetter ?? false
    const words = this.#markdown.stream(barOf(this.#look), { keepLines })
    this.#floor = { key, seat, again, said: false, words }
    this.#progress.stop()
    this.#between = false
    // One that is asked once more stands under its name already.
    if (again) this.#between = true
    else this.#io.out(speakerText({ ...face, seat }, this.#look))
    this.#progress.start(`${name} is thinking`)
  }

  #text(key: string, text: string): void {
    const floor = this.#floor
    if (floor?.key !== key) return
    const shown = floor.words.push(text)
    if (shown !== '') {
      this.#progress.stop()
      this.#nameAgain()
      this.#io.out(shown)
    }
    const { waiting } = floor.words
    floor.said ||= shown !== '' || waiting.trim() !== ''
    if (waiting.trim() !== '') this.#progress.show(`${this.#nameOf(floor.seat)}: ${lastWords(waiting)}`)
  }

  /** Prints the unfinished block, so that something else can follow. */
  #endWords(): void {
    const rest = this.#floor?.words.end() ?? ''
    if (rest === '') return
    this.#progress.stop()
    this.#nameAgain()
    this.#io.out(rest)
  }

  #tool(event: Extract<MeetingEvent, { type: 'tool' }>): void {
    if (this.#floor?.key !== event.key || event.ok === true) return
    this.#progress.stop()
    this.#endWords()
    const refused = event.ok === false
    this.#nameAgain()
    this.#io.out(toolText(event.name, refused ? event.output : event.input, !refused, this.#look))
    this.#progress.start(`${this.#nameOf(event.seat)} uses ${oneLine(event.name, 40)}`)
  }

  #retrying({ seat, ...retry }: Extract<MeetingEvent, { type: 'retrying' }>): void {
    this.#progress.stop()
    this.#endWords()
    const name = this.#nameOf(seat)
    this.#io.out(`${this.#colour.dim(hanging(`${name}: ${retryWords(retry)}`, '  ↻ ', widthOf(this.#io)))}\n`)
    this.#progress.start(`${name} tries again`)
  }

  #nameOf(seat: string): string {
    return oneLine(faceOf(this.#teller.story, seat).name, 60)
  }
}

/** One of them may say at its end how often it was tried. */
function isSame(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}
