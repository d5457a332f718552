// Reader: the pages that the seats of one meeting read. One for a run: it counts pages, waits between two of one host, and remembers what
// was read, so that a later part of a page is the same page.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PageRead } from '../../kernel/agents.js'
import { sha256 } from '../../kernel/line/hash.js'
import { version } from '../../version.js'
import { longestPage, pageText } from './page-text.js'
import { type Asking, get, type Limits, systemLookup, usualLimits, WebRefused } from './request.js'

export interface ReaderOptions {
  /** Hosts that may be anywhere: from the person's own settings. */
  readonly allowHosts?: readonly string[]
  readonly maxPages?: number
  /** Pages that earlier runs of the meeting read. */
  readonly readBefore?: number
  /** Masks secrets. */
  scrub(text: string): Promise<{ readonly text: string; readonly kinds: readonly string[] }>
  /** For tests. */
  readonly limits?: Partial<Limits>
  readonly resolve?: Asking['resolve']
  readonly ca?: string
  readonly pauseMs?: number
}

export const usualMaxPages = 40
const atOnce = 2

export const userAgent = `parley/${version} (meeting research)`
const accept =
  'text/html, text/plain, text/markdown, application/json, application/xhtml+xml;q=0.9, text/*;q=0.8'

/** A page, and its text; null where it has none, because there is no such page. */
export interface Page {
  readonly page: PageRead
  readonly text: string | null
  readonly masked: readonly string[]
}

export class Reader {
  readonly #options: ReaderOptions
  readonly #asking: Asking
  readonly #pages = new Map<string, Page>()
  readonly #lastOf = new Map<string, Promise<unknown>>()
  readonly #waiting: (() => void)[] = []
  #count: number
  #running = 0

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#count = options.readBefore ?? 0
    this.#asking = {
      allowHosts: options.allowHosts ?? [],
      limits: { ...usualLimits, ...options.limits },
      headers: { 'user-agent': userAgent, accept },
      resolve: options.resolve ?? systemLookup,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }
  }

  /** The page at this address. Rejects with `WebRefused`. `again`: a part of a page that was read before. */
  async read(address: string, again: boolean, signal: AbortSignal): Promise<Page> {
    const url = await this.#judged(address)
    const known = again ? this.#pages.get(url.href) : undefined
    if (known !== undefined) return known
    const most = this.#options.maxPages ?? usualMaxPages
    if (this.#count >= most) throw new WebRefused(`refused: this meeting has read its ${most} pages`)
    this.#count++
    const page = await this.#inTurn(url, () => this.#oneOfFew(() => this.#fetch(url, signal)))
    this.#pages.set(url.href, page)
    return page
  }

  async #judged(address: string): Promise<URL> {
    if (!URL.canParse(address))
      throw new WebRefused('refused: that is no address; give one that begins with https://')
    const url = new URL(address)
    url.hash = ''
    // Also as it reads when its percent signs are resolved: a secret must not leave by an address.
    for (const text of [url.href, decodedOf(url)])
      if ((await this.#options.scrub(text)).kinds.length > 0)
        throw new WebRefused('refused: the address holds a secret')
    return url
  }

  async #fetch(url: URL, signal: AbortSignal): Promise<Page> {
    const got = await get(url, this.#asking, signal)
    const facts = {
      url: url.href,
      finalUrl: got.finalUrl.href,
      at: new Date().toISOString(),
      status: got.status,
    }
    const type = got.type.slice(0, 100)
    if (got.status === 404 || got.status === 410)
      return {
        page: { ...facts, type, title: '', characters: 0, sha256: null, cut: false },
        text: null,
        masked: [],
      }
    if (got.status !== 200) throw new WebRefused(`${got.status}: the server gives no page`)
    const read = await pageText(got.body, type, got.finalUrl)
    if (read === undefined) throw new WebRefused(`refused: ${type || 'it'} is no text`)
    const { text, kinds } = await this.#options.scrub(read.text.slice(0, longestPage))
    const title = await this.#options.scrub(read.title)
    const kept = { characters: text.length, sha256: sha256(text), cut: read.text.length > longestPage }
    return { page: { ...facts, type, title: title.text, ...kept }, text, masked: [...kinds, ...title.kinds] }
  }

  /** Two pages of one host are not asked for at once, nor one right after the other. */
  async #inTurn<T>({ host }: URL, work: () => Promise<T>): Promise<T> {
    const { pauseMs = 1_000 } = this.#options
    const before = this.#lastOf.get(host)
    const mine = before === undefined ? work() : before.then(() => sleep(pauseMs)).then(work)
    this.#lastOf.set(
      host,
      mine.then(
        () => {},
        () => {},
      ),
    )
    return mine
  }

  async #oneOfFew<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) await new Promise<void>((go) => this.#waiting.push(go))
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}

function decodedOf(url: URL): string {
  try {
    return decodeURIComponent(url.href)
  } catch {
    return url.href
  }
}
