// Restoring: a meeting resumed in a fresh clone, or after its documents were deleted, first writes its recorded documents again.
//
//   RST1  Only a missing document is written; an existing one is left unchanged, and named when it differs.
//   RST2  A document is written exactly as it was recorded, or not at all. Of a file that several meetings share, this meeting's
//         part is written, and the person is told that the rest is missing.
//   RST3  Nothing is restored that this journal removed.

import { sha256 } from '../line/hash.js'
import { foundAs, type Standing, standingDocuments } from '../line/standing.js'
import type { Deps } from './deps.js'
import { type Recorded, replay } from './replay.js'
import type { Restoration } from './restoration.js'

/** Undefined when every document is as recorded. */
export async function restoreDocuments(recorded: Recorded, deps: Deps): Promise<Restoration | undefined> {
  const found = await Promise.all(
    [...standingDocuments(recorded.lines).values()].map(async (standing) => ({
      standing,
      found: await foundAs(standing, deps.documents, recorded.protocol).catch(() => 'changed' as const),
    })),
  )
  const missing = found.flatMap(({ standing, found }) => (found === 'missing' ? [standing] : []))
  const changed = found.flatMap(({ standing, found }) => (found === 'changed' ? [standing.path] : []))
  if (missing.length === 0 && changed.length === 0) return undefined
  const texts = missing.length === 0 ? new Map<string, string>() : await renderedAgain(recorded, deps)
  const outcome = { restored: [] as string[], inPart: [] as string[], lost: [] as string[] }
  for (const standing of missing) {
    const text = texts.get(standing.path)
    const how = text === undefined ? 'lost' : outcomeOf(standing, text)
    outcome[how].push(standing.path)
    if (text !== undefined && how !== 'lost') await deps.documents.write(standing.path, text)
  }
  return { ...outcome, changed }
}

/** The journal holds hashes of documents, not their texts; a replay of the procedure renders the texts again. */
async function renderedAgain(recorded: Recorded, deps: Deps): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const keep = async (path: string, text: string) => void texts.set(path, (await deps.scrub(text)).text)
  await replay(recorded, deps, {
    wrote: ({ data: { path } }, text) => keep(path, text),
    async revised({ data: { path } }, change) {
      // Other meetings' parts of this file are not in this journal, so the revision starts from what this meeting wrote.
      const text = textOf(() => change(texts.get(path) ?? null))
      if (text !== undefined) await keep(path, text)
    },
  })
  return texts
}

/** A revision may refuse a file without the other meetings' parts; then there is nothing to restore. */
function textOf(make: () => { readonly text: string }): string | undefined {
  try {
    return make().text
  } catch {
    return undefined
  }
}

function outcomeOf({ sha256: recorded, parts }: Standing, text: string): 'restored' | 'inPart' | 'lost' {
  if (sha256(text) === recorded) return 'restored'
  return parts && parts.length > 0 && parts.every((part) => text.includes(part)) ? 'inPart' : 'lost'
}
