// The list of items below the root, with what their meta.json says of them. Opens nothing.

import type { Around, DeedDone } from '../../manifest.js'
import { isTier } from '../names.js'
import { itemRoot } from '../prepare.js'
import { requiredTopicIds } from '../rules/topics.js'
import { itemsBelow } from './items.js'
import { openMeetingOf } from './standing.js'

export async function itemRows(around: Around, named: string | null): Promise<DeedDone> {
  const root = await itemRoot(around, named)
  const items = await itemsBelow(around.world, root)
  const rows = await Promise.all(
    items.map(async ({ slug, folder, meta }) => {
      const tier = isTier(meta?.intensity) ? meta.intensity : isTier(meta?.tier) ? meta.tier : null
      const required = requiredTopicIds(tier ?? 'standard')
      const covered = (meta?.topics ?? []).filter((topic) => required.includes(topic)).length
      const open = await openMeetingOf(around, folder)
      return {
        slug,
        folder,
        status: meta?.status ?? 'raw',
        tier,
        covered,
        required: required.length,
        meeting: open?.meeting ?? null,
      }
    }),
  )
  const lines = rows.map(
    ({ slug, status, tier, covered, required, meeting }) =>
      `${slug}: ${status}, ${tier ?? 'tier open'}, ${covered} of ${required} topics covered, ${meeting ?? 'no open meeting'}`,
  )
  return {
    kind: 'done',
    text: lines.length === 0 ? `There is no item below ${root}.` : lines.join('\n'),
    events: rows.map((row) => ({ type: 'item', ...row })),
    exit: 0,
  }
}
