// Listener: shows watchers what a voice sends while it speaks, and keeps it in order.

import type { ToolEvent, ToolUse } from './agents.js'
import type { Asked } from './asked.js'
import type { Session } from './session.js'

export type Piece = { readonly kind: 'text'; text: string } | { readonly kind: 'tool'; use: ToolUse }

export class Listener {
  readonly #session: Session
  readonly #asked: Asked
  /** What was said since the last call began. */
  heard = ''
  /** What was said and used since then, in the order in which it happened. */
  story: Piece[] = []

  constructor(session: Session, asked: Asked) {
    this.#session = session
    this.#asked = asked
  }

  /** Starts a new call: what came before does not belong to it. */
  begin(): void {
    this.heard = ''
    this.story = []
  }

  readonly onText = (text: string): void => {
    this.heard += text
    const last = this.story.at(-1)
    if (last?.kind === 'text') last.text += text
    else this.story.push({ kind: 'text', text })
    const { key, seat, options } = this.#asked
    if (options.draft === true || options.schema) return
    this.#session.show({ type: 'text', key, seat: seat.id, text })
  }

  readonly onTool = ({ kind, ...event }: ToolEvent): void => {
    this.#noteTool({ kind, ...event } as ToolEvent)
    const { key, seat } = this.#asked
    this.#session.show({ type: 'tool', key, seat: seat.id, ...event })
  }

  /** A tool that never returned is kept with an empty result. */
  #noteTool(event: ToolEvent): void {
    if (event.kind === 'use') {
      const { id, name, input } = event
      this.story.push({ kind: 'tool', use: { id, name, input, ok: false, output: '' } })
      return
    }
    const used = this.story.find((piece) => piece.kind === 'tool' && piece.use.id === event.id)
    if (used?.kind === 'tool') used.use = { ...used.use, ok: event.ok, output: event.output }
  }
}
