// Journals as they are wired: those of a workspace and those of all talks, with summaries made by the story. Loads next to nothing until
// a summary has to be made, since lists must start at once.

import type { Journals } from './kernel/journal.js'
import type { Line } from './kernel/line.js'
import type { Summary } from './kernel/summary.js'
import { journalsOfTalks, journalsOfWorkspace } from './workspace/journals.js'

/** The journals of a workspace. */
export function workspaceJournals(root: string): Journals {
  return journalsOfWorkspace(root, summarise)
}

/** The journals of all talks of this home. */
export function talkJournals(home: string): Journals {
  return journalsOfTalks(home, summarise)
}

/** What lists show of a meeting with these lines, or of one that had grown to `before` when they came. */
export async function summarise(lines: readonly Line[], before?: Summary): Promise<Summary> {
  const [{ summarised }, { loadTellings }] = await Promise.all([
    import('./story/summary.js'),
    import('./protocols/tellings.js'),
  ])
  return summarised(lines, await loadTellings(), before)
}
