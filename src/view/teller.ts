// Teller: a story as it goes on, for whoever follows a meeting line by line. Finds out by the first line how it is told.

import type { Line } from '../kernel/line/line.js'
import { tellLine } from './fold.js'
import type { Item } from './items.js'
import { plainTelling } from './plain.js'
import { blank, type Story } from './story.js'
import type { Telling } from './telling.js'
import type { Tellings } from './tellings.js'

export class Teller {
  readonly #tellings: Tellings
  readonly #draft = blank()
  #telling = plainTelling

  constructor(tellings: Tellings, before: readonly Line[] = []) {
    this.#tellings = tellings
    for (const line of before) this.take(line)
  }

  /** What this line adds to the story. */
  take(line: Line): readonly Item[] {
    if (line.kind === 'opened') this.#telling = this.#tellings.of(line.data.protocol)
    if (line.n <= this.story.summary.lines) return []
    tellLine(this.#draft, line, this.#telling)
    const { items } = this.#draft
    let from = items.length
    while (items[from - 1]?.n === line.n) from--
    return items.slice(from)
  }

  /** Grows with every line that is taken. */
  get story(): Story {
    return this.#draft
  }

  get telling(): Telling {
    return this.#telling
  }
}

export function tell(lines: readonly Line[], tellings: Tellings): Story {
  return new Teller(tellings, lines).story
}
