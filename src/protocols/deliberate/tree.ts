// Watches the workspace: members only read it, so what changed while they did is told, and marks the result. It may be the person's edit.

import type { Said } from '../../kernel/protocol.js'
import { mark, type Sitting } from './sitting.js'

interface Watch {
  before: Readonly<Record<string, string>>
  /** Somebody used a tool since the last look. */
  used: boolean
}

const watches = new WeakMap<Sitting, Watch>()

/** Remembers what the workspace looks like before the first call. */
export async function rememberTree(sitting: Sitting): Promise<void> {
  watches.set(sitting, { before: await look(sitting), used: false })
}

export function toolsUsed(sitting: Sitting, { tools }: Pick<Said<unknown>, 'tools'>): void {
  const watch = watches.get(sitting)
  if (watch && tools.length > 0) watch.used = true
}

/** After a part in which somebody used tools. */
export async function compareTree(sitting: Sitting): Promise<void> {
  const watch = watches.get(sitting)
  if (!watch?.used) return
  const after = await look(sitting)
  const changed = [...new Set([...Object.keys(watch.before), ...Object.keys(after)])]
    .filter((path) => watch.before[path] !== after[path])
    .toSorted()
  watches.set(sitting, { before: after, used: false })
  if (changed.length === 0) return
  mark(sitting, 'tree-changed')
  const named = changed.slice(0, mostNamed).join(', ')
  const more = changed.length > mostNamed ? ` and ${changed.length - mostNamed} more` : ''
  await sitting.meeting.note('warning', { text: `${named}${more} changed while members were reading` })
}

const mostNamed = 10

/** What sessions write lies below `.claude/`, and is theirs to change. */
function look({ meeting }: Sitting): Promise<Readonly<Record<string, string>>> {
  return meeting.act('look at the tree', async (world) => {
    const tree = await world.tree()
    return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith('.claude/')))
  })
}
