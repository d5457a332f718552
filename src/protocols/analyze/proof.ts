// Proof: evidence of a turn looked up, once and recorded. Quotes from files are judged where they are read; the journal keeps the verdict.

import type { Analysis } from './analysis.js'
import { type Citable, citedPaths, evidenceFault, refOf } from './rules/evidence.js'
import type { Change, Claim, Evidence, Voice } from './schemas.js'

export interface Cited {
  readonly contributions?: readonly Voice[] | undefined
  readonly claims?: readonly Claim[] | undefined
  readonly records?: readonly Change[] | undefined
  readonly closed?: readonly Evidence[] | undefined
}

export interface Proof {
  /** Paths that were cited and are there. */
  readonly files: ReadonlySet<string>
  /** Why a piece of evidence does not hold; null where it does. */
  fault(evidence: Evidence): string | null
}

const mostBytes = 2_000_000

export async function prove(analysis: Analysis, cited: Cited): Promise<Proof> {
  const evidence = [
    ...(cited.claims ?? []).flatMap((claim) => claim.evidence),
    ...(cited.records ?? []).flatMap((change) => change.evidence ?? []),
    ...(cited.closed ?? []),
  ]
  const refs = (cited.contributions ?? []).flatMap(({ refs: list }) => list ?? []).map((ref) => ({ ref }))
  const paths = citedPaths([...evidence, ...refs])
  const inFiles = evidence.filter(({ ref }) => refOf(ref)?.kind === 'path')
  const newIds = new Set((cited.records ?? []).flatMap(({ op, id }) => (op === 'put' && id ? [id] : [])))
  const citable = citableOf(analysis, newIds)
  const looked =
    paths.length === 0 ? { files: [], faults: {} } : await look(analysis, paths, inFiles, citable)
  const faults: Readonly<Record<string, string | null>> = looked.faults
  return {
    files: new Set(looked.files),
    fault: (one) =>
      refOf(one.ref)?.kind === 'path' ? (faults[keyOf(one)] ?? null) : evidenceFault(one, citable),
  }
}

async function look(
  { meeting }: Analysis,
  paths: readonly string[],
  evidence: readonly Evidence[],
  citable: Citable,
) {
  return meeting.act('evidence', async (world) => {
    const files = new Map<string, string>()
    for (const path of paths) {
      const text = await world.files.read(path).catch(() => null)
      if (text !== null && text.length <= mostBytes) files.set(path, text)
    }
    const faults = evidence.map((one) => [keyOf(one), evidenceFault(one, { ...citable, files })])
    return { files: [...files.keys()], faults: Object.fromEntries(faults) as Record<string, string | null> }
  })
}

function keyOf({ ref, quote }: Evidence): string {
  return `${ref}\n${quote ?? ''}`
}

/** A record of the same turn may be cited. */
function citableOf(
  { messages, input, existing, edits, store }: Analysis,
  newIds: ReadonlySet<string>,
): Citable {
  return {
    messages,
    draft: input.draft?.text ?? null,
    discovery: input.discovery,
    kept: existing,
    edits,
    files: new Map(),
    hasRecord: (id) => store.records.has(id) || newIds.has(id),
  }
}
