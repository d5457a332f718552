// Tool `read_file`: the text of one file with line numbers, bounded; the rest can be asked for by its lines.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Tool, ToolResult } from '../../kernel/agents.js'
import {
  type LineRange,
  MOST_CHARACTERS,
  MOST_LINES,
  numbered,
  rangeIn,
  withRest,
} from '../../rules/numbered-lines.js'
import { type SecretFiles, secretFiles } from '../../rules/secret-files.js'
import { define, no, ToolRefused, yes } from './define.js'
import { type InsidePath, locate } from './inside.js'
import { maskedLines, mustNotBeSecret, refusal } from './secret-files.js'

const Input = z.strictObject({
  path: z.string().min(1).describe('The file, relative to the workspace.'),
  lines: z
    .string()
    .regex(/^\s*\d+\s*(-\s*\d*\s*)?$/, 'write it as "10", "10-40" or "10-"')
    .optional()
    .describe('Which lines: "10-40", "10", or "10-" for the rest. Left out: from the first line.'),
})

/** `also` are folders outside the root whose files may be read too. */
export function readFile(
  root: string,
  also: readonly string[] = [],
  secrets: SecretFiles = secretFiles(),
): Tool {
  return define({
    name: 'read_file',
    description: `Reads a text file of the workspace, with line numbers. At most ${MOST_LINES} lines at a time.`,
    writes: false,
    input: Input,
    async run({ path, lines }, signal) {
      const besides = also.find((folder) => path.startsWith(`${folder}/`))
      const place = await (besides === undefined
        ? locate(root, path, 'read')
        : locate(resolve(root, besides), path.slice(besides.length + 1), 'read'))
      mustNotBeSecret(secrets, path, place.path)
      await mustBeFile(place, path)
      const wanted = parseLines(lines)
      const page = await readLines(place.absolute, path, wanted, signal)
      const what = secrets.contentOf(place.path, [...page.before, ...page.lines, ...page.after].join('\n'))
      if (what !== null) throw refusal(path, what)
      return tell(path, wanted, page)
    },
  })
}

/** Its size. */
export async function mustBeFile(place: InsidePath, path: string): Promise<number> {
  const found = await stat(place.absolute).catch(() => null)
  if (!found) throw new ToolRefused(`${path} does not exist. list_files shows what does.`)
  if (found.isDirectory()) throw new ToolRefused(`${path} is a folder. list_files shows what is in it.`)
  // A pipe or a device could block for ever.
  if (!found.isFile()) throw new ToolRefused(`${path} is not a regular file.`)
  return found.size
}

function parseLines(lines: string | undefined): LineRange {
  const range = rangeIn(lines)
  if (range.to < range.from) throw new ToolRefused(`lines: ${lines} ends before it begins.`)
  return range
}

/** How much is read around the wanted lines, in characters, so that a secret is recognised of which they are only a part. */
const AROUND = 100_000

/** Reads in chunks and stops early, so a file may be larger than memory. */
async function readLines(file: string, path: string, wanted: LineRange, signal: AbortSignal): Promise<Page> {
  const page = new Page(wanted)
  for await (const chunk of createReadStream(file, { encoding: 'utf8', signal }) as AsyncIterable<string>) {
    if (chunk.includes('\0')) throw new ToolRefused(`${path} is not a text file.`)
    if (!page.add(chunk)) break
  }
  page.end()
  return page
}

/** Collects the wanted lines of a text that comes in pieces, until a limit is reached, and what stands around them. */
class Page {
  readonly lines: string[] = []
  readonly after: string[] = []
  #before: string[] = []
  /** How many lines were read until it stopped. */
  met = 0
  /** Whether a line end follows the last of the lines. */
  ended = true
  /** The line to continue with, when there are more lines than fit. */
  next: number | null = null
  readonly #wanted: LineRange
  #current = ''
  #open = false
  readonly #sizes = { before: 0, lines: 0, after: 0 }

  constructor(wanted: LineRange) {
    this.#wanted = wanted
  }

  get before(): readonly string[] {
    return this.#before
  }

  /** False when no more is needed. */
  add(chunk: string): boolean {
    for (let at = 0; at < chunk.length && this.#more(); ) {
      const end = chunk.indexOf('\n', at)
      const piece = chunk.slice(at, end < 0 ? chunk.length : end)
      // Of a line that is longer than a page only its beginning is kept.
      this.#current += piece.slice(0, Math.max(0, MOST_CHARACTERS + 1 - this.#current.length))
      this.#open = true
      if (end < 0) break
      this.#finish(true)
      at = end + 1
    }
    if (this.#isWanted() && this.#current.length > MOST_CHARACTERS) this.#finish(true)
    return this.#more()
  }

  end(): void {
    if (this.#open) this.#finish(false)
  }

  #isWanted = (): boolean =>
    this.met + 1 >= this.#wanted.from && this.met < this.#wanted.to && this.next === null

  #more = (): boolean =>
    this.#sizes.lines <= MOST_CHARACTERS &&
    (this.met < this.#wanted.from || this.#isWanted() || this.#sizes.after < AROUND)

  #finish(ended: boolean): void {
    const line = this.#current
    const wanted = this.#isWanted()
    this.#current = ''
    this.#open = false
    this.met += 1
    if (this.met < this.#wanted.from) this.#keepBefore(line)
    else if (wanted && this.lines.length < MOST_LINES) {
      this.lines.push(line)
      this.#sizes.lines += line.length + 1
      this.ended = ended
    } else {
      if (wanted) this.next = this.met
      this.after.push(line)
      this.#sizes.after += line.length + 1
    }
  }

  #keepBefore(line: string): void {
    this.#before.push(line)
    this.#sizes.before += line.length + 1
    if (this.#sizes.before < 2 * AROUND) return
    // Halved now and then: dropping one line at a time would copy the list for each.
    while (this.#sizes.before > AROUND && this.#before.length > 1) {
      const half = this.#before.splice(0, Math.ceil(this.#before.length / 2))
      this.#sizes.before -= half.reduce((sum, one) => sum + one.length + 1, 0)
    }
  }
}

/** The lines as the seat may see them, with their numbers. */
async function pageText(page: Page, from: number): Promise<{ text: string; kinds: readonly string[] }> {
  const { before, lines, after } = page
  const { lines: masked, kinds } = await maskedLines([...before, ...lines, ...after])
  const own = masked.slice(before.length, before.length + lines.length)
  const changed = own.some((line, at) => line !== lines[at])
  return { text: numbered(own, from, page.ended), kinds: changed ? kinds : [] }
}

async function tell(path: string, wanted: LineRange, page: Page): Promise<ToolResult> {
  if (page.lines.length === 0 && page.met === 0) return yes(`${path} is empty.`)
  if (page.lines.length === 0)
    return no(`${path} has ${page.met} lines; line ${wanted.from} is past its end.`)
  const { text, kinds } = await pageText(page, wanted.from)
  const { shown, next } = fitting(text, wanted.from, page.next)
  const output = next === null ? shown : withRest(shown, next)
  return { ...yes(output), ...(kinds.length > 0 ? { masked: kinds } : {}) }
}

/** As much as a page holds. A line that fills it alone cannot be shown completely: the next page starts after it. */
function fitting(text: string, from: number, next: number | null): { shown: string; next: number | null } {
  if (text.length <= MOST_CHARACTERS) return { shown: text, next }
  const shown = text.slice(0, MOST_CHARACTERS)
  const whole = shown.split('\n').length - 1
  return { shown, next: from + Math.max(1, whole) }
}
