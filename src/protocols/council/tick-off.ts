// Ticking a follow-up off: the one thing that parley changes in a record after its session, and only by the person's word.

import { WrongUsage } from '../../kernel/errors.js'
import type { Documents } from '../../kernel/run/documents.js'
import type { World } from '../../kernel/world.js'
import type { Box } from '../manifest.js'
import { type OpenFollowUp, openFollowUps } from './documents/follow-ups.js'
import { recordPath } from './documents/places.js'
import { itemsIn, ticked, withBox } from './documents/record-reading.js'
import { isSessionId } from './documents/session-id.js'
import { recordTexts } from './tree.js'

/** `number` counts from 1 over the open follow-ups of all records, as `info` lists them. */
export async function tickOff(
  world: World,
  documents: Documents,
  number: string,
): Promise<OpenFollowUp & { readonly left: number }> {
  const records = await recordTexts(world)
  const open = openFollowUps(records)
  const at = /^[1-9]\d{0,5}$/.test(number) ? Number(number) - 1 : -1
  const chosen = open[at]
  if (!chosen) throw noSuch(number, open.length)
  const nth = open.slice(0, at).filter(({ id }) => id === chosen.id).length
  await documents.write(recordPath(chosen.id), ticked(records.get(chosen.id) ?? '', nth))
  return { ...chosen, left: open.length - 1 }
}

/** The follow-ups of one record, done or not. */
export async function boxesOf(world: World, id: string): Promise<readonly Box[] | undefined> {
  const text = isSessionId(id) ? await world.files.read(recordPath(id)) : null
  if (text === null) return undefined
  return itemsIn(text).map(({ action, owners, done }) => ({ item: action, owner: owners[0] ?? '', done }))
}

/** Sets the box of a follow-up by its place in the record. The record may have been edited since it was shown. */
export async function setBox(
  world: World,
  documents: Documents,
  { id, at, box }: { readonly id: string; readonly at: number; readonly box: Box },
): Promise<void> {
  const now = (await boxesOf(world, id))?.[at]
  if (now?.item !== box.item)
    throw new WrongUsage('The record has changed since you saw it.', 'Look at it again, then tick.')
  if (now.done === box.done) return
  const text = (await world.files.read(recordPath(id))) ?? ''
  await documents.write(recordPath(id), withBox(text, at, box.done))
}

function noSuch(number: string, open: number): WrongUsage {
  return new WrongUsage(
    open === 0
      ? 'No follow-up is open here.'
      : `There is no open follow-up ${number}: they are numbered 1 to ${open}.`,
    'See them: `parley council info`.',
  )
}
