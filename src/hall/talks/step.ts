// In step: the integration branch follows the person's own, so that what they commit there is seen here without a restart.

import { defaultBranch, syncIntegration } from '../../protocols/talk/ground/git/talk-git.js'
import { askLine } from '../../workspace/git/ask.js'
import { gitOf, type Parts } from '../parts.js'
import type { ProjectConfig } from '../projects.js'
import { messageOf } from '../refusals.js'
import { projectLock } from './lock-names.js'

/** Lists may be asked for often; the person's branch is looked at no oftener than this. */
const lookMs = 2_000

export class Steps {
  readonly #looked = new Map<string, { at: number; tip: string | null }>()

  /** Follows, when the person's branch has moved since the last look. A conflict there stops nobody here. */
  async keep(parts: Parts, config: ProjectConfig): Promise<void> {
    const before = this.#looked.get(config.name)
    const at = Date.now()
    if (before && at - before.at < lookMs) return
    this.#looked.set(config.name, { at, tip: before?.tip ?? null })
    const project = gitOf(parts.home, config)
    const name = await defaultBranch(project).catch(() => null)
    const tip =
      name === null ? null : await askLine(['rev-parse', '--verify', '--quiet', name], { cwd: config.path })
    if (tip === null || tip === before?.tip) return
    const synced = await parts.locks.exclusively(projectLock(config.name), () =>
      syncIntegration(project).catch((error: unknown) => ({
        kind: 'waiting' as const,
        why: messageOf(error),
      })),
    )
    if (synced.kind !== 'waiting') this.#looked.set(config.name, { at, tip })
  }
}
