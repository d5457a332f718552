// News: what seats are told, in order, each what it has not been told yet. The person's words stand apart, because they are to be
// answered; what seats, files and pages say stands in fences, as material.

import { fencedBlock } from '../../text/fenced-block.js'

type Item =
  /** Somebody else's words. `head` is ours and says whose. */
  | (Addressed & { readonly kind: 'material'; readonly head: string; readonly label: string })
  | (Addressed & { readonly kind: 'person'; readonly turn: number })
  /** The engine's own words. */
  | (Addressed & { readonly kind: 'engine' })

interface Addressed {
  readonly text: string
  /** The seat that said it, and so knows it already. */
  readonly from: string | null
  /** The only seat that it is for; null is for all. */
  readonly to: string | null
}

/** What one seat is told. */
export interface Told {
  /** What the person said, oldest first. */
  readonly person: readonly { readonly text: string; readonly turn: number }[]
  readonly material: string
}

export class News {
  readonly #person: string
  readonly #items: Item[] = []
  readonly #heard = new Map<string, number>()
  #held: Item[] | undefined

  /** `person` is the name that the person goes by. */
  constructor(person: string) {
    this.#person = person
  }

  /** Somebody's words, for all others or for one seat. */
  said(head: string, label: string, text: string, to: { from?: string; only?: string } = {}): void {
    this.#add({ kind: 'material', head, label, text, from: to.from ?? null, to: to.only ?? null })
  }

  personSaid(text: string, turn: number): void {
    this.#add({ kind: 'person', text, turn, from: null, to: null })
  }

  engineSays(text: string): void {
    this.#add({ kind: 'engine', text, from: null, to: null })
  }

  /** From here on nobody is told anything, until all are told it at once. */
  hold(): void {
    this.#held ??= []
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    this.#items.push(...held)
  }

  /** The seat has read everything that there is. */
  heardBy(seat: string): void {
    this.#heard.set(seat, this.#items.length)
  }

  /** What came since this seat last spoke. */
  since(seat: string): Told {
    return this.#told(
      this.#items.slice(this.#heard.get(seat) ?? 0),
      (item) => isFor(item, seat) && item.from !== seat,
    )
  }

  /** Everything, for a conversation that begins anew: the seat's own words too. */
  all(seat: string): Told {
    return this.#told(this.#items, (item) => isFor(item, seat))
  }

  /** Everything that anybody was told, to measure it. */
  everything(): string {
    const items = [...this.#items, ...(this.#held ?? [])]
    const { person, material } = this.#told(items, () => true)
    return [...person.map(({ text }) => text), material].join('\n\n')
  }

  #add(item: Item): void {
    ;(this.#held ?? this.#items).push(item)
  }

  #told(items: readonly Item[], wanted: (item: Item) => boolean): Told {
    const mine = items.filter(wanted)
    return {
      person: mine.flatMap((item) => (item.kind === 'person' ? [{ text: item.text, turn: item.turn }] : [])),
      material: mine.map((item) => this.#line(item)).join('\n\n'),
    }
  }

  /** Where the person spoke is marked, so that the order can be seen; the words stand outside. */
  #line(item: Item): string {
    if (item.kind === 'engine') return item.text
    if (item.kind === 'person')
      return `(Turn ${item.turn}: ${this.#person} spoke. The words stand at the top.)`
    return `${item.head}\n${fencedBlock(item.label, item.text)}`
  }
}

function isFor({ to }: Item, seat: string): boolean {
  return to === null || to === seat
}
