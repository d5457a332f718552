// A queue from several producers to one consumer, who takes items when it is ready.

export class Queue<T> {
  readonly #items: T[] = []
  #wake: (() => void) | undefined

  get size(): number {
    return this.#items.length
  }

  push(item: T): void {
    this.#items.push(item)
    this.#wake?.()
  }

  /** The next item; undefined when the time is up or the signal came first. */
  async next(signal: AbortSignal, withinMs?: number): Promise<T | undefined> {
    if (this.#items.length === 0 && !signal.aborted) await this.#something(signal, withinMs)
    return signal.aborted ? undefined : this.#items.shift()
  }

  #something(signal: AbortSignal, withinMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = withinMs === undefined ? undefined : setTimeout(done, withinMs)
      const wake = () => done()
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      this.#wake = done
      signal.addEventListener('abort', wake)
    })
  }
}
