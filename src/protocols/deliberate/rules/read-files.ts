// Which files were truly read: what the receipts of an auditor's calls show, whatever the auditor says.
//
//   READ1  A file counts as read only if ok results of `read_file` show all its lines.
//
// A receipt keeps the beginning of a long result, and the digest of the whole. Where the digest is that of what the file looks like now,
// it proves the lines that the result showed.

import type { ToolUse } from '../../../kernel/agents.js'
import { type linesOf, pageOf, rangeIn } from '../../../rules/numbered-lines.js'
import { fieldsOf } from '../../../rules/values.js'
import type { InventoryFile } from './zones.js'

export type Receipt = Pick<ToolUse, 'name' | 'input' | 'ok' | 'output' | 'whole'> & {
  /** The lines that a digest proves, where the output is kept in part only. */
  readonly proves?: { readonly first: number; readonly last: number }
}

export interface Reading {
  /** In the order of the zone's list. */
  readonly read: readonly string[]
  readonly unread: readonly string[]
  /** Named as read by the auditor, and not shown by any receipt. */
  readonly claimed: readonly string[]
}

/** `receipts` are those of all calls of this zone in this pass. */
export function readingOf(
  files: readonly InventoryFile[],
  receipts: readonly Receipt[],
  claims: readonly string[],
): Reading {
  const results = receipts.filter(({ name, ok }) => name === 'read_file' && ok)
  const isRead = ({ path, lines }: InventoryFile) => {
    const own = results.filter(({ input }) => pathOf(fieldsOf(input)['path']) === path)
    return own.length > 0 && showsAll(own, lines)
  }
  const read = files.filter(isRead).map(({ path }) => path)
  const named = new Set(claims.map(pathOf))
  const unread = files.map(({ path }) => path).filter((path) => !read.includes(path))
  return { read, unread, claimed: unread.filter((path) => named.has(path)) }
}

function showsAll(results: readonly Receipt[], lines: number): boolean {
  const shown = new Set(results.flatMap((result) => linesShown(result.output, lines)))
  const proved = results.flatMap(({ proves }) => proves ?? [])
  for (let line = 1; line <= lines; line++)
    if (!shown.has(line) && !proved.some(({ first, last }) => first <= line && line <= last)) return false
  return true
}

/** The file that a result of `read_file` was kept in part of; null where there is nothing to prove. */
export function toProve({ name, ok, input, whole }: Receipt): string | null {
  return name === 'read_file' && ok && whole !== undefined ? pathOf(fieldsOf(input)['path']) : null
}

/** What `read_file` would show for this input of a file with these lines. */
export function expectedPage(input: unknown, file: ReturnType<typeof linesOf>): ReturnType<typeof pageOf> {
  const { lines } = fieldsOf(input)
  return lines === undefined || typeof lines === 'string' ? pageOf(file, rangeIn(lines)) : null
}

/** A line that a cut went through is not shown: its end is missing. The last line of the file needs no line break. */
function linesShown(output: string, last: number): number[] {
  const cut = /\n\(Cut here\. The rest: lines "(\d+)-"\.\)$/.exec(output)
  const next = cut ? Number(cut[1]) : Number.POSITIVE_INFINITY
  const body = cut ? output.slice(0, cut.index + 1) : output
  return [...body.matchAll(/^(\d+)\t[^\n]*(\n?)/gm)]
    .filter(([, line, end]) => end === '\n' || Number(line) === last)
    .map(([, line]) => Number(line))
    .filter((line) => line < next)
}

function pathOf(path: unknown): string {
  return typeof path === 'string'
    ? path
        .trim()
        .replace(/^(?:\.\/)+/, '')
        .replace(/\/{2,}/g, '/')
    : ''
}
