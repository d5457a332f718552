// Live text: what a voice says, masked before anybody sees it. Only what could be the beginning of a secret is held back.
//
// Ordinary words are shown as they come. A run of letters, digits and signs that could grow into a key waits for the blank after it, and
// a private key waits for its last line. What was shown already can never become part of a secret that is longer than a short word.

type Scrub = (text: string) => Promise<{ readonly text: string }>

/** Up to here a line is looked at as a whole; of a longer one only the end. */
const longestLine = 500
/** How much of a longer line is still looked at: a name and the value behind it. */
const lookedBack = 200
/** Longer than any key without a blank, and than any private key: what is held back that long is none, and looking at it again with each piece would take quadratic time. */
const longestRun = 8_000
const longestKey = 20_000

/** An ordinary word, with the marks that people set around one. */
const plainWord = /^["'(*_]*[A-Za-z]?[a-z']{0,11}["')*_.,;:!?]*$/

export class LiveText {
  readonly #scrub: Scrub
  /** What came since the last line end. */
  #raw = ''
  /** How the beginning of that was shown. */
  #shown = ''
  /** How much of `#raw` that is. It never shrinks, so that nothing is shown twice: `staff` may turn out to begin `staff-engineer`. */
  #seen = 0

  constructor(scrub: Scrub) {
    this.#scrub = scrub
  }

  /** What may be shown now that this piece has come. Call it again only when the last call has settled. */
  async take(piece: string): Promise<string> {
    this.#raw += piece
    return this.#show(safeEnd(this.#raw))
  }

  /** Nothing more comes. */
  async end(): Promise<string> {
    const rest = await this.#show(this.#raw.length)
    this.#raw = ''
    this.#shown = ''
    this.#seen = 0
    return rest
  }

  async #show(end: number): Promise<string> {
    if (end <= this.#seen) return ''
    const masked = (await this.#scrub(this.#raw.slice(0, end))).text
    const news = masked.slice(sameBeginning(masked, this.#shown))
    this.#shown = masked
    this.#seen = end
    await this.#forget(end)
    return news
  }

  /** What stands in lines before, or far before in a long one, is shown for good. */
  async #forget(end: number): Promise<void> {
    const line = this.#raw.lastIndexOf('\n', end - 1) + 1
    const far = end - line > longestLine ? this.#raw.lastIndexOf(' ', end - lookedBack) + 1 : 0
    const unbroken = end - Math.max(line, far) > longestRun / 2 ? end - lookedBack : 0
    const from = Math.max(line, far, unbroken)
    if (from === 0) return
    this.#raw = this.#raw.slice(from)
    this.#seen = end - from
    this.#shown = (await this.#scrub(this.#raw.slice(0, end - from))).text
  }
}

function safeEnd(raw: string): number {
  const run = /[\x21-\x7e]*$/.exec(raw.slice(-longestRun))?.[0] ?? ''
  const isWord = plainWord.test(run) || run.length === longestRun
  const end = isWord ? raw.length : raw.length - run.length
  const key = raw.lastIndexOf('-----BEGIN')
  if (key < 0 || raw.length - key > longestKey) return end
  // A key is masked as a whole, with its last line.
  return /-----END[^\n]*-----/.test(raw.slice(key, end)) ? end : Math.min(key, end)
}

function sameBeginning(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at++
  return at
}
