// A meeting that is a chat: names, words, one question at a time. Drafts, calls, phases and structured replies are never part of it.

import type { MeetingEvent } from '../../../kernel/run/events.js'
import { restorationWords } from '../../../kernel/run/restoration.js'
import type { HeldUntil } from '../../../parley.js'
import { answererName } from '../../../rules/relayed.js'
import { drawnAs } from '../../../view/drawings.js'
import type { Answered, Asked, Item, Notice, Turn } from '../../../view/items.js'
import { plainTitle } from '../../../view/options.js'
import { faceOf, recapWords } from '../../../view/story.js'
import type { Teller } from '../../../view/teller.js'
import type { Args } from '../command.js'
import type { Io } from '../io.js'
import { clean, oneLine } from '../screen/clean.js'
import { endingText } from '../screen/ending.js'
import { widthOf } from '../screen/hanging.js'
import { answeredBy, noticeWords } from '../screen/item-text.js'
import type { MarkdownScreen } from '../screen/markdown-screen.js'
import { paint } from '../screen/paint.js'
import { Progress } from '../screen/progress.js'
import { bodyText } from '../screen/question.js'
import { copied } from '../screen/to-copy.js'

interface Place {
  readonly id: string
  readonly args: Args
  readonly io: Io
  /** Whether somebody types here. */
  readonly asks: boolean
}

export class ChatScreen {
  readonly #place: Place
  readonly #teller: Teller
  readonly #markdown: MarkdownScreen
  readonly #progress: Progress
  readonly #colour
  #isWorking = false
  #asked: Asked | undefined
  #showsQuestion = false

  constructor(place: Place, teller: Teller, markdown: MarkdownScreen) {
    this.#place = place
    this.#teller = teller
    this.#markdown = markdown
    this.#progress = new Progress(place.io)
    this.#colour = paint(place.io, 'output')
  }

  /** Whoever comes back reads first where the thread stands, and what was said last. */
  begin(): void {
    const { story } = this.#teller
    const how = this.#place.asks ? ' · /help says what you can type' : ''
    this.#out(
      `${this.#colour.bold(oneLine(story.summary.title, 200))}\n${this.#colour.dim(`${oneLine(this.#place.id)}${how}`)}\n`,
    )
    // Whoever comes back learns first where the talk stands.
    if (story.recap !== null && story.outcome === null)
      this.#out(`${this.#colour.dim(oneLine(recapWords(story.recap), 500))}\n`)
    // Whoever has just answered, with a command of its own, has read it all.
    if (story.items.at(-1)?.kind === 'answered') return
    // A turn that was stopped leaves nothing behind: then what was said before it, and the reply to that, are shown again.
    const turn = story.items.findLastIndex(({ kind }) => kind === 'turn')
    const before = story.items.findLastIndex(({ kind }, at) => kind === 'answered' && at < turn)
    for (const item of story.items.slice(before + 1)) this.#show(item, true)
  }

  /** Whether a turn has ended in its question and nobody has answered yet; else the question has to be said again. */
  get showsQuestion(): boolean {
    return this.#showsQuestion
  }

  /** Until `settle`, somebody is at work: replies are judged between their lines too. */
  observe(event: MeetingEvent): void {
    if (event.type === 'line') {
      this.#progress.stop()
      for (const item of this.#teller.take(event.line)) this.#show(item)
      this.#isWorking = true
      this.#progress.start('thinking')
    } else if (event.type === 'speaking') this.#progress.show(this.#thinking(event.seat))
    else if (event.type === 'documents')
      for (const words of restorationWords(event)) this.aside(oneLine(words, 500))
  }

  settle(): void {
    this.#isWorking = false
    this.#progress.stop()
  }

  aside(text: string): void {
    this.#out(this.#markdown.lines(`${this.#colour.dim(clean(text))}\n`))
  }

  /** The person left a question whose words are on the screen still: only the way back is said. */
  end(ending: HeldUntil): void {
    const { id, args, io, asks } = this.#place
    if (ending.kind === 'waiting' && asks) {
      const again = copied({ id, io, args }, (name) => `resume ${name}`)
      this.#out(`\nThe question stays open. Go on with:\n${again}`)
    } else this.#out(endingText(ending, { id, args, io }, this.#teller, this.#markdown))
  }

  /** Every document with how far it is, and where it lies. */
  documents(): string {
    const papers = drawnAs(this.#teller.story.drawings, 'papers', 'papers')?.papers ?? []
    if (papers.length === 0) return this.#colour.dim('No document is written yet.')
    const states = papers.map(({ state, worth }) => [state, worth].filter(Boolean).join(', '))
    const width = states.reduce((most, { length }) => Math.max(most, length), 0)
    return papers
      .map(({ path }, at) => `  ${oneLine(states[at] ?? '').padEnd(width)}  ${oneLine(path, 200)}`)
      .join('\n')
  }

  #show(item: Item, isPast = false): void {
    if (item.kind === 'turn' || item.kind === 'answered') this.#showsQuestion = item.kind === 'turn'
    if (item.kind === 'turn') this.#out(this.#voice(item))
    else if (item.kind === 'notice') this.#out(this.#notice(item))
    else if (item.kind === 'asked') this.#asked = item
    else if (item.kind === 'answered') this.#answer(item, isPast)
    else if (item.kind === 'missed' && !item.survived)
      this.aside(`${oneLine(item.name, 60)} did not speak: ${oneLine(item.reason, 400)}`)
  }

  /** What the person types stands on the screen already, below its question. An answer from elsewhere is shown with what it answers. */
  #answer(item: Answered, isPast: boolean): void {
    const { by, text, chosen } = item
    const asked = this.#asked
    this.#asked = undefined
    if (this.#place.asks && by === 'person' && !isPast) return
    if (asked && !asked.said && by !== 'person') {
      const body = bodyText(asked.question, this.#markdown, widthOf(this.#place.io))
      this.#out(
        `${body === '' ? '' : `\n${body}\n`}\n${this.#colour.bold(clean(plainTitle(asked.question)))}\n`,
      )
    }
    this.#out(
      `\n${this.#colour.bold(answererName(item, 'You'))}${answeredBy(item)}\n${this.#words(text ?? chosen)}\n`,
    )
  }

  #voice({ seat, name, text }: Turn): string {
    const first = oneLine(name.trim().split(/\s+/)[0] ?? '', 40)
    const painted = seat === null ? first : this.#colour.seat(seat, first)
    return `\n${this.#colour.bold(painted)}\n${this.#words(text)}\n`
  }

  /** Indented: no line of theirs can be taken for a name or for a line of parley's own. */
  #words(text: string): string {
    return this.#markdown.text(text, { bar: '  ' })
  }

  /** One of several lines is a text to read, such as a summary that the person asked for: whole, and as it is written. */
  #notice(item: Notice): string {
    const said = noticeWords(item)
    if (said.trim().includes('\n')) return `\n${this.#markdown.text(said)}\n`
    const words = oneLine(said, 600)
    const painted = item.degree === 'info' ? this.#colour.dim(words) : this.#colour.yellow(words)
    return this.#markdown.lines(`\n${painted}\n`)
  }

  #thinking(seat: string): string {
    if (this.#teller.telling.chat?.unnamed(seat)) return 'thinking'
    return `${oneLine(faceOf(this.#teller.story, seat).name, 60)} is thinking`
  }

  /** The sign of life of whoever is at work stands below it. */
  #out(text: string): void {
    this.#progress.stop()
    this.#place.io.out(text)
    if (this.#isWorking) this.#progress.start('thinking')
  }
}
