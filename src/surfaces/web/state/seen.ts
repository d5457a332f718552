// Seen: which documents of a meeting the person has looked at in this browser, and what is new in them since.

import { useEffect, useMemo } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { Block } from '../../../text/markdown/tree.js'
import type { PaperDrawn } from '../../../view/drawings.js'
import { asRead, type Changes, changesIn, lookedAt, passagesOf, readLooked } from '../fold/changes.js'
import { keep, kept, useDraft, useDrafts } from './draft.js'

const place = ({ project, id }: MeetingRef, path: string) => `seen ${project}/${id} ${path}`

/** Marks what is new in a document while it is shown; once another one is chosen, it counts as read. */
export function useChanges(
  of: MeetingRef,
  path: string,
  line: number,
  blocks: readonly Block[] | null,
): Changes & { read(): void } {
  const at = place(of, path)
  const [text] = useDraft(at)
  const passages = useMemo(() => (blocks === null ? null : passagesOf(blocks)), [blocks])
  useEffect(() => {
    if (passages === null) return
    const known = readLooked(kept(at))
    const next = lookedAt(known, line, passages)
    if (next !== known) keep(at, JSON.stringify(next))
  }, [at, line, passages])
  useEffect(() => () => read(at), [at])
  const changes = useMemo(() => {
    const looked = readLooked(text)
    return looked === null ? none : changesIn(looked)
  }, [text])
  return { ...changes, read: () => read(at) }
}

const none: Changes = { fresh: new Set(), gone: 0 }

function read(at: string): void {
  const known = readLooked(kept(at))
  if (known !== null && known.before.join() !== known.now.join()) keep(at, JSON.stringify(asRead(known)))
}

/** Documents that were written since they were last looked at, by path, and whether they were ever. */
export function useUnread(
  of: MeetingRef,
  papers: readonly PaperDrawn[],
): ReadonlyMap<string, 'new' | 'changed'> {
  const texts = useDrafts(papers.map(({ path }) => place(of, path)))
  return new Map(
    papers.flatMap(({ path, changed }, at) => {
      const known = readLooked(texts[at] ?? '')
      if (changed <= (known?.line ?? 0)) return []
      return [[path, known === null ? 'new' : 'changed'] as const]
    }),
  )
}
