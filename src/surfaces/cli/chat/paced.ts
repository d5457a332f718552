// Paced words: what several voices say in one turn appears one after the other, and whatever follows waits for them.

/** Long enough to see who speaks next, short enough that nobody waits for words that are there. */
export const pauseMs = 400

interface Waiting {
  readonly text: string
  readonly isVoice: boolean
}

export class Paced {
  readonly #print: (text: string) => void
  readonly #pauseMs: number
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #heard: (() => void)[] = []

  /** Without a pause everything is printed at once. */
  constructor(print: (text: string) => void, pause: number) {
    this.#print = print
    this.#pauseMs = pause
  }

  voice(text: string): void {
    this.#waiting.push({ text, isVoice: true })
    if (this.#timer === undefined) this.#goOn()
  }

  /** Stands below the voices before it. */
  out(text: string): void {
    this.#waiting.push({ text, isVoice: false })
    if (this.#timer === undefined || this.#waiting.length === 1) this.#goOn()
  }

  /** Everything at once: nobody waits here any more. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { text } of this.#waiting.splice(0)) this.#print(text)
    for (const tell of this.#heard.splice(0)) tell()
  }

  /** When all that waits is on the screen. */
  async heard(): Promise<void> {
    if (this.#waiting.length === 0) return
    await new Promise<void>((tell) => this.#heard.push(tell))
  }

  /** Up to the next voice, which only speaks when the one before it has had its time. */
  #goOn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (next.isVoice && this.#timer !== undefined) return
      this.#waiting.shift()
      this.#print(next.text)
      if (next.isVoice && this.#pauseMs > 0) this.#timer = setTimeout(() => this.#next(), this.#pauseMs)
    }
    for (const tell of this.#heard.splice(0)) tell()
  }

  #next(): void {
    this.#timer = undefined
    this.#goOn()
  }
}
