// Parses server-sent events, in node and in the browser. Pieces of the stream may end anywhere, even in the middle of a line.

import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** A parser of one stream: takes the next piece of text and returns the events that it completes. */
export function eventReader(): (piece: string) => readonly EventSourceMessage[] {
  let completed: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => completed.push(event) })
  return (piece) => {
    completed = []
    parser.feed(piece)
    return completed
  }
}
