// The tail of a journal: its lines as they come, each once and in order, read from where the last look ended.

import fs from 'node:fs'
import { type Line, parse } from '../kernel/line.js'

const lineEnd = 10

export class Tail {
  readonly #file: string
  #at = 0
  #n = 0
  #waiting: Line[] = []

  constructor(file: string) {
    this.#file = file
  }

  /** What is new, up to line `to`; what lies beyond is kept for the next look. A line half written is left for later. */
  take(to = Number.POSITIVE_INFINITY): readonly Line[] {
    const last = this.#waiting.at(-1)
    if (!last || last.n < to) this.#waiting.push(...this.#read())
    const end = this.#waiting.findIndex(({ n }) => n > to)
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  #read(): Line[] {
    const bytes = bytesFrom(this.#file, this.#at)
    const whole = bytes.lastIndexOf(lineEnd) + 1
    this.#at += whole
    if (whole === 0) return []
    const texts = bytes.toString('utf8', 0, whole - 1).split('\n')
    return texts.flatMap((text) => this.#line(text) ?? [])
  }

  /** A damaged line is left out of the story; its number is not given to another. */
  #line(text: string): Line | undefined {
    this.#n++
    try {
      return parse(text, this.#n)
    } catch {
      return undefined
    }
  }
}

function bytesFrom(file: string, at: number): Buffer {
  let fd: number
  try {
    fd = fs.openSync(file, 'r')
  } catch {
    return Buffer.alloc(0)
  }
  try {
    const bytes = Buffer.alloc(Math.max(0, fs.fstatSync(fd).size - at))
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, at))
  } finally {
    fs.closeSync(fd)
  }
}
