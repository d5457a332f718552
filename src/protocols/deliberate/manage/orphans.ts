// `--cleanup --all`: workspaces in which the person has met and whose folder is gone. A drive that is not mounted looks the same, so each
// is asked about.

import type { Calling, DeedDone, Elsewhere } from '../../manifest.js'
import { oneLine } from '../documents/text.js'
import { touchpoint } from '../touchpoints.js'
import type { Sessions } from './sessions.js'

type Event = Extract<DeedDone, { kind: 'done' }>['events'][number]

/** What people and programs are told of each; nothing goes without an answer. */
export async function orphans(
  { around }: Sessions,
  calling: Calling,
): Promise<{ readonly lines: readonly string[]; readonly events: readonly Event[] }> {
  const lines: string[] = []
  const events: Event[] = []
  for (const workspace of await around.elsewhere()) {
    if (workspace.within !== null) continue
    const choose = await ask(workspace, calling)
    if (choose === 'remove') workspace.forget()
    const told = { remove: 'forgotten', keep: 'kept' }[choose ?? ''] ?? 'nobody is here to decide'
    lines.push(`Gone: ${oneLine(workspace.name)} (${oneLine(workspace.path)}) — ${told}`)
    events.push({ type: 'orphan', name: workspace.name, path: workspace.path, done: choose })
  }
  return { lines, events }
}

async function ask({ name, path }: Elsewhere, calling: Calling): Promise<string | null> {
  const answer = await calling.ask({
    id: 'cleanup.orphan',
    title: `Forget the workspace ${oneLine(name)}?`,
    body: `${oneLine(path)} is not there. If it is on a drive that is not mounted now, keep it.`,
    options: touchpoint('cleanup.orphan').options.map((option) => ({
      ...option,
      effect:
        option.key === 'remove' ? 'it is looked at no more until you meet there again' : 'changes nothing',
    })),
    default: 'keep',
  })
  return answer?.choose ?? null
}
