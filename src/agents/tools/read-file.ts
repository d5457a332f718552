// Tool `read_file`: the text of one file with line numbers, bounded; the rest can be asked for by its lines.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Tool, ToolResult } from '../../kernel/agents.js'
import { define, no, ToolRefused, yes } from './define.js'
import { type InsidePath, locate } from './inside.js'

export const MOST_LINES = 2000
export const MOST_CHARACTERS = 200_000

const Input = z.strictObject({
  path: z.string().min(1).describe('The file, relative to the workspace.'),
  lines: z
    .string()
    .regex(/^\s*\d+\s*(-\s*\d*\s*)?$/, 'write it as "10", "10-40" or "10-"')
    .optional()
    .describe('Which lines: "10-40", "10", or "10-" for the rest. Left out: from the first line.'),
})

/** `also` are folders outside the root whose files may be read too. */
export function readFile(root: string, also: readonly string[] = []): Tool {
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
      await mustBeFile(place, path)
      const wanted = parseLines(lines)
      return tell(path, wanted, await readLines(place.absolute, path, wanted, signal))
    },
  })
}

export async function mustBeFile(place: InsidePath, path: string): Promise<void> {
  const found = await stat(place.absolute).catch(() => null)
  if (!found) throw new ToolRefused(`${path} does not exist. list_files shows what does.`)
  if (found.isDirectory()) throw new ToolRefused(`${path} is a folder. list_files shows what is in it.`)
  // A pipe or a device could block for ever.
  if (!found.isFile()) throw new ToolRefused(`${path} is not a regular file.`)
}

interface Range {
  readonly from: number
  readonly to: number
}

function parseLines(lines: string | undefined): Range {
  if (lines === undefined) return { from: 1, to: Number.POSITIVE_INFINITY }
  const [from, to] = lines.split('-').map((part) => part.trim())
  const range = {
    from: Math.max(1, Number(from)),
    to: to === undefined ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to),
  }
  if (range.to < range.from) throw new ToolRefused(`lines: ${lines} ends before it begins.`)
  return range
}

interface Taken {
  readonly text: string
  /** How many lines were read until it stopped. */
  readonly met: number
  /** The line to continue with, when a limit cut the text short. */
  readonly next: number | null
}

/** Reads in chunks and stops early, so a file may be larger than memory. */
async function readLines(file: string, path: string, wanted: Range, signal: AbortSignal): Promise<Taken> {
  const page = new Page(wanted)
  for await (const chunk of createReadStream(file, { encoding: 'utf8', signal }) as AsyncIterable<string>) {
    if (chunk.includes('\0')) throw new ToolRefused(`${path} is not a text file.`)
    if (!page.add(chunk)) break
  }
  return page.end()
}

/** Collects the wanted lines of a text that comes in pieces, until a limit is reached. */
class Page {
  private line = 1
  /** Whether the next piece begins a line. */
  private fresh = true
  private text = ''
  private shown = 0
  private next: number | null = null

  constructor(private readonly wanted: Range) {}

  /** False when no more is needed. */
  add(chunk: string): boolean {
    for (let at = 0; at < chunk.length && this.more(); ) {
      const end = chunk.indexOf('\n', at)
      this.take(chunk.slice(at, end < 0 ? chunk.length : end + 1))
      if (end < 0) break
      if (this.next === null) this.line += 1
      this.fresh = true
      at = end + 1
    }
    return this.more()
  }

  end(): Taken {
    return { text: this.text, met: this.fresh ? this.line - 1 : this.line, next: this.next }
  }

  private more = (): boolean => this.next === null && this.line <= this.wanted.to

  private take(piece: string): void {
    const first = this.fresh
    this.fresh = false
    if (this.line < this.wanted.from) return
    if (first && this.shown === MOST_LINES) {
      this.next = this.line
      return
    }
    if (first) this.shown += 1
    this.text += first ? `${this.line}\t${piece}` : piece
    if (this.text.length <= MOST_CHARACTERS) return
    this.text = this.text.slice(0, MOST_CHARACTERS)
    // A line that fills the page alone cannot be shown completely: the next page starts after it.
    this.next = this.shown === 1 ? this.line + 1 : this.line
  }
}

function tell(path: string, wanted: Range, { text, met, next }: Taken): ToolResult {
  if (text === '' && met === 0) return yes(`${path} is empty.`)
  if (text === '') return no(`${path} has ${met} lines; line ${wanted.from} is past its end.`)
  return yes(next === null ? text : `${text.replace(/\n?$/, '\n')}(Cut here. The rest: lines "${next}-".)`)
}
