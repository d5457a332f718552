// The record of a meeting names its journal by the hash of the last line before it was written: where both are apart from their
// workspace, each vouches for the other.

import type { Line } from '../line/line.js'
import { foundAs, standingDocuments } from '../line/standing.js'
import type { Protocol } from '../protocol.js'

/** `sha256:` and the hash that this line took for the record; undefined for every other line. */
export function namedBy({ kind, data }: Line): string | undefined {
  return kind === 'acted' && data.name === 'journal' ? String(data.result) : undefined
}

interface RecordFault {
  readonly line: number | null
  readonly path: null
  readonly what: string
}

/** What is wrong with a text that is said to be the record of this journal. */
export async function recordFaults(
  lines: readonly Line[],
  record: string,
  protocol: Protocol,
): Promise<RecordFault[]> {
  const fault = (what: string, line: number | null = null) => [{ line, path: null, what }]
  const named = [...record.matchAll(/\bjournal\W+(sha256:[0-9a-f]{64})\b/gi)].map(([, hash]) => hash)
  if (named.length === 0)
    return fault('The record names no journal: it has no line with `Journal: sha256:…`.')
  const taken = lines.find((line) => named.includes(namedBy(line)))
  if (!taken)
    return fault(
      'The record names another journal than this: it is the record of another meeting, or one of the two was changed.',
    )
  const after = [...standingDocuments(lines).values()].filter(({ line }) => line > taken.n)
  for (const one of after) {
    // A file of which nothing is this meeting's own could be anything.
    if (one.removed || one.parts?.length === 0) continue
    if ((await foundAs(one, { read: async () => record }, protocol)) === 'as recorded') return []
  }
  return fault('The record is not as this meeting wrote it: it was edited since.', after[0]?.line)
}
