// The person's own tree while a worker's turn goes on: looked at only where no sandbox keeps programs from it.

import type { KeptCopy, TreeLook } from '../../../kernel/world.js'
import { bringBackCommand } from '../../../text/bring-back.js'
import { keepBefore } from '../../../workspace/git/keep-before.js'
import { changedSince, lookAtTree } from '../../../workspace/git/tree-look.js'
import { guardHere } from '../../../workspace/guard.js'
import type { OwnTree } from '../ground.js'

/** Of what parley writes itself in a project, only what decides about later meetings is looked at. */
const ask = {
  leaveOut: ['.council', '.parley', '.gaia', '.lore'],
  watch: ['.council/council.yaml', '.council/seats/', '.parley/config.yaml'],
}

export class TreeWatch {
  /** Only in this process: a turn that a crash cut off is not made again. */
  #before: { readonly look: TreeLook; readonly copy: KeptCopy | null } | null = null

  /** Before a turn: keeps a copy under this name, and looks. */
  async begin(home: string, path: string, name: string): Promise<void> {
    this.#before = null
    if ((await guardHere(home)).layer !== null) return
    const copy = await keepBefore(path, name)
    this.#before = { look: await lookAtTree(path, ask), copy }
  }

  async since(path: string): Promise<OwnTree> {
    if (this.#before === null) return { changes: [], bringBack: null }
    const { look, copy } = this.#before
    const changes = await changedSince(path, look, ask)
    const bringBack = copy === null ? null : bringBackCommand(copy.ref, changes)
    return { changes: changes.map(({ text }) => text), bringBack }
  }
}
