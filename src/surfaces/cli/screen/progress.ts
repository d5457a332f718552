// Progress: says that something is under way once it takes longer than a second. A spinner at a terminal, plain lines elsewhere.

import type { Io } from '../io.js'
import { columnsOf, cutAt } from './markdown/columns.js'
import { paint } from './paint.js'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const patienceMs = 1000
const frameMs = 100
/** Without a terminal a line from time to time is enough, since a log is read later. */
const lineMs = 15_000

export class Progress {
  readonly #io: Io
  readonly #moving: boolean
  #timer: NodeJS.Timeout | undefined
  #drawn = false
  #what = ''

  constructor(io: Io) {
    this.#io = io
    this.#moving = io.terminal.error && io.env['TERM'] !== 'dumb'
  }

  /** Says something else from its next frame on; starts where nothing is under way. */
  show(what: string): void {
    if (this.#timer === undefined) this.start(what)
    else this.#what = what
  }

  start(what: string): void {
    this.stop()
    this.#what = what
    const from = Date.now()
    const step = this.#moving ? frameMs : lineMs
    let frame = 0
    const draw = () => {
      this.#draw(this.#what, Math.round((Date.now() - from) / 1000), frame++)
      this.#timer = later(draw, step)
    }
    this.#timer = later(draw, this.#moving ? patienceMs : lineMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#drawn) this.#io.err('\r\x1b[K')
    this.#drawn = false
  }

  #draw(what: string, seconds: number, frame: number): void {
    if (!this.#moving) {
      this.#io.err(`${what} (${seconds} s)\n`)
      return
    }
    const colour = paint(this.#io, 'error')
    const room = Math.max(20, this.#io.columns - 12)
    this.#io.err(
      `\r\x1b[K${colour.cyan(frames[frame % frames.length] ?? '·')} ${fitting(what, room)} ${colour.dim(`${seconds} s`)}`,
    )
    this.#drawn = true
  }
}

/** A spinner keeps no process alive. */
function later(act: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(act, ms).unref()
}

/** Cut to one line of the terminal, since only one line can be erased. */
function fitting(what: string, room: number): string {
  return columnsOf(what) <= room ? what : cutAt(what, room)[0]
}
