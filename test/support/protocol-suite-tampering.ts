// Tampering for the suite of protocols: documents that a meeting left are changed on disk, and its verification must say so.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HeldMeeting } from './protocol-suite-holding.js'

/** A document that is there after the meeting. */
export interface LeftDocument {
  /** As the journal has it. */
  readonly path: string
  readonly bytes: Buffer
  /** What of it is this meeting's, where it shares the file with others. */
  readonly parts: readonly string[] | undefined
}

export function documentsOf({ stage, lines }: HeldMeeting): readonly LeftDocument[] {
  const last = new Map<string, LeftDocument['parts'] | null>()
  for (const line of lines)
    if (line.kind === 'wrote') last.set(line.data.path, line.data.removed ? null : line.data.parts)
  return [...last].flatMap(([path, parts]) =>
    parts === null ? [] : [{ path, parts, bytes: readFileSync(join(stage.library.root, path)) }],
  )
}

/** One thing done to a document; `null` is a document that is gone. */
export interface Tampering {
  readonly how: string
  readonly path: string
  readonly bytes: Buffer | null
}

/** Every way in which a document that is all the meeting's is tampered with here. */
export function tamperings({ path, bytes }: LeftDocument): readonly Tampering[] {
  const changed = placesIn(bytes).map((at) => ({ how: `byte ${at}`, path, bytes: withChanged(bytes, at) }))
  const text = bytes.toString('utf8')
  return [
    ...changed,
    { how: 'gone', path, bytes: null },
    { how: 'empty', path, bytes: Buffer.alloc(0) },
    { how: 'a lost end', path, bytes: bytes.subarray(0, -1) },
    { how: 'one more line end', path, bytes: Buffer.concat([bytes, Buffer.from('\n')]) },
    { how: 'other line ends', path, bytes: Buffer.from(text.replaceAll('\n', '\r\n')) },
    { how: 'a byte-order mark', path, bytes: Buffer.from(`\uFEFF${text}`) },
  ]
}

/** The same for a part of a document that several meetings share. */
export function tamperingsOfPart({ path, bytes }: LeftDocument, part: string): readonly Tampering[] {
  const from = bytes.indexOf(part)
  const inside = placesIn(Buffer.from(part)).map((at) => from + at)
  const changed = inside.map((at) => ({ how: `byte ${at}`, path, bytes: withChanged(bytes, at) }))
  return [...changed, { how: 'gone', path, bytes: null }]
}

/** How many places are taken at even distances. */
const spread = 3

/** The first and the last byte, one of every kind of character, and some at even distances: each costs a verification. */
function placesIn(bytes: Buffer): readonly number[] {
  const kinds = new Map<string, number>()
  for (const [at, byte] of bytes.entries()) if (!kinds.has(kindOf(byte))) kinds.set(kindOf(byte), at)
  const even = Array.from({ length: spread }, (_, n) => Math.floor((n * bytes.length) / spread))
  return [...new Set([0, bytes.length - 1, ...kinds.values(), ...even])].toSorted((a, b) => a - b)
}

/** Small letters, capitals, digits and bytes beyond ASCII are a kind each; every space, line end and mark is one of its own. */
function kindOf(byte: number): string {
  if (byte >= 0x80) return 'beyond ASCII'
  return String.fromCharCode(byte).replace(/[a-z]/, 'a').replace(/[A-Z]/, 'A').replace(/\d/, '0')
}

function withChanged(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (bytes[at] ?? 0) ^ 1
  return changed
}

/** Those of these that the verification does not find. Different documents are tampered with at once, each in one way at a time. */
export async function unnoticed(
  held: HeldMeeting,
  lists: readonly (readonly Tampering[])[],
): Promise<string[]> {
  const { stage, id } = held
  const missed: string[] = []
  for (let n = 0; n < Math.max(...lists.map(({ length }) => length)); n++) {
    const now = lists.flatMap((list) => list[n] ?? [])
    const before = now.map(({ path }) => readFileSync(join(stage.library.root, path)))
    for (const { path, bytes } of now) put(join(stage.library.root, path), bytes)
    const { findings } = await stage.library.verify(id)
    for (const [at, { path }] of now.entries()) put(join(stage.library.root, path), before[at] ?? null)
    const unfound = now.filter(({ path }) => !findings.some((finding) => finding.path === path))
    missed.push(...unfound.map(({ path, how }) => `${path}: ${how}`))
  }
  return missed
}

function put(file: string, bytes: Buffer | null): void {
  if (bytes === null) rmSync(file)
  else writeFileSync(file, bytes)
}
