// Readings: journals that were asked for lately, each read once whole and from then on only where it has grown. A page that shows a
// meeting asks for it after every few lines; without this each of those requests would read the whole journal.

import type { Journal, Tail } from '../kernel/line/journal.js'
import type { Line } from '../kernel/line/line.js'
import type { Story } from '../view/story.js'
import { Teller } from '../view/teller.js'
import type { Tellings } from '../view/tellings.js'

/** A journal as it stood at its mark. */
export interface Reading {
  readonly mark: string
  readonly lines: readonly Line[]
  readonly story: Story
}

/** What is remembered at most, of all journals together: a meeting that waits should cost files, not memory. */
const mostKept = { journals: 8, lines: 20_000 }

export class Readings {
  readonly #kept = new Map<string, Growing>()
  readonly #tellings: Tellings
  readonly #most: typeof mostKept

  constructor(tellings: Tellings, most = mostKept) {
    this.#tellings = tellings
    this.#most = most
  }

  /** `key` names the journal among all of them. */
  async of(key: string, journal: Journal): Promise<Reading> {
    const growing = this.#kept.get(key) ?? new Growing(journal, this.#tellings)
    this.#kept.delete(key)
    this.#kept.set(key, growing)
    const reading = await growing.upToDate()
    this.#makeRoom()
    return reading
  }

  /** Those that were asked for last stay longest. */
  #makeRoom(): void {
    let lines = [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [key, { size }] of this.#kept) {
      if (lines <= this.#most.lines && this.#kept.size <= this.#most.journals) return
      this.#kept.delete(key)
      lines -= size
    }
  }
}

class Growing {
  readonly #journal: Journal
  readonly #tellings: Tellings
  #tail: Tail
  #teller: Teller
  #lines: Line[] = []
  #mark: string | undefined
  #under: Promise<Reading> | undefined

  constructor(journal: Journal, tellings: Tellings) {
    this.#journal = journal
    this.#tellings = tellings
    this.#tail = journal.tail()
    this.#teller = new Teller(tellings)
  }

  get size(): number {
    return this.#lines.length
  }

  /** Callers that ask at the same time share one reading. */
  upToDate(): Promise<Reading> {
    this.#under ??= this.#look().finally(() => {
      this.#under = undefined
    })
    return this.#under
  }

  /** The mark must belong to the lines that were read: when a line was appended in between, it reads once more. */
  async #look(): Promise<Reading> {
    for (;;) {
      const mark = await this.#journal.mark()
      if (mark === this.#mark) return { mark, lines: [...this.#lines], story: this.#teller.story }
      const news = await this.#tail.take()
      if (this.#continuedBy(news)) this.#take(news)
      else await this.#beginAnew()
      if ((await this.#journal.mark()) === mark) this.#mark = mark
    }
  }

  /** A journal only grows. One that changed in any other way was changed by hand, and is read again. */
  #continuedBy([first]: readonly Line[]): boolean {
    if (this.#lines.length === 0) return true
    return first !== undefined && first.prev === this.#lines.at(-1)?.hash
  }

  #take(news: readonly Line[]): void {
    for (const line of news) {
      this.#lines.push(line)
      this.#teller.take(line)
    }
  }

  async #beginAnew(): Promise<void> {
    this.#tail = this.#journal.tail()
    this.#teller = new Teller(this.#tellings)
    this.#lines = []
    this.#take(await this.#tail.take())
  }
}
