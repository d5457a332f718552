// A settings file: read as YAML, checked against a schema, every mistake told with its line. A message repeats no value of the file.

import { lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { WrongUsage } from '../kernel/errors.js'
import { bytesOfPlain } from './plain-files.js'

/** Larger than any file of settings that a person writes. */
const LARGEST = 1_000_000

export interface SettingsFile<T> {
  /** What messages call it. */
  readonly name: string
  /** Its YAML. Empty where there is no such file. */
  readonly source: string
  readonly schema: z.ZodType<T>
  /** Why a key that is not in the schema is refused, by its path. */
  readonly stranger: (key: string) => string
  readonly hint: string
}

/** The settings that the file holds. */
export function settingsIn<T>({ name, source, schema, stranger, hint }: SettingsFile<T>): T {
  const { document, lines } = parseSettings(source, name)
  const checked = schema.safeParse(plainValue(document, name) ?? {})
  if (checked.success) return checked.data
  const faults = checked.error.issues.flatMap((issue) => faultsOf(issue, stranger))
  const told = faults.map(
    ({ path: at, what }) => `line ${lineOf(document, lines, at)}: ${at.join('.')} ${what}`,
  )
  throw new WrongUsage(`${name}, ${told.join('; ')}.`, hint)
}

/** The person's own file: a link that they made leads to it. */
export async function textOf(path: string): Promise<string> {
  return (await unlessMissing(readFile(path, 'utf8'))) ?? ''
}

/** A file that may have come with a clone: it must be a plain file of a sensible size, and no link. A pipe would never end. */
export function foreignTextOf(path: string, name: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return ''
  if (found.isSymbolicLink()) throw notPlain(name, 'a link')
  if (found.isDirectory()) throw notPlain(name, 'a folder')
  if (found.size > LARGEST) throw notPlain(name, 'too large for a file of settings')
  const bytes = bytesOfPlain(path)
  if (bytes === undefined) throw notPlain(name, 'no plain file')
  return bytes.toString('utf8')
}

function notPlain(name: string, what: string): WrongUsage {
  return new WrongUsage(`${name} is ${what}.`, 'Put a plain file there, or remove it: it is optional.')
}

async function unlessMissing<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

export function parseSettings(source: string, name: string): { document: Document; lines: LineCounter } {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines })
  const [error] = document.errors
  if (error) {
    const [first] = error.message.split('\n')
    // The parser's message ends with the position and a quotation of the file, which may contain anything.
    throw new WrongUsage(
      `${name}, line ${error.linePos?.[0].line ?? 1}: ${first!.replace(/ at line .*$/, '')}.`,
    )
  }
  if (document.contents && !isMap(document.contents) && plainValue(document, name) !== null) {
    throw new WrongUsage(`${name}, line 1: this must be a map of settings.`)
  }
  return { document, lines }
}

function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS()
  } catch {
    throw new WrongUsage(`${name}, line 1: its aliases cannot be resolved.`)
  }
}

interface Fault {
  readonly path: readonly PropertyKey[]
  readonly what: string
}

function faultsOf(issue: z.core.$ZodIssue, stranger: (key: string) => string): Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const path = [...issue.path, key]
      return { path, what: stranger(path.join('.')) }
    })
  return [{ path: issue.path, what: /^(must|may|of) /.test(issue.message) ? issue.message : 'must be a map' }]
}

/** The line of a key, or of the nearest key above it. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = 0
  for (const name of path) {
    if (!isMap(node)) break
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
    if (!pair) break
    offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
    node = pair.value
  }
  return lines.linePos(offset).line || 1
}
