// Tails of a journal file: each read returns what is new since the last, and a tail that starts late reads only the end of the file.

import fs from 'node:fs'
import type { Tail } from '../kernel/line/journal.js'
import { type Line, parse } from '../kernel/line/line.js'
import { addAll } from '../rules/lists.js'
import { openPlain } from './plain-files.js'

export const lineEnd = 10
/** Bytes. A longer text cannot be held, and no meeting has so many. */
export const mostOfJournal = 400_000_000

/** Reads from where the last read ended. An incomplete line is left for the next read; a damaged line still uses up its number. */
export class FileTail implements Tail {
  readonly #file: string
  readonly #after: number
  #place: LineStart | undefined
  #waiting: Line[] = []

  /** Gives the lines after number `after`, whether they are there yet or not. */
  constructor(file: string, after = 0) {
    this.#file = file
    this.#after = after
  }

  async take(to = Number.POSITIVE_INFINITY): Promise<readonly Line[]> {
    const last = this.#waiting.at(-1)
    if (!last || last.n < to) addAll(this.#waiting, this.#read())
    const end = this.#waiting.findIndex(({ n }) => n > to)
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  #read(): Line[] {
    this.#place ??= placeAfter(this.#file, this.#after)
    const { at, before } = this.#place
    const bytes = bytesFrom(this.#file, at)
    const whole = bytes.lastIndexOf(lineEnd) + 1
    if (whole === 0) return []
    const texts = bytes.toString('utf8', 0, whole - 1).split('\n')
    this.#place = { at: at + whole, before: before + texts.length }
    const lines = texts.flatMap((text, index) => readableLine(text, before + index + 1) ?? [])
    return lines.filter(({ n }) => n > this.#after)
  }
}

/** Where a line begins, and how many lines stand before it. */
interface LineStart {
  readonly at: number
  readonly before: number
}

/** How much of the end is read first; four times as much each time that was not enough. */
const firstLook = 16 * 1024

/** The position after line `n`, or after the last line. It is searched from the end, so that the start of a long journal is not read. */
function placeAfter(file: string, n: number): LineStart {
  const size = n <= 0 ? 0 : (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  for (let look = firstLook; look < size; look *= 4) {
    const offset = size - look
    const bytes = bytesFrom(file, offset, look)
    const start = bytes.indexOf(lineEnd) + 1
    const number = start === 0 ? undefined : numberAt(bytes, start)
    if (number !== undefined && number <= n + 1) return walk(bytes, { start, offset, before: number - 1 }, n)
  }
  return walk(bytesFrom(file, 0, size), { start: 0, offset: 0, before: 0 }, n)
}

function walk(bytes: Buffer, from: { start: number; offset: number; before: number }, n: number): LineStart {
  let { start, before } = from
  for (let end = bytes.indexOf(lineEnd, start); end >= 0 && before < n; end = bytes.indexOf(lineEnd, start)) {
    start = end + 1
    before++
  }
  return { at: from.offset + start, before }
}

/** The number in the line at this position; undefined where it cannot be parsed. */
function numberAt(bytes: Buffer, start: number): number | undefined {
  const end = bytes.indexOf(lineEnd, start)
  return end < 0 ? undefined : readableLine(bytes.toString('utf8', start, end), 0)?.n
}

/** The line in this text, its hash unchecked; undefined where there is none. */
export function readableLine(text: string, n: number): Line | undefined {
  try {
    return parse(text, n)
  } catch {
    return undefined
  }
}

/** The bytes of the file from this position on, up to a limit; empty where there is no file. */
export function bytesFrom(file: string, at: number, most = Number.POSITIVE_INFINITY): Buffer {
  const fd = openPlain(file)
  if (fd === undefined) return Buffer.alloc(0)
  try {
    const bytes = Buffer.alloc(Math.min(most, mostOfJournal, Math.max(0, fs.fstatSync(fd).size - at)))
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, at))
  } finally {
    fs.closeSync(fd)
  }
}
