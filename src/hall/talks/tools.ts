// The tools of one turn of a talk, from the plain data of its grant. Made anew every time: two talks share nothing.

import type { Tool } from '../../kernel/agents.js'
import { CannotGoOn } from '../../kernel/errors.js'
import type { ToolsGrant } from '../../parley.js'
import type { MeetingId } from '../../protocols/talk/documents/ids.js'
import type { MemoryScope } from '../../protocols/talk/documents/memory.js'
import { activityOf, commitIntegration, integrationOf } from '../../protocols/talk/ground/git/talk-git.js'
import { findWorker } from '../../protocols/talk/ground/packages.js'
import { resolveTools } from '../../protocols/talk/ground/toolboxes/resolve.js'
import { scrub } from '../../workspace/secrets.js'
import { gitOf, type Parts, packagesOf, usableProject } from '../parts.js'

export interface Equipment {
  readonly meeting: string
  readonly project: string
  readonly scope: 'activity' | 'project'
  readonly worker: string
  /** Scopes of memory that the session has read already. */
  readonly memoryRead: readonly string[]
}

export function toolsOf(parts: Parts, grant: ToolsGrant): Promise<readonly Tool[]> {
  return equip(parts, grant.of as unknown as Equipment)
}

export async function equip(parts: Parts, asked: Equipment): Promise<readonly Tool[]> {
  const packages = await packagesOf(parts)
  const worker = findWorker(packages, asked.worker)
  if (!worker) throw new CannotGoOn('NO_WORKER', `There is no worker "${asked.worker}" any more.`)
  const config = await usableProject(parts, asked.project)
  const project = gitOf(parts.home, config)
  const id = asked.meeting as MeetingId
  const integration = integrationOf(project).folder
  const { memoryLimit } = config
  return resolveTools(
    {
      worker,
      project: asked.project,
      meetingId: id,
      home: parts.home,
      activity: asked.scope === 'project' ? integration : activityOf(project, id).folder,
      integration,
      locks: parts.locks,
      alreadyRead: asked.memoryRead as readonly MemoryScope[],
      ...(memoryLimit === undefined ? {} : { memoryLimit }),
      now: () => parts.now().toISOString(),
      scrub: async (text) => (await scrub(text)).text,
      commitIntegration: async (message) => void (await commitIntegration(project, message)),
      onEvent: (event) => {
        if (event.kind === 'artifact') {
          const change = event.change === 'created' ? 'added' : 'changed'
          parts.touched.add(id, { path: `.lore/${event.path}`, change })
        }
        parts.feed.nudge()
      },
    },
    packages,
  )
}
