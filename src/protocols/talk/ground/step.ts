// Follows the person's branch: the integration branch is brought up to it, so that talks see new commits without a restart.

import { messageOf } from '../../../kernel/errors.js'
import { followedIn, refsOf, syncIntegration } from './git/talk-git.js'
import { projectLock, type RegisteredProject, type TalkHost } from './ports.js'
import { gitOf } from './shared.js'

/** Lists are asked for often; the person's branch is checked at most this often. */
const lookMs = 2_000

export class Steps {
  readonly #looked = new Map<string, { at: number; tip: string | null }>()

  /** When the person's branch has moved since the last check. A conflict is left for later: lists must not fail because of it. */
  async keep(host: TalkHost, config: RegisteredProject): Promise<void> {
    const before = this.#looked.get(config.name)
    const at = Date.now()
    if (before && at - before.at < lookMs) return
    this.#looked.set(config.name, { at, tip: before?.tip ?? null })
    const project = gitOf(host.home, config)
    const tip = await refsOf(project).then(
      (refs) => followedIn(project, refs)?.tip ?? null,
      () => null,
    )
    if (tip === null || tip === before?.tip) return
    const synced = await host.locks.exclusively(projectLock(config.name), () =>
      syncIntegration(project).catch((error: unknown) => ({
        kind: 'waiting' as const,
        why: messageOf(error),
      })),
    )
    if ('commit' in synced) this.#looked.set(config.name, { at, tip })
  }
}
