// Standing documents: what the journal says about the meeting's files on disk, and whether that is true.

import { isTooLarge } from '../errors.js'
import type { Protocol } from '../protocol.js'
import type { Documents } from '../run/documents.js'
import { sha256 } from './hash.js'
import type { Line } from './line.js'
import type { WroteData } from './line-data.js'

/** A document as the last line about it left it. */
export interface Standing extends Pick<WroteData, 'path' | 'parts' | 'removed'> {
  readonly line: number
  /** Null where it could not be read when it was moved. */
  readonly sha256: string | null
}

/** The state of a document on disk: as recorded, missing, changed, or present although it was removed. */
export type Found = 'as recorded' | 'missing' | 'changed' | 'there again'

export function standingDocuments(lines: readonly Line[]): ReadonlyMap<string, Standing> {
  const last = new Map<string, Standing>()
  for (const one of [...lines.flatMap(writtenBy), ...lines.flatMap(movedBy)]) last.set(one.path, one)
  return last
}

/** Of a file that several meetings share, only this meeting's parts are looked for. */
export async function foundAs(
  standing: Standing,
  documents: Pick<Documents, 'read'>,
  { unticked }: Pick<Protocol, 'unticked'>,
): Promise<Found> {
  const { path, removed, parts } = standing
  const text = await textOrTooLarge(documents, path)
  if (removed) return text === null ? 'as recorded' : 'there again'
  if (text === null) return 'missing'
  const same = parts
    ? parts.every((part) => text.includes(part))
    : [text, unticked?.(path, text) ?? text].some((one) => sha256(one) === standing.sha256)
  return same ? 'as recorded' : 'changed'
}

/** What is too large to be read is not what was written, and no reason to stop looking at the rest. */
async function textOrTooLarge(documents: Pick<Documents, 'read'>, path: string): Promise<string | null> {
  return documents.read(path).catch((error: unknown) => {
    if (isTooLarge(error)) return ''
    throw error
  })
}

function writtenBy({ kind, n, data }: Line): Standing[] {
  return kind === 'wrote' ? [{ ...data, line: n }] : []
}

/** Documents that were moved when the meeting was aborted count as removed here and written there. */
function movedBy({ kind, n, data }: Line): Standing[] {
  if (kind !== 'aborted' || !data.moved) return []
  return data.moved.flatMap(({ path, to, sha256 }) => [
    { path, line: n, sha256: null, removed: true },
    { path: to, line: n, sha256 },
  ])
}
