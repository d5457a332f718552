// Journals of a workspace and of all talks, with summaries made by the story. The story is loaded only when a summary has to be made,
// since lists must start fast.

import type { Journals } from './kernel/line/journal.js'
import type { Line } from './kernel/line/line.js'
import type { Summary } from './kernel/line/summary.js'
import { parleyHome } from './workspace/home.js'
import { journalsOfFolder, journalsOfTalks, journalsOfWorkspace } from './workspace/journals.js'

/** The journals of a workspace, which lie below `home`. */
export function workspaceJournals(root: string, home = parleyHome()): Journals {
  return journalsOfWorkspace(home, root, summarise)
}

/** The journals of a folder that is gone. */
export function journalsLeftIn(folder: string, home = parleyHome()): Journals {
  return journalsOfFolder(home, folder, summarise)
}

/** The journals of all talks of this home. */
export function talkJournals(home: string): Journals {
  return journalsOfTalks(home, summarise)
}

/** The summary of a meeting with these lines, or of `before` with these lines added. */
export async function summarise(lines: readonly Line[], before?: Summary): Promise<Summary> {
  const [{ summarised }, { loadTellings }] = await Promise.all([
    import('./view/summary.js'),
    import('./protocols/tellings.js'),
  ])
  return summarised(lines, await loadTellings(), before)
}
