// The list of items below the root, with what their meta.json says of them. Opens nothing. A folder may have come with a clone: what nobody
// but its meta.json says is marked so.

import { fieldsOf } from '../../../rules/values.js'
import type { Around, DeedDone } from '../../manifest.js'
import { isTier } from '../names.js'
import { itemRoot } from '../prepare.js'
import { requiredTopicIds } from '../rules/topics.js'
import { type FoundItem, itemsBelow } from './items.js'
import { ownMeetings } from './standing.js'

export async function itemRows(around: Around, named: string | null): Promise<DeedDone> {
  const root = await itemRoot(around, named)
  const items = await itemsBelow(around.world, root)
  const held = items.length === 0 ? new Map<string, Held>() : await heldBy(around)
  const rows = items.map((item) => rowOf(item, held.get(item.folder)))
  return {
    kind: 'done',
    text: rows.length === 0 ? `There is no item below ${root}.` : rows.map(lineOf).join('\n'),
    events: rows.map((row) => ({ type: 'item', ...row })),
    exit: 0,
  }
}

interface Held {
  /** The one that is open. */
  readonly meeting: string | null
}

/** By folder: where a meeting of the person's own has been. */
async function heldBy(around: Around): Promise<Map<string, Held>> {
  const held = new Map<string, Held>()
  for await (const { id, input, isOpen } of ownMeetings(around)) {
    const folder = String(fieldsOf(input)['folder'])
    const known = held.get(folder)?.meeting ?? null
    held.set(folder, { meeting: known ?? (isOpen ? id : null) })
  }
  return held
}

function rowOf({ slug, folder, metaText, meta, trouble }: FoundItem, held: Held | undefined) {
  const tier = isTier(meta?.intensity) ? meta.intensity : isTier(meta?.tier) ? meta.tier : null
  const required = requiredTopicIds(tier ?? 'standard')
  return {
    slug,
    folder,
    status: meta?.status ?? 'raw',
    tier,
    covered: required.filter((topic) => meta?.topics.includes(topic)).length,
    required: required.length,
    meeting: held?.meeting ?? null,
    /** No meeting of the person's own made it here: its meta.json alone says so. */
    foreign: held === undefined && metaText !== null,
    readable: trouble === null && (metaText === null || meta !== null),
  }
}

function lineOf(row: ReturnType<typeof rowOf>): string {
  const { slug, status, tier, covered, required, meeting, foreign, readable } = row
  if (!readable) return `${slug}: its meta.json cannot be read, ${meeting ?? 'no open meeting'}`
  const whose = foreign ? ' (says its meta.json; no meeting of yours made it)' : ''
  return `${slug}: ${status}${whose}, ${tier ?? 'tier open'}, ${covered} of ${required} topics covered, ${meeting ?? 'no open meeting'}`
}
