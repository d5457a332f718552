// Masks: removes secrets from what a model, a tool or a person gave, and cuts it to the length that a journal keeps.
//
//   HID1  Whoever masks a text for a line names the place, and the line carries every place where something was masked: the story
//          tells a critical notice for each, whatever the protocol.

import { sha256 } from './hash.js'
import type { Whole } from './line-data.js'

type Scrub = (text: string) => Promise<{ readonly text: string }>

/** A place where secrets were masked, in words for people, and of which kinds they were; never the secret. */
export interface MaskedPlace {
  readonly place: string
  readonly kinds: readonly string[]
}

/** Masks the texts of one line and remembers where it did (HID1). */
export class Masking {
  readonly #scrub: (text: string) => Promise<{ readonly text: string; readonly kinds: readonly string[] }>
  readonly #found = new Map<string, Set<string>>()

  constructor(
    scrub: (text: string) => Promise<{ readonly text: string; readonly kinds: readonly string[] }>,
  ) {
    this.#scrub = scrub
  }

  /** Masks texts of this place. */
  at(place: string): Scrub {
    return async (text) => {
      const { text: clean, kinds } = await this.#scrub(text)
      this.found(place, kinds)
      return { text: clean }
    }
  }

  /** Somebody else masked there, before the text came here. */
  found(place: string, kinds: readonly string[]): void {
    if (kinds.length === 0) return
    const known = this.#found.get(place) ?? new Set()
    for (const kind of kinds) known.add(kind)
    this.#found.set(place, known)
  }

  /** The data of the line, with the places where something was masked, if there are any. */
  on<T extends object>(data: T): T & { readonly secrets?: readonly MaskedPlace[] } {
    if (this.#found.size === 0) return data
    const secrets = [...this.#found].map(([place, kinds]) => ({ place, kinds: [...kinds].toSorted() }))
    return { ...data, secrets }
  }
}

/** The longest text that is kept at all; a longer one is cut, and the text says so. */
const longestReply = 1_000_000
/** The longest reply in words that a line holds and other seats read: some twenty times what seats are asked for. */
export const longestSpoken = 32_000
const longestToolOutput = 4_000
/** How much is kept of texts that only a receipt shows. */
const longestBesides = 8_000
/** Names shorter than this are too short to hold a secret. */
const shortName = 16

/** How a notice names what a tool gave to a seat. */
export function toolResult(tool: string, { name }: { readonly name: string }): string {
  return `what ${tool} gave to ${name}`
}

/** A text as the journal may hold it. */
export async function masked(scrub: Scrub, text: string): Promise<string> {
  return text === '' ? text : (await scrub(cut(text))).text
}

/** A text that only a receipt shows. */
export async function maskedBesides(scrub: Scrub, text: string): Promise<string> {
  return cut((await scrub(cut(text))).text, longestBesides)
}

/** The beginning of a tool's result; of a longer one also what the whole was, so that it can be recognised. */
export async function maskedOutput(
  scrub: Scrub,
  output: string,
): Promise<{ readonly output: string; readonly whole?: Whole }> {
  if (output.length <= longestToolOutput) return { output: await masked(scrub, output) }
  const clean = await masked(scrub, output)
  const kept = await masked(scrub, output.slice(0, longestToolOutput))
  return { output: kept, whole: { sha256: sha256(clean), chars: clean.length } }
}

/** A reply as its line may hold it, and the whole of one that is longer. */
export function shortened(text: string): { readonly text: string; readonly whole?: string } {
  if (text.length <= longestSpoken) return { text }
  const longest = text.slice(0, longestSpoken)
  // After a paragraph where one ends nearby; never in the middle of a character that takes two places.
  const paragraph = longest.lastIndexOf('\n\n')
  if (paragraph > longestSpoken - nearby) return { text: longest.slice(0, paragraph), whole: text }
  return { text: longest.replace(/[\uD800-\uDBFF]$/, ''), whole: text }
}

const nearby = 4_000
/** The most that is kept of what a procedure wants from beyond the cut. */
const longestBeyond = 8_000

/** What the procedure wants kept of the part that was cut. */
export function keptBeyond(kept: string, whole: string, beyond: Beyond): string {
  return beyond(kept, whole).slice(0, longestBeyond).trimEnd()
}

export type Beyond = (kept: string, whole: string) => string

/** A value as the journal may hold it: every text masked, and reduced to its JSON, so that a replay sees the same. */
export async function maskedValue(scrub: Scrub, value: unknown): Promise<unknown> {
  return maskWithin(scrub, plainJson(value))
}

/** The value after a round trip through JSON, as the journal will hold it. */
export function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text === undefined ? null : (JSON.parse(text) as unknown)
}

async function maskWithin(scrub: Scrub, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return masked(scrub, value)
  if (Array.isArray(value)) return Promise.all(value.map((item) => maskWithin(scrub, item)))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(async ([name, item]) => [
    name.length < shortName ? name : await masked(scrub, name),
    await maskWithin(scrub, item),
  ])
  return Object.fromEntries(await Promise.all(pairs))
}

function cut(text: string, longest = longestReply): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}\n\n[cut by parley: ${text.length - longest} more characters]`
}
