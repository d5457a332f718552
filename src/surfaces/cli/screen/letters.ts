// A meeting whose transcript is printed exactly as recorded: standard output gets only that, everything else goes to standard error.
//
// Nothing follows the marker of the last phase, nor the line of a halt, on standard output; the halt is the last line of both
// streams. A draft is never shown, only that the seat is drafting.

import type { Question } from '../../../kernel/question.js'
import type { MeetingEvent } from '../../../kernel/run/events.js'
import { restorationWords } from '../../../kernel/run/restoration.js'
import type { HeldUntil } from '../../../parley.js'
import type { Item } from '../../../view/items.js'
import { plainTitle } from '../../../view/options.js'
import { tellOutcome } from '../../../view/plain.js'
import { faceOf } from '../../../view/story.js'
import type { Teller } from '../../../view/teller.js'
import type { Args } from '../command.js'
import type { Io } from '../io.js'
import { clean, oneLine } from './clean.js'
import { widthOf } from './hanging.js'
import { answeredBy, haltedWords, type Letters, turnLetters } from './item-text.js'
import { asWritten } from './markdown-screen.js'
import { outcomeText } from './outcome.js'
import { paint } from './paint.js'
import { Progress } from './progress.js'
import { answerCommands, keyOfAsked, questionBlock } from './question.js'
import { copied } from './to-copy.js'
import { andMoney, plural, retryWords, tokens } from './words.js'

export class LetterScreen {
  readonly #at: { readonly id: string; readonly args: Args }
  readonly #io: Io
  readonly #progress: Progress
  readonly #teller: Teller
  readonly #kept: Letters

  constructor({ id, args, io }: { id: string; args: Args; io: Io }, teller: Teller, letters: Letters) {
    this.#kept = letters
    this.#at = { id, args }
    this.#io = io
    this.#progress = new Progress(io)
    this.#teller = teller
  }

  begin(): void {
    const { lines } = this.#teller.story.summary
    this.aside(`Meeting ${this.#at.id}`)
    if (lines > 1) this.aside(`Going on after line ${lines} of its journal.`)
  }

  observe(event: MeetingEvent): void {
    if (event.type === 'line') {
      this.#progress.stop()
      for (const item of this.#teller.take(event.line)) this.#show(item)
    } else if (event.type !== 'text') this.#under(event)
  }

  settle(): void {
    this.#progress.stop()
  }

  aside(text: string): void {
    this.#io.err(`${paint(this.#io, 'error').dim(clean(text))}\n`)
  }

  /** How the run ended, on the stream where it belongs. */
  end(ending: HeldUntil): void {
    const io = this.#io
    const { summary } = ending
    const cost = `${plural(summary.turns, 'call')} · ${tokens(summary)} tokens${andMoney(summary)} so far\n`
    if (ending.kind === 'waiting') io.out(this.#questionText(ending.question))
    io.err(`${this.#besideEnding(ending)}${paint(io, 'error').dim(cost)}`)
    if (ending.kind === 'halted') io.err(`${clean(ending.line)}\n`)
  }

  #show(item: Item): void {
    const letters = this.#letters(item)
    const beside = besideText(item)
    if (letters !== undefined) this.#io.out(clean(letters))
    if (item.kind === 'turn' && item.broken !== null) this.aside(`${oneLine(item.name, 60)}: ${item.broken}`)
    if (letters !== undefined) return
    if (beside !== undefined) this.#io.err(`${clean(beside)}\n`)
  }

  /** What an item adds to the transcript, if anything. */
  #letters(item: Item): string | undefined {
    if (item.kind === 'stop') return item.word === 'halted' ? `${item.text}\n` : undefined
    if (item.kind === 'line') return `${item.verbatim}${this.#isLast(item) ? '\n' : '\n\n'}`
    if (item.kind === 'turn') {
      const letters = turnLetters(item, this.#kept)
      return letters === null ? undefined : `${letters}\n\n`
    }
    if (item.kind !== 'notice') return undefined
    return item.verbatim === null || item.beside ? undefined : `${item.verbatim}\n\n`
  }

  #isLast(item: Extract<Item, { kind: 'line' }>): boolean {
    const { story, telling } = this.#teller
    return item.of === 'phase' && story.summary.phase === telling.phases?.at(-1)
  }

  /** What is under way. The text of a draft is not shown: the rules may still refuse it. */
  #under(event: Exclude<MeetingEvent, { type: 'line' | 'text' }>): void {
    if (event.type === 'documents') {
      for (const words of restorationWords(event)) this.aside(oneLine(words, 500))
      return
    }
    const name = oneLine(faceOf(this.#teller.story, event.seat).name, 60)
    if (event.type === 'speaking') this.#progress.start(`${name} is drafting`)
    if (event.type === 'tool') this.#progress.start(`${name} uses ${oneLine(event.name, 40)}`)
    if (event.type !== 'retrying') return
    this.aside(`${name}: ${retryWords(event)}`)
    this.#progress.start(`${name} tries again`)
  }

  /** A question whose body already lists its answers is printed unchanged; for any other the answers are listed. */
  #questionText(question: Question): string {
    return this.#saysHow(question)
      ? `${oneLine(plainTitle(question))}\n\n${clean(question.body).trimEnd()}\n`
      : questionBlock(question, {
          id: this.#at.id,
          io: this.#io,
          markdown: asWritten,
          args: this.#at.args,
          key: this.#teller.story.questions.at(-1)?.key,
        })
  }

  #saysHow({ id }: Question): boolean {
    return this.#teller.telling.saysHow?.(id) ?? false
  }

  #besideEnding(ending: HeldUntil): string {
    const [io, { id, args }] = [this.#io, this.#at]
    const colour = paint(io, 'error')
    const about = { id, io, args, stream: 'error' } as const
    const again = copied(about, (name) => `resume ${name}`)
    switch (ending.kind) {
      case 'concluded':
        return outcomeText(tellOutcome(ending.outcome, this.#teller.telling), ending.summary.degraded, {
          colour,
          markdown: asWritten,
          columns: widthOf(io, 'error'),
          io,
          args,
        })
      case 'waiting':
        return this.#saysHow(ending.question)
          ? `Answer with:\n${answerCommands(ending.question, { ...about, key: keyOfAsked(ending) }).join('\n')}\n`
          : ''
      case 'paused':
        return `${colour.yellow('Paused:')} ${oneLine(ending.reason, 300)}\nGo on with:\n${again}`
      case 'halted':
        return `${colour.red('Halted:')} ${haltedWords(this.#teller.story, ending.line)}\nGo on with:\n${again}`
      case 'aborted':
        return `${colour.red('Aborted:')} ${oneLine(ending.reason, 300)}\nIts journal is kept:\n${copied(about, (name) => `show ${name}`)}`
      case 'interrupted':
        return `${colour.yellow('Stopped.')} Go on with:\n${again}`
      case 'failed':
        return `${colour.red('The run failed')}; what was recorded is kept. Try again with:\n${again}`
    }
  }
}

function besideText(item: Item): string | undefined {
  if (item.kind === 'answered')
    return `${oneLine(item.title)}: ${oneLine(item.choose)}${item.name && item.by === 'person' ? ` (${oneLine(item.name, 60)})` : answeredBy(item)}`
  if (item.kind === 'missed') return `${oneLine(item.name, 60)} did not speak: ${oneLine(item.reason, 400)}`
  if (item.kind !== 'notice' || !item.beside || item.degree === 'info') return undefined
  return item.verbatim ?? item.text
}
