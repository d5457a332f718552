// Kept summaries: a saved summary beside each journal for fast lists. Loads few modules, since `parley list` must start fast.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Line } from '../kernel/line.js'
import type { Seals } from '../kernel/origin.js'
import type { Summary } from '../kernel/summary.js'
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

/** A saved summary is used only if it is of this meeting and of the journal as it is now, and has the person's seal. */
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

export function keptIn(folder: string, id: string, seals: Seals): Kept {
  const journal = fs.lstatSync(journalIn(folder), { throwIfNoEntry: false })
  if (!journal?.isFile() || journal.size === 0) return { kind: 'none' }
  const before = usable(readKept(folder), id, seals)
  if (before?.bytes === journal.size && lastEnd(journalIn(folder))?.hash === before.end)
    return { kind: 'kept', summary: before.summary }
  const grown = before && before.bytes < journal.size
  return { kind: 'stale', changedAt: journal.mtime.toISOString(), before: grown ? before : undefined }
}

/** One that came with a clone has no seal of the person's: it could call a meeting theirs that is not. */
function usable(kept: Partial<KeptFile> | undefined, id: string, seals: Seals): KeptBefore | undefined {
  const { bytes, end, summary, mac } = kept?.format === format ? kept : {}
  if (typeof bytes !== 'number' || bytes <= 0 || typeof end !== 'string' || !isSummary(summary))
    return undefined
  if (summary.id !== id || typeof mac !== 'string') return undefined
  return seals.fits(summarySeal(id, { bytes, end, summary }), mac) ? { summary, bytes, end } : undefined
}

function summarySeal(id: string, { bytes, end, summary }: Omit<KeptBefore, 'before'>): string {
  const digest = createHash('sha256').update(JSON.stringify(summary)).digest('hex')
  return `parley summary\n${id}\n${bytes}\n${end}\n${digest}`
}

/** How the last whole line ends: its hash and its seal. Undefined where no line is whole. */
export function lastEnd(file: string): LineEnd | undefined {
  for (let look = 4 * 1024; ; look *= 16) {
    const size = sizeOf(file)
    const bytes = bytesFrom(file, Math.max(0, size - look), look)
    const end = bytes.lastIndexOf(lineEnd)
    if (end < longestEnd && look < size) continue
    if (end < 0) return undefined
    const text = bytes.toString('latin1', Math.max(0, end - longestEnd), end)
    const [, hash = '', mac] = /,"hash":"([0-9a-f]{64})"(?:,"mac":"([0-9a-f]{64})")?\}$/.exec(text) ?? []
    return { n: 0, kind: 'noted', hash, ...(mac === undefined ? {} : { mac }) }
  }
}

type LineEnd = Pick<Line, 'n' | 'kind' | 'hash' | 'mac'>

/** `,"hash":"…","mac":"…"}` */
const longestEnd = 148

/** How many lines the journal had when its summary was last kept; undefined where none can be read. */
export function linesKept(folder: string, id: string, seals: Seals): number | undefined {
  return usable(readKept(folder), id, seals)?.summary.lines
}

/** Not flushed: it is derived, and a lost one is rebuilt. */
export function keepIn(within: string, folder: string, summary: Summary, seals: Seals): void {
  const bytes = sizeOf(journalIn(folder))
  const end = lastEnd(journalIn(folder))?.hash ?? ''
  const mac = seals.make(summarySeal(summary.id, { bytes, end, summary }))
  const kept: KeptFile = { format, bytes, end, summary, mac }
  replaceBelow(within, path.join(folder, 'meeting.json'), {
    text: JSON.stringify(kept),
    mode: ownFile,
  })
}

/** Raised when the summary's fields change, so that summaries of an older parley are made again. */
const format = 4

interface KeptFile {
  readonly format: number
  readonly bytes: number
  readonly end: string
  readonly summary: unknown
  readonly mac: string
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
  rehearsed: isFlag,
  degraded: isList(isText),
  foreign: isFlag,
}
const fieldNames = Object.keys(checks) as (keyof Summary)[]

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
