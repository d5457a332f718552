// Watches the workspace: seats only read, so a file that changed during a call is reported. It may be the person's own edit.

import type { NotSaid, Said } from '../../kernel/protocol.js'
import type { Invitee } from './input.js'
import type { Room } from './room.js'

/** Remembers what the workspace looks like before the first call. */
export async function rememberTree(room: Room): Promise<void> {
  room.tree = await room.meeting.act('look at the tree', (world) => world.tree())
}

/** After a call that used tools: a tool that writes halts the meeting; any other change of the workspace is reported. */
export async function watchTree(room: Room, seat: Invitee, reply: Said<unknown> | NotSaid): Promise<void> {
  if (reply.tools.length === 0) return
  const writing = reply.tools.find(({ name, ok }) => ok && writes.test(name))
  if (writing) {
    const path = String((writing.input as { path?: unknown } | null)?.path ?? writing.name)
    const detail = `${path} is outside the state-free write boundary`
    await room.halt('WRITE-BOUNDARY-VIOLATION', detail, seat.id)
  }
  const before = room.tree
  await rememberTree(room)
  const changed = paths(before, room.tree)
  if (changed.length === 0) return
  room.degrade('tree-changed')
  await room.notice(`${changed.join(', ')} changed while ${seat.name} was speaking`, 'WARNING')
}

const writes = /^(write_file|edit_file|run_command|write|edit|notebookedit)$/i

function paths(before: Room['tree'], after: Room['tree']): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...all].filter((path) => before[path] !== after[path] && !path.startsWith('.gaia/')).sort()
}
