// Paced: shows a recorded meeting to somebody who reads along at a terminal. It is held as fast as it can be; what is shown comes a
// paragraph at a time, and waits for a key after every turn, and where the person was asked.
//
//   PACE1  A turn shows at most one screen of lines; the rest comes at a key.

import { stdin } from 'node:process'
import type { Line } from '../../kernel/line/line.js'
import type { MeetingEvent } from '../../kernel/run/events.js'
import type { HeldUntil } from '../../parley.js'
import { optionName } from '../../view/options.js'
import { exits } from './exit.js'
import type { Io } from './io.js'
import { paint } from './screen/paint.js'
import { plural } from './screen/words.js'

/** The lines of a small terminal, less the question below them. */
const oneScreen = 22
const wordsPerSecond = 60

/** Where a meeting is shown. */
export interface Screen {
  begin(): void
  observe(event: MeetingEvent): void
  settle(): void
  /** The last question is answered here; one that was answered at the opening never is. */
  put?(): void
  /** A message outside the transcript. */
  aside(text: string): void
  end(ending: HeldUntil, exit: number): void
}

export class Paced {
  readonly #io: Io
  #chain: Promise<unknown> = Promise.resolve()
  /** How many lines of a turn may still be shown; undefined between turns. */
  #room: number | undefined
  #rest = ''
  #pressed: (key: string) => void = () => {}
  #waits = true
  /** What the person was asked here, and the answer is not shown yet. */
  #put = false
  #options: readonly string[] = []

  constructor(io: Io) {
    this.#io = io
    stdin.setRawMode(true)
    stdin.on('data', this.#key)
    stdin.resume()
  }

  /** Where the screen writes. */
  get io(): Io {
    return { ...this.#io, columns: this.#io.columns, out: (text) => this.#out(text) }
  }

  over(screen: Screen): Screen {
    return {
      begin: () => screen.begin(),
      observe: (event) => this.#observe(event, screen),
      settle: () => this.#then(() => screen.settle()),
      put: () =>
        this.#then(() => {
          this.#put = true
          screen.put?.()
        }),
      aside: (text) => this.#then(() => screen.aside(text)),
      end: (ending, exit) => screen.end(ending, exit),
    }
  }

  /** Resolves when everything has been read. The terminal is as it was afterwards, so it is called however the meeting ended. */
  async finished(): Promise<void> {
    await this.#chain
    stdin.off('data', this.#key)
    stdin.setRawMode(false)
    stdin.pause()
  }

  #then(deed: () => unknown): void {
    this.#chain = this.#chain.then(deed)
  }

  #observe(event: MeetingEvent, screen: Screen): void {
    if (event.type === 'text') {
      for (const text of event.text.split(/(?<=\n\n)/))
        this.#then(() => {
          screen.observe({ ...event, text })
          return this.#pause(text)
        })
      return
    }
    this.#then(() => {
      if (event.type === 'speaking') this.#room = this.#waits ? oneScreen : undefined
      screen.observe(event)
      return event.type === 'line' ? this.#line(event.line) : undefined
    })
  }

  #line({ kind, data }: Line): Promise<void> | undefined {
    if (kind === 'turn') return this.#turnIsOver()
    if (kind === 'asked') this.#options = data.options.map(optionName)
    if (kind !== 'answered' || !this.#put) return undefined
    this.#put = false
    if (this.#waits) this.#io.out(paint(this.#io, 'output').dim(`  of: ${this.#options.join(' · ')}\n`))
    return this.#turnIsOver()
  }

  #out(text: string): void {
    if (this.#room === undefined) {
      this.#io.out(text)
      return
    }
    const lines = text.split(/(?<=\n)/)
    const shown = lines.slice(0, this.#room)
    this.#room -= shown.length
    this.#io.out(shown.join(''))
    this.#rest += lines.slice(shown.length).join('')
  }

  async #turnIsOver(): Promise<void> {
    const rest = this.#rest
    this.#room = undefined
    this.#rest = ''
    if (!this.#waits) return
    const more = rest.split('\n').length - 1
    const { dim } = paint(this.#io, 'output')
    const key = await this.#ask(
      `${more > 0 ? `m shows ${plural(more, 'more line')} · ` : ''}Enter goes on · q shows the rest · Ctrl-C leaves`,
    )
    if (key === 'm') {
      this.#io.out(rest)
      await this.#ask('Enter goes on')
    } else if (more > 0) this.#io.out(dim(`  … ${plural(more, 'more line')}\n`))
    this.#waits = key !== 'q'
  }

  async #ask(words: string): Promise<string> {
    const { dim } = paint(this.#io, 'output')
    this.#io.out(dim(words))
    const key = await new Promise<string>((pressed) => {
      this.#pressed = pressed
    })
    this.#io.out('\r\x1b[K')
    return key
  }

  /** As long as the words take to be read; a key ends it. */
  async #pause(words: string): Promise<void> {
    if (!this.#waits) return
    const ms = (words.split(/\s+/).length / wordsPerSecond) * 1000
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#pressed = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  readonly #key = (bytes: Buffer): void => {
    const keys = [...bytes.toString('utf8')]
    for (const key of keys) this.#pressed(key)
    if (!keys.includes(interrupt)) return
    stdin.setRawMode(false)
    this.#io.out('\n')
    process.exit(exits.other)
  }
}

/** Ctrl-C, where the terminal hands every key over. */
const interrupt = '\x03'
