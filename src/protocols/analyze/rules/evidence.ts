// Evidence: whether a quote stands in what it cites, and how far a claim may be trusted for it.
//
//   EV1  A quote counts only if it stands in the message, draft or file that it cites; otherwise its claim or change is refused.
//   EV2  The source of a claim or record is at most what its evidence supports, whatever the model states.

import { type Source, sources } from '../names.js'
import type { Evidence } from '../schemas.js'
import { isRecordId } from './record-types.js'

export type Ref =
  /** `u3`: the person's third message. */
  | { readonly kind: 'message'; readonly number: number }
  | { readonly kind: 'draft' | 'discovery' }
  | { readonly kind: 'kept' | 'edit'; readonly file: string }
  | { readonly kind: 'record'; readonly id: string }
  | { readonly kind: 'path'; readonly path: string; readonly from: number | null; readonly to: number | null }

/** Null: it names nothing that could be cited, or something outside the workspace. */
export function refOf(text: string): Ref | null {
  const ref = text.trim()
  const message = /^u([1-9]\d{0,5})$/.exec(ref)?.[1]
  if (message !== undefined) return { kind: 'message', number: Number(message) }
  if (ref === 'draft' || ref === 'discovery') return { kind: ref }
  const [, kind, file] = /^(kept|edit):([^/\\\0]+)$/.exec(ref) ?? []
  if (kind !== undefined) return { kind: kind as 'kept' | 'edit', file: file! }
  if (isRecordId(ref)) return { kind: 'record', id: ref }
  return pathRef(ref)
}

function pathRef(ref: string): Ref | null {
  const [, name, from, to] = /^(.+?)(?::([1-9]\d*)(?:-([1-9]\d*))?)?$/.exec(ref) ?? []
  const path = name?.replace(/^(?:\.\/)+/, '')
  if (!path || /^[\\/~]|^[A-Za-z]+:|[\\\0\n]/.test(path) || path.split('/').includes('..')) return null
  const start = from === undefined ? null : Number(from)
  return { kind: 'path', path, from: start, to: to === undefined ? start : Number(to) }
}

/** What can be cited. A text that is not there is null. */
export interface Citable {
  /** The person's messages in order, as recorded. */
  readonly messages: readonly string[]
  readonly draft: string | null
  readonly discovery: string | null
  readonly kept: ReadonlyMap<string, string>
  readonly edits: ReadonlyMap<string, string>
  /** Files of the workspace that were read for this turn. */
  readonly files: ReadonlyMap<string, string>
  hasRecord(id: string): boolean
}

/** The files that must be read before the evidence can be judged. */
export function citedPaths(evidence: readonly Evidence[]): string[] {
  const paths = evidence.flatMap(({ ref }) => {
    const read = refOf(ref)
    return read?.kind === 'path' ? [read.path] : []
  })
  return [...new Set(paths)].toSorted()
}

/** Why a piece of evidence does not hold; null where it does. */
export function evidenceFault({ ref, quote }: Evidence, citable: Citable): string | null {
  const read = refOf(ref)
  if (read === null) return `${ref} is nothing that can be cited`
  if (read.kind === 'record') return citable.hasRecord(read.id) ? null : `there is no record ${read.id}`
  const text = textBehind(read, citable)
  if (text === null) return `${ref} is not there`
  if (quote === undefined) return `${ref} is cited without a quote`
  const wanted = comparable(quote)
  if (wanted === '') return `the quote from ${ref} is empty`
  return comparable(text).includes(wanted) ? null : `“${quote}” does not stand in ${ref}`
}

function textBehind(ref: Exclude<Ref, { kind: 'record' }>, citable: Citable): string | null {
  switch (ref.kind) {
    case 'message':
      return citable.messages[ref.number - 1] ?? null
    case 'draft':
    case 'discovery':
      return citable[ref.kind]
    case 'kept':
      return citable.kept.get(ref.file) ?? null
    case 'edit':
      return citable.edits.get(ref.file) ?? null
    case 'path': {
      const text = citable.files.get(ref.path) ?? null
      if (text === null || ref.from === null) return text
      return text
        .split('\n')
        .slice(ref.from - 1, ref.to ?? ref.from)
        .join('\n')
    }
  }
}

/** White space collapsed, quotes straight, no emphasis, small letters. */
export function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u201a\u201b\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g, '"')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The strongest source, no stronger than the one stated, that the evidence supports. */
export function cappedSource(stated: Source | undefined, evidence: readonly Evidence[]): Source {
  const kinds = new Set(evidence.flatMap(({ ref }) => refOf(ref)?.kind ?? []))
  const has = (...wanted: readonly Ref['kind'][]) => wanted.some((kind) => kinds.has(kind))
  const supported: Readonly<Record<Source, boolean>> = {
    user: has('message', 'edit'),
    draft: has('draft', 'kept'),
    inferred: has('message', 'edit', 'draft', 'kept', 'discovery'),
    extrapolated: true,
  }
  const ceiling = sources.indexOf(stated ?? 'extrapolated')
  return sources.find((source, at) => at >= ceiling && supported[source]) ?? 'extrapolated'
}

export type Confidence = 'high' | 'medium' | 'low'

export function confidenceOf(source: Source): Confidence {
  return source === 'user' ? 'high' : source === 'extrapolated' ? 'low' : 'medium'
}

const order: readonly Confidence[] = ['high', 'medium', 'low']

/** Null where there is none. */
export function lowest(all: readonly Confidence[]): Confidence | null {
  return order.toReversed().find((one) => all.includes(one)) ?? null
}

/** The weaker of two or more sources; `extrapolated` where there is none. */
export function weakest(all: readonly Source[]): Source {
  return sources.toReversed().find((one) => all.includes(one)) ?? 'extrapolated'
}

export function strongest(all: readonly Source[]): Source | null {
  return sources.find((one) => all.includes(one)) ?? null
}
