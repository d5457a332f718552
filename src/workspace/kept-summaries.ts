// Kept summaries: a saved summary beside each journal for fast lists. Loads few modules, since `parley list` must start fast.

import fs from 'node:fs'
import path from 'node:path'
import type { Summary } from '../kernel/line/summary.js'
import { isMeetingId } from '../rules/meeting-id.js'
import { isRecord } from '../rules/values.js'
import { ownFile } from './home.js'
import { bytesFrom, lineEnd } from './journal-tail.js'
import { bytesOfPlain, replaceBelow } from './plain-files.js'

/** The journal of a meeting, in its folder. */
export function journalIn(folder: string): string {
  return path.join(folder, 'journal.jsonl')
}

/** The ids of all meetings there, without other files and folders. */
export function idsIn(all: string): string[] {
  try {
    const found = fs.readdirSync(all, { withFileTypes: true })
    return found.flatMap((entry) => (!entry.isFile() && isMeetingId(entry.name) ? [entry.name] : []))
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
      readonly before: KeptBefore | undefined
    }
  /** No meeting was opened there. */
  | { readonly kind: 'none' }

export interface KeptBefore {
  readonly summary: Summary
  readonly bytes: number
  /** The hash of the last line that the summary is of. */
  readonly end: string
}

export function keptIn(folder: string, id: string): Kept {
  const journal = fs.lstatSync(journalIn(folder), { throwIfNoEntry: false })
  if (!journal?.isFile() || journal.size === 0) return { kind: 'none' }
  const before = usable(readKept(folder), id)
  if (before?.bytes === journal.size && lastHash(journalIn(folder)) === before.end)
    return { kind: 'kept', summary: before.summary }
  const grown = before && before.bytes < journal.size
  return { kind: 'stale', changedAt: journal.mtime.toISOString(), before: grown ? before : undefined }
}

function usable(kept: Partial<KeptFile> | undefined, id: string): KeptBefore | undefined {
  const { bytes, end, summary } = kept?.format === format ? kept : {}
  if (typeof bytes !== 'number' || bytes <= 0 || typeof end !== 'string' || !isSummary(summary))
    return undefined
  return summary.id === id ? { summary, bytes, end } : undefined
}

/** The hash of the last whole line; undefined where no line is whole. */
function lastHash(file: string): string | undefined {
  for (let look = 4 * 1024; ; look *= 16) {
    const size = sizeOf(file)
    const bytes = bytesFrom(file, Math.max(0, size - look), look)
    const end = bytes.lastIndexOf(lineEnd)
    if (end < longestEnd && look < size) continue
    if (end < 0) return undefined
    const text = bytes.toString('latin1', Math.max(0, end - longestEnd), end)
    return /,"hash":"([0-9a-f]{64})"\}$/.exec(text)?.[1] ?? ''
  }
}

/** `,"hash":"…"}` */
const longestEnd = 75

/** How many lines the journal had when its summary was last kept; undefined where none can be read. */
export function linesKept(folder: string, id: string): number | undefined {
  return usable(readKept(folder), id)?.summary.lines
}

/** Not flushed: it is derived, and a lost one is rebuilt. */
export function keepIn(within: string, folder: string, summary: Summary): void {
  const bytes = sizeOf(journalIn(folder))
  const end = lastHash(journalIn(folder)) ?? ''
  const kept: KeptFile = { format, bytes, end, summary }
  replaceBelow(within, path.join(folder, 'meeting.json'), {
    text: JSON.stringify(kept),
    mode: ownFile,
  })
}

/** Raised when the summary's fields change, so that summaries of an older parley are made again. */
const format = 5

interface KeptFile {
  readonly format: number
  readonly bytes: number
  readonly end: string
  readonly summary: unknown
}

function readKept(folder: string): Partial<KeptFile> | undefined {
  try {
    const kept: unknown = JSON.parse(bytesOfPlain(path.join(folder, 'meeting.json'))?.toString('utf8') ?? '')
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
  degraded: isList(isText),
}
const fieldNames = Object.keys(checks) as (keyof Summary)[]

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
