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
