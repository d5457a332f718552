// Permission: what an agent is answered when it asks whether it may use a tool of its own. Only this once, never for good. Pure, but for the
// look at where a path really is.

import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { Footing } from './catalog.js'
import type { PermissionAnswer, PermissionAsk } from './wire.js'

export interface Allowance {
  readonly footing: Footing
  /** The folder of a `work` footing. */
  readonly root: string
  /** The operating system keeps its programs within the grant. */
  readonly sandboxed: boolean
  /** The call may use the web. */
  readonly web: boolean
  /** Whether a file holds secrets that the person did not allow: also where no sandbox empties it, whoever asks is told no. */
  isSecret(path: string): boolean
  /** Whether a title or name is that of one of our own tools, which enforce the grant themselves. */
  isOurs(name: string): boolean
}

const reading = new Set(['read', 'search', 'think'])
const changing = new Set(['edit', 'delete', 'move'])

export function answerTo({ toolCall, options }: PermissionAsk, allowance: Allowance): PermissionAnswer {
  const wanted = mayUse(toolCall, allowance) ? 'allow_once' : 'reject_once'
  const option = options.find(({ kind }) => kind === wanted)
  return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } }
}

export function mayUse(call: PermissionAsk['toolCall'], allowance: Allowance): boolean {
  if (allowance.isOurs(call.name ?? call.title ?? '')) return true
  const { footing, root, sandboxed } = allowance
  const { kind, locations } = call
  if (kind === 'think') return true
  if (footing === 'none' || !kind) return false
  if (reading.has(kind)) return (locations ?? []).every(({ path }) => !allowance.isSecret(path))
  if (kind === 'fetch') return allowance.web
  if (footing !== 'work') return false
  if (kind === 'execute') return sandboxed
  if (!changing.has(kind) || !locations?.length) return false
  return locations.every(({ path }) => isReallyInside(path, root))
}

/** Whether a path leads into the folder when every link on the way is followed; what does not exist yet counts by what does. */
export function isReallyInside(path: string, root: string): boolean {
  const top = realOf(root)
  const way = relative(top, realOf(resolve(root, path)))
  return (
    way !== '' && way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way) && !/^\.git([\\/]|$)/.test(way)
  )
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const up = dirname(path)
    return up === path ? path : join(realOf(up), path.slice(up.length).replace(/^[\\/]+/, ''))
  }
}
