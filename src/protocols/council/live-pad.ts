// Live pad: the scratchpad of a session under way. It only grows, is on disk after every entry, and knows who has read how far.

import type { Meeting } from '../../kernel/protocol.js'
import { type Entry, readPad, renderEntry } from './documents/pad.js'
import { headerBlock } from './documents/pad-header.js'
import { padPath } from './documents/places.js'
import { utf8Bytes } from './documents/text.js'

export class LivePad {
  readonly #meeting: Meeting
  readonly #unwritten: boolean
  readonly #readBy = new Map<string, number>()
  /** Where the entry stands that a seat wrote blind. */
  readonly #own = new Map<string, { readonly from: number; readonly to: number }>()
  #text = ''
  #lastFrom = 0
  #entries: readonly Entry[] = []

  /** `unwritten`: it is no file, and stands in the journal alone. */
  constructor(meeting: Meeting, unwritten = false) {
    this.#meeting = meeting
    this.#unwritten = unwritten
  }

  get text(): string {
    return this.#text
  }

  /** What stands above the first entry. */
  get header(): string {
    return headerBlock(this.#text)
  }

  get entries(): readonly Entry[] {
    return this.#entries
  }

  get bytes(): number {
    return utf8Bytes(this.#text)
  }

  /** A header, or the pad of a session that goes on. */
  open(text: string): Promise<void> {
    return this.#write(text)
  }

  append(entry: Entry): Promise<void> {
    return this.#write(this.#text + renderEntry(entry))
  }

  /** What was appended since this seat last read; undefined when it never did. */
  newsFor(seat: string): string | undefined {
    const read = this.#readBy.get(seat)
    if (read === undefined) return undefined
    const { from, to } = this.#own.get(seat) ?? { from: read, to: read }
    return this.#text.slice(read, from) + this.#text.slice(to)
  }

  /** This seat has read all that stands here now. */
  readBy(seat: string): void {
    this.#readBy.set(seat, this.#text.length)
    this.#own.delete(seat)
  }

  /** This seat wrote the last entry and has seen the header alone: every entry but its own is still news to it. */
  wroteBlind(seat: string): void {
    this.#readBy.set(seat, this.header.length)
    this.#own.set(seat, { from: this.#lastFrom, to: this.#text.length })
  }

  /** Goes on with the text as it was written: a secret masked on its way to disk must not come back with the next entry. */
  async #write(text: string): Promise<void> {
    this.#lastFrom = this.#text.length
    this.#text = this.#unwritten
      ? await this.#meeting.scrub(text)
      : await this.#meeting.write(padPath(this.#meeting.id), text)
    this.#entries = readPad(this.#text).entries
  }
}
