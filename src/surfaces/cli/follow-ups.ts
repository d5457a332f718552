// Follow-ups that earlier meetings left open, as seen from a folder. Loads a protocol only where its folder is marked.

import { protocols } from '../../protocols/index.js'
import type { FollowUp } from '../../protocols/manifest.js'
import { rootMarkedBy } from '../../workspace/root.js'

/** Never rejects: a council that cannot be read leaves home without this part, and `council info` says what is wrong. */
export async function followUpsFrom(folder: string): Promise<readonly FollowUp[]> {
  const all = protocols.map(async ({ standing }) => {
    const root = standing?.followUps ? rootMarkedBy(folder, standing.marker) : undefined
    if (root === undefined || !standing?.followUps) return []
    const { parley } = await import('../../parley.js')
    return standing.followUps(parley(root).around).catch(() => [])
  })
  return (await Promise.all(all)).flat()
}

export interface Filed {
  readonly path: string
  readonly called: string
  /** The newest first. */
  readonly items: readonly { readonly id: string; readonly item: string; readonly owner: string }[]
}

/** What is open in files that meetings share with people. A file that cannot be read leaves home without this part too. */
export async function filedFrom(folder: string): Promise<readonly Filed[]> {
  const all = protocols.map(async ({ filed }): Promise<readonly Filed[]> => {
    const root = filed && rootMarkedBy(folder, filed.path)
    if (!filed || root === undefined) return []
    const { parley } = await import('../../parley.js')
    const items = await parley(root)
      .around.world.files.read(filed.path)
      .then((text) => filed.open(text ?? ''))
      .catch(() => [])
    return items.length === 0 ? [] : [{ path: filed.path, called: filed.called, items: items.toReversed() }]
  })
  return (await Promise.all(all)).flat()
}
