// Journals in memory, for tests: they show that nothing above the ports needs files. They keep sealed text, so that reading checks it.

import { summarise } from '../../journals.js'
import { CannotGoOn, Damaged, Held, WrongUsage } from '../errors.js'
import { seal, sha256, unseal } from './hash.js'
import type { Journal, Journals, Lease, Readable, Tail } from './journal.js'
import { type EntryOf, type Kind, type Line, type LineOf, parse } from './line.js'
import { byAge, empty, type Summary } from './summary.js'

/** The stored journal of one meeting. Tests may change `texts`, as a person would edit the file. */
export interface Kept {
  /** The id under which it is kept. */
  readonly id: string
  readonly texts: string[]
  /** What is kept beside the lines, by its SHA-256. */
  readonly besides: Map<string, string>
  holder: number | undefined
  leases: number
  summary: Summary | undefined
}

export interface MemoryJournals extends Journals {
  readonly kept: ReadonlyMap<string, Kept>
}

export function memoryJournals(): MemoryJournals {
  const kept = new Map<string, Kept>()
  const at = (id: string) => {
    if (!/^\w[\w.-]*$/.test(id)) throw new WrongUsage(`${JSON.stringify(id)} is no id of a meeting.`)
    const known = kept.get(id) ?? newKept(id)
    kept.set(id, known)
    return known
  }
  const has = async (id: string) => (kept.get(id)?.texts.length ?? 0) > 0
  const summary = async (id: string) => ((await has(id)) ? await summaryOf(id, at(id)) : undefined)
  return {
    kept,
    ids: async () => [...kept.keys()],
    async claim(id) {
      if (kept.has(id)) return false
      at(id)
      return true
    },
    discard: async (id) => void kept.delete(id),
    of: (id) => memoryJournal(at(id)),
    whereIs: (id) => `the memory of this process, under ${id}`,
    has,
    summary,
    async summaries() {
      const found = await Promise.all([...kept.keys()].map(summary))
      return found.flatMap((one) => one ?? []).sort(byAge)
    },
    async keepSummary(summary) {
      at(summary.id).summary = summary
    },
    linesKept: async (id) => kept.get(id)?.summary?.lines,
  }
}

/** One journal with what was recorded before. */
export function journalOf(before: readonly Line[] = []): Journal {
  const [first] = before
  const kept = newKept(first?.kind === 'opened' ? first.data.id : 'm-1')
  for (const line of before) kept.texts.push(seal(line, line.n, line.prev).text)
  return memoryJournal(kept)
}

function newKept(id: string): Kept {
  return { id, texts: [], besides: new Map(), holder: undefined, leases: 0, summary: undefined }
}

async function summaryOf(id: string, kept: Kept): Promise<Summary> {
  const { lines, damage } = readable(kept)
  if (lines[0]?.kind === 'opened') return summarise(lines)
  return { ...empty, id, title: damage ?? '', status: 'damaged', detail: damage }
}

export function memoryJournal(kept: Kept): Journal {
  const { texts } = kept
  return {
    read: async (from = 1, to = texts.length) => vouched(texts.slice(0, to)).slice(from - 1),
    readable: async () => readable(kept),
    async first() {
      const line = texts[0] === undefined ? undefined : parsed(texts[0], 1)
      return line && { line, alone: texts.length === 1 }
    },
    lease: async () => new MemoryLease(kept),
    held: async () => kept.holder !== undefined,
    async *watch(from, signal) {
      const tail = new MemoryTail(texts)
      while (!signal.aborted) {
        for (const line of await tail.take()) if (line.n >= from) yield line
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    tail: (after) => new MemoryTail(texts, after),
    mark: async () => texts.at(-1) ?? '',
    kept: async (hash) => kept.besides.get(hash) ?? null,
  }
}

class MemoryLease implements Lease {
  readonly token: number
  readonly torn = undefined
  readonly lines: readonly Line[]
  readonly #kept: Kept
  /** Of the last line. */
  #hash: string

  constructor(kept: Kept) {
    if (kept.holder !== undefined) throw new Held(kept.id, { pid: process.pid, since: 'now' })
    this.lines = vouched(kept.texts)
    this.token = ++kept.leases
    kept.holder = this.token
    this.#kept = kept
    this.#hash = this.lines.at(-1)?.hash ?? ''
  }

  check(): void {
    if (this.#kept.holder !== this.token)
      throw new CannotGoOn('OVERTAKEN', 'Another process has taken this meeting over.')
  }

  async append<K extends Kind>(n: number, entry: EntryOf<K>): Promise<LineOf<K>> {
    this.check()
    const { texts } = this.#kept
    if (n !== texts.length + 1)
      throw new CannotGoOn(
        'OUT_OF_STEP',
        `Line ${n} was to be appended, but line ${texts.length + 1} is next.`,
      )
    const plain = JSON.parse(JSON.stringify(entry)) as EntryOf<K>
    const { line, text } = seal(plain, n, this.#hash)
    texts.push(text)
    this.#hash = line.hash
    return line
  }

  async keep(text: string): Promise<string> {
    this.check()
    this.#kept.besides.set(sha256(text), text)
    return sha256(text)
  }

  async kept(hash: string): Promise<string | null> {
    return this.#kept.besides.get(hash) ?? null
  }

  async release(): Promise<void> {
    if (this.#kept.holder === this.token) this.#kept.holder = undefined
  }
}

class MemoryTail implements Tail {
  readonly #texts: readonly string[]
  #next: number

  constructor(texts: readonly string[], after = 0) {
    this.#texts = texts
    this.#next = after
  }

  async take(to = Number.POSITIVE_INFINITY): Promise<readonly Line[]> {
    const from = this.#next
    this.#next = Math.max(from, Math.min(this.#texts.length, to))
    return this.#texts.slice(from, this.#next).flatMap((text, at) => parsed(text, from + at + 1) ?? [])
  }
}

function vouched(texts: readonly string[]): Line[] {
  const lines: Line[] = []
  for (const text of texts) lines.push(unseal(text, lines.length + 1, lines.at(-1)?.hash ?? ''))
  return lines
}

function readable({ texts }: Kept): Readable {
  try {
    return { lines: vouched(texts), damage: null }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    const lines = texts.flatMap((text, at) => parsed(text, at + 1) ?? [])
    return { lines, damage: error.message }
  }
}

function parsed(text: string, n: number): Line | undefined {
  try {
    return parse(text, n)
  } catch {
    return undefined
  }
}
