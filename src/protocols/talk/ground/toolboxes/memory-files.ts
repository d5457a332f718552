// Where the three memories are: one file each, below the person's own folder.

import { join } from 'node:path'
import { refName, safeId } from '../../documents/ids.js'
import type { MemoryScope } from '../../documents/memory.js'

export interface MemoryOwner {
  readonly home: string
  readonly project: string
  /** The worker's identity name. */
  readonly worker: string
}

export function memoryFile({ home, project, worker }: MemoryOwner, scope: MemoryScope): string {
  const folder = join(home, 'memory')
  if (scope === 'global') return join(folder, 'global.md')
  return scope === 'project'
    ? join(folder, 'projects', `${fileName(project)}.md`)
    : join(folder, 'workers', `${fileName(worker)}.md`)
}

function fileName(name: string): string {
  return safeId(name) ?? refName(name)
}

/** One lock for each file: talks of one worker may run at the same time. */
export const memoryLock = (file: string): string => `memory ${file}`
