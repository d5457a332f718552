// Sources again: whether what a journal calls verified still stands in the commit that it was checked against. Reads git, nothing else.

import { z } from 'zod'
import { judgeFile } from '../../rules/citation-check.js'
import type { FileCitation } from '../../rules/citations.js'
import type { Line } from '../line/line.js'
import { sourcesIn } from '../run/checked-sources.js'
import type { World } from '../world.js'

const lineRange = z.object({ from: z.number(), to: z.number() })

/** The part of a recorded check that is looked at again. */
const verified = z.object({
  ref: z.string(),
  path: z.string(),
  range: lineRange.nullable(),
  more: z.array(lineRange).optional(),
  quotes: z.array(z.string()),
  sha256: z.string(),
  commit: z.object({ hash: z.string(), path: z.string() }),
  outcome: z.object({ kind: z.literal('verified') }),
})
type Verified = z.infer<typeof verified>

export interface SourcesAgain {
  /** How many stand where they stood. */
  readonly stand: number
  /** One for each citation that does not. */
  readonly fallen: readonly { readonly line: number; readonly path: string; readonly what: string }[]
  /** Commits that this repository does not have (any more). */
  readonly gone: readonly string[]
}

/** The steps that record what was checked. */
const checks = new Set(['check sources', 'check citations', 'sources committed'])

export async function sourcesAgain(
  git: Pick<World['git'], 'fileAt' | 'hasCommit'>,
  lines: readonly Line[],
): Promise<SourcesAgain> {
  const files = new Map<string, ReturnType<typeof git.fileAt>>()
  const read = ({ hash, path }: Verified['commit']) => {
    const key = `${hash}:${path}`
    const known = files.get(key) ?? git.fileAt(hash, path)
    files.set(key, known)
    return known
  }
  const [gone, fallen] = [new Set<string>(), [] as SourcesAgain['fallen'][number][]]
  let stand = 0
  for (const { line, source } of once(lines.flatMap(verifiedIn))) {
    const { ref, path, commit } = source
    if (stands(source, await read(commit))) stand++
    else if (!(await git.hasCommit(commit.hash))) gone.add(commit.hash)
    else {
      const what = `Line ${line} calls ${ref} verified, but commit ${commit.hash.slice(0, 10)} does not hold what it cites.`
      fallen.push({ line, path, what })
    }
  }
  return { stand, fallen, gone: [...gone] }
}

function verifiedIn(line: Line): { readonly line: number; readonly source: Verified }[] {
  return line.kind === 'acted' && checks.has(line.data.name) ? sourcesIn(line, verified) : []
}

/** The same lines or words of the same bytes are looked at once, where they were cited first. */
function once(found: ReturnType<typeof verifiedIn>): ReturnType<typeof verifiedIn> {
  const known = new Map<string, (typeof found)[number]>()
  for (const one of found) {
    const { path, range, more, quotes, sha256, commit } = one.source
    const key = JSON.stringify([path, range, more, quotes, sha256, commit])
    if (!known.has(key)) known.set(key, one)
  }
  return [...known.values()]
}

function stands(
  { ref, path, range, more, quotes, sha256 }: Verified,
  file: { readonly text: string; readonly sha256: string } | null,
): boolean {
  if (file === null) return false
  const place = { kind: 'file', ref, path, line: 1, end: 0 } as const
  const citation: FileCitation = {
    ...place,
    quotes,
    range: range ?? undefined,
    ...(more ? { more } : {}),
  }
  const { kind } = judgeFile(citation, { kind: 'text', text: file.text }, { runsOn: true })
  return file.sha256 === sha256 && kind === 'verified'
}
