// Server-sent events from a stream of text. Pieces may end anywhere, in the middle of a line too.

export interface SentEvent {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

export class EventReader {
  #rest = ''
  #data: string[] = []
  #event = ''
  #id: string | null = null

  /** The events that this piece completes. */
  read(piece: string): SentEvent[] {
    const text = this.#rest + piece
    // A lone CR at the end may be half of a CRLF: it waits for the next piece.
    const held = text.endsWith('\r') ? 1 : 0
    const lines = text.slice(0, text.length - held).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + (held ? '\r' : '')
    return lines.flatMap((line) => this.#take(line))
  }

  #take(line: string): SentEvent[] {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    if (colon === 0) return []
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#event = value
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    return []
  }

  #dispatch(): SentEvent[] {
    const [data, event] = [this.#data, this.#event]
    this.#data = []
    this.#event = ''
    return data.length === 0 ? [] : [{ id: this.#id, event: event || 'message', data: data.join('\n') }]
  }
}
