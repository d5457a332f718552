// `--cleanup --all`: workspaces that the registry names and whose folder is gone. A drive that is not mounted looks the same, so each is asked about.

import type { Calling, DeedDone } from '../../manifest.js'
import { type RegistryWorkspace, readRegistry, withoutWorkspace } from '../documents/registry-file.js'
import { oneLine } from '../documents/text.js'
import { touchpoint } from '../touchpoints.js'
import type { Sessions } from './sessions.js'

type Event = Extract<DeedDone, { kind: 'done' }>['events'][number]

/** What people and programs are told of each; nothing goes without an answer. */
export async function orphans(
  { around, theme }: Sessions,
  calling: Calling,
): Promise<{ readonly lines: readonly string[]; readonly events: readonly Event[] }> {
  const { home } = around.world
  const lines: string[] = []
  const events: Event[] = []
  for (const workspace of readRegistry(await home.read(theme.registryPath))?.workspaces ?? []) {
    if (await home.hasFolder(workspace.path)) continue
    const choose = await ask(workspace, calling)
    if (choose === 'remove') {
      const failed = await home.merge(theme.registryPath, (text) => {
        const merged = withoutWorkspace(text, workspace.path)
        return merged.kind === 'text' ? merged.text : null
      })
      if (failed !== null) calling.tell(`The registry of all workspaces was not updated: ${failed}`)
    }
    const told =
      { remove: 'removed from the registry', keep: 'kept' }[choose ?? ''] ?? 'nobody is here to decide'
    lines.push(`Gone: ${oneLine(workspace.name)} (${oneLine(workspace.path)}) — ${told}`)
    events.push({ type: 'orphan', name: workspace.name, path: workspace.path, done: choose })
  }
  return { lines, events }
}

async function ask({ name, path }: RegistryWorkspace, calling: Calling): Promise<string | null> {
  const answer = await calling.ask({
    id: 'cleanup.orphan',
    title: `Forget the workspace ${oneLine(name)}?`,
    body: `${oneLine(path)} is not there. If it is on a drive that is not mounted now, keep it.`,
    options: touchpoint('cleanup.orphan').options.map((option) => ({
      ...option,
      effect: option.key === 'remove' ? 'takes it and its sessions out of the registry' : 'changes nothing',
    })),
    default: 'keep',
  })
  return answer?.choose ?? null
}
