// Reads server-sent events, in node and in the browser. Pieces of the stream may end anywhere, in the middle of a line too.

import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** A reader of one stream: takes the next piece of its text and gives the events which that piece completes. */
export function eventReader(): (piece: string) => readonly EventSourceMessage[] {
  let completed: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => completed.push(event) })
  return (piece) => {
    completed = []
    parser.feed(piece)
    return completed
  }
}
