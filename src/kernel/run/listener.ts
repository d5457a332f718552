// Listener: shows watchers what a voice sends while it speaks, masked, and keeps it in order.

import { beginningOf, reasonToPeople } from '../../rules/failure-words.js'
import type { ToolEvent, ToolUse } from '../agents.js'
import { masked, maskedValue } from '../line/masks.js'
import { LiveText } from '../turn/live-text.js'
import type { Asked } from './asked.js'
import type { Session } from './session.js'

/** Whether nobody sees its words while it is made: a draft must be judged first, and a structure is not for readers. */
export function isUnshown({ options }: Asked): boolean {
  return options.draft === true || options.schema !== undefined
}

const longestNotice = 2000

export type Piece = { readonly kind: 'text'; text: string } | { readonly kind: 'tool'; use: ToolUse }

export class Listener {
  readonly #session: Session
  readonly #asked: Asked
  /** What was said since the last call began. */
  heard = ''
  /** What was said and used since then, in the order in which it happened. */
  story: Piece[] = []
  /** Where it masks is told by the line that the turn becomes. */
  readonly #scrub: (text: string) => Promise<{ readonly text: string }>
  readonly #live: LiveText
  #notices = 0
  /** Masking takes a moment: what is shown is shown in the order in which it came. */
  #showing: Promise<void> = Promise.resolve()

  constructor(session: Session, asked: Asked) {
    this.#session = session
    this.#asked = asked
    this.#scrub = session.masking().at('')
    this.#live = new LiveText(this.#scrub)
  }

  /** The call is over: resolves when everything that came was shown. */
  settled(): Promise<void> {
    this.#inOrder(async () => this.#showText(await this.#live.end()))
    return this.#showing
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
    if (isUnshown(this.#asked)) return
    this.#inOrder(async () => this.#showText(await this.#live.take(text)))
  }

  readonly onTool = ({ kind, ...event }: ToolEvent): void => {
    this.#noteTool({ kind, ...event } as ToolEvent)
    this.#inOrder(() => this.#showTool(event))
  }

  /** Why a call failed, as watchers may see it: with the beginning of words that they have not seen. */
  async told(reason: string, said: string): Promise<string> {
    const scrub = this.#scrub
    const began = isUnshown(this.#asked) ? beginningOf(await masked(scrub, said)) : ''
    return reasonToPeople(await masked(scrub, reason), began)
  }

  /** On record at once, before the turn: it belongs to no reply. */
  readonly onNotice = (text: string): void => {
    const { key, seat } = this.#asked
    const at = `${key}/notice:${++this.#notices}`
    this.#inOrder(async () => {
      const data = { seat: seat.id, text: await masked(this.#scrub, text.slice(0, longestNotice)) }
      await this.#session.record({
        kind: 'noted',
        key: at,
        data: { kind: 'agent-notice', data, aside: true },
      })
    })
  }

  #inOrder(work: () => Promise<void>): void {
    this.#showing = this.#showing.then(work).catch(() => {})
  }

  #showText(text: string): void {
    const { key, seat } = this.#asked
    if (text !== '') this.#session.show({ type: 'text', key, seat: seat.id, text })
  }

  /** What was said before a tool is used is complete. */
  async #showTool(event: Omit<ToolEvent, 'kind'>): Promise<void> {
    this.#showText(await this.#live.end())
    const { key, seat } = this.#asked
    const clean = (await maskedValue(this.#scrub, event)) as typeof event
    this.#session.show({ type: 'tool', key, seat: seat.id, ...clean })
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
