// Watches the workspace: seats only read, so a file that changed during a call is reported. It may be the person's own edit.

import type { NotSaid, Said } from '../../kernel/protocol.js'
import type { Invitee } from './input.js'
import type { MeetState } from './state.js'

/** Remembers what the workspace looks like before the first call. */
export async function rememberTree(state: MeetState): Promise<void> {
  state.tree = await state.meeting.act('look at the tree', (world) => world.tree())
}

/** After a call that used tools: a tool that writes halts the meeting; any other change of the workspace is reported. */
export async function watchTree(
  state: MeetState,
  seat: Invitee,
  reply: Said<unknown> | NotSaid,
): Promise<void> {
  if (reply.tools.length === 0) return
  const writing = reply.tools.find(({ name, ok }) => ok && writes.test(name))
  if (writing) {
    const path = String((writing.input as { path?: unknown } | null)?.path ?? writing.name)
    const detail = `${path} is outside the state-free write boundary`
    await state.halt('WRITE-BOUNDARY-VIOLATION', detail, seat.id)
  }
  const before = state.tree
  await rememberTree(state)
  const changed = paths(before, state.tree)
  if (changed.length === 0) return
  state.degrade('tree-changed')
  await state.notice(`${changed.join(', ')} changed while ${seat.name} was speaking`, 'WARNING')
}

const writes = /^(write_file|edit_file|run_command|write|edit|notebookedit)$/i

function paths(before: MeetState['tree'], after: MeetState['tree']): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...all].filter((path) => before[path] !== after[path] && !path.startsWith('.gaia/')).sort()
}
