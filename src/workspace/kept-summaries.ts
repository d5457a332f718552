// Kept summaries: a saved summary beside each journal for fast lists. Loads few modules, since `parley list` must start fast.

import fs from 'node:fs'
import path from 'node:path'
import type { Summary } from '../kernel/summary.js'
import { isRecord } from '../rules/values.js'

/** The journal of a meeting, in its folder. */
export function journalIn(folder: string): string {
  return path.join(folder, 'journal.jsonl')
}

export function isId(name: string): boolean {
  return /^[^./\\][^/\\]{0,199}$/.test(name) && !/[\u0000-\u001f\u007f]/.test(name)
}

/** The ids of all meetings there, without other files and folders. */
export function idsIn(all: string): string[] {
  try {
    const found = fs.readdirSync(all, { withFileTypes: true })
    return found.flatMap((entry) => (!entry.isFile() && isId(entry.name) ? [entry.name] : []))
  } catch {
    return []
  }
}

/** A saved summary is used only if it is of this meeting and of the journal as it is now. */
export type Kept =
  | { readonly kind: 'kept'; readonly summary: Summary }
  | {
      readonly kind: 'stale'
      readonly changedAt: string
      /** The summary of the journal's first `bytes`, where one was kept and the journal has grown since. */
      readonly before: { readonly summary: Summary; readonly bytes: number } | undefined
    }
  /** No meeting was opened there. */
  | { readonly kind: 'none' }

export function keptIn(folder: string, id: string): Kept {
  const journal = fs.statSync(journalIn(folder), { throwIfNoEntry: false })
  if (!journal || journal.size === 0) return { kind: 'none' }
  const before = usable(readKept(folder), id)
  if (before?.bytes === journal.size) return { kind: 'kept', summary: before.summary }
  const grown = before && before.bytes < journal.size
  return { kind: 'stale', changedAt: journal.mtime.toISOString(), before: grown ? before : undefined }
}

function usable(
  kept: Partial<KeptFile> | undefined,
  id: string,
): { summary: Summary; bytes: number } | undefined {
  const { bytes, summary } = kept?.format === format ? kept : {}
  if (typeof bytes !== 'number' || bytes <= 0 || !isSummary(summary)) return undefined
  return summary.id === id ? { summary, bytes } : undefined
}

/** How many lines the journal had when its summary was last kept; undefined where none can be read. */
export function linesKept(folder: string): number | undefined {
  const summary = readKept(folder)?.summary
  const lines = isRecord(summary) ? summary['lines'] : undefined
  return typeof lines === 'number' ? lines : undefined
}

/** Not flushed: it is derived, and a lost one is rebuilt. */
export function keepIn(folder: string, summary: Summary): void {
  const draft = path.join(folder, `.meeting.json.${process.pid}`)
  const kept: KeptFile = { format, bytes: sizeOf(journalIn(folder)), summary }
  fs.writeFileSync(draft, JSON.stringify(kept))
  fs.renameSync(draft, path.join(folder, 'meeting.json'))
}

/** Raised when the summary's fields change, so that summaries of an older parley are made again. */
const format = 3

interface KeptFile {
  readonly format: number
  readonly bytes: number
  readonly summary: unknown
}

function readKept(folder: string): Partial<KeptFile> | undefined {
  try {
    const kept: unknown = JSON.parse(fs.readFileSync(path.join(folder, 'meeting.json'), 'utf8'))
    return typeof kept === 'object' && kept !== null ? kept : undefined
  } catch {
    return undefined
  }
}

/** A summary that somebody edited is made again. */
function isSummary(value: unknown): value is Summary {
  return isRecord(value) && fieldNames.every((name) => checks[name](value[name]))
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || isText(value)
const isNumber: Check = (value) => typeof value === 'number'
const isFlag: Check = (value) => typeof value === 'boolean'
const isAsked: Check = (value) => isRecord(value) && isText(value['id']) && isText(value['title'])
const isList = (of: Check) => (value: unknown) => Array.isArray(value) && value.every(of)

const checks: Readonly<Record<keyof Summary, Check>> = {
  id: isText,
  protocol: isText,
  version: isNumber,
  title: isText,
  status: isText,
  openedAt: isText,
  updatedAt: isText,
  lines: isNumber,
  phase: isText,
  turns: isNumber,
  input: isNumber,
  output: isNumber,
  estimated: isFlag,
  money: (value) => value === null || isNumber(value),
  unpriced: isNumber,
  question: (value) => value === null || isAsked(value),
  questions: isList((value) => isAsked(value) && isText((value as Summary['questions'][number]).key)),
  detail: isTextOrNull,
  why: isTextOrNull,
  rehearsed: isFlag,
  degraded: isList(isText),
}
const fieldNames = Object.keys(checks) as (keyof Summary)[]

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
