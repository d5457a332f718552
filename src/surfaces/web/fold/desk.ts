// The desk: which documents lie beside a chat, and which of them is open. Pure.

import type { PaperDrawn } from '../../../view/drawings.js'
import { drawnAs } from '../../../view/drawings.js'
import type { Story } from '../../../view/story.js'

/** Those that the meeting draws, then whatever else it wrote. */
export function papersOf({
  drawings,
  documents,
}: Pick<Story, 'drawings' | 'documents'>): readonly PaperDrawn[] {
  const drawn = drawnAs(drawings, 'papers', 'papers')?.papers ?? []
  const others = [...documents.values()].filter(
    ({ path, working }) => !working && drawn.every((paper) => paper.path !== path),
  )
  return [
    ...drawn,
    ...others.map(({ path, title, line }) => {
      const name = path.split('/').at(-1) ?? path
      return { path, title: title || name, seat: null, state: '', worth: '', changed: line }
    }),
  ]
}

/** The one that the address names, else the first that is written. */
export function paperShown(papers: readonly PaperDrawn[], path: string | undefined): PaperDrawn | undefined {
  return papers.find((paper) => paper.path === path) ?? papers.find(({ changed }) => changed > 0)
}

/** The states that a reader tells apart by more than a word. */
export function isWritten({ changed }: PaperDrawn): boolean {
  return changed > 0
}
