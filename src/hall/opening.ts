// Opening meetings that are held in a project's own folder.

import type { MeetingRef, OpenMeeting } from './api.js'
import { Refused } from './api.js'
import { type Parts, parleyOf, usableProject } from './parts.js'

export async function openMeeting(
  parts: Parts,
  ask: Exclude<OpenMeeting, { protocol: 'talk' }>,
): Promise<MeetingRef> {
  const { protocol, project: name, agents, ...fields } = ask
  const project = await usableProject(parts, name)
  const workspace = parleyOf(parts, project)
  const prepared = await workspace.prepare({ protocol, fields, agents: { default: agents } })
  if (prepared.kind === 'halted') throw new Refused('bad-request', prepared.lines.join(' ') || prepared.halt)
  return { project: project.name, id: await workspace.begin(prepared) }
}
