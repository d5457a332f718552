// Identity: the date, the slug and the id of a new chartered meeting, an id that no journal or file has yet.

import type { World } from '../../kernel/world.js'
import { minuteOf } from '../../text/calendar.js'
import { memoryPath, notesPath } from '../../text/places.js'
import type { Around } from '../manifest.js'

const longestSlug = 40

/** The local date, as the person's calendar has it. */
export function dateHere(world: World): string {
  const now = world.now()
  return minuteOf({ ms: now.getTime(), offset: world.utcOffset(now) }).slice(0, 10)
}

/** Cut at a dash where there is one; a single word that is too long is cut where it must be. */
export function slugOfCharter(charter: string): string {
  const slug = seatId(charter)
  if (slug === '') return 'meeting'
  if (slug.length <= longestSlug) return slug
  const cut = slug.lastIndexOf('-', longestSlug)
  return slug.slice(0, cut > 0 ? cut : longestSlug)
}

/** The slug under which a meeting of this id writes: a fork has an id of its own, and so its own files. */
export function slugOfId(
  id: string,
  { date, slug }: { readonly date: string; readonly slug: string },
): string {
  return id.startsWith(`${date}-`) ? id.slice(date.length + 1) : slug
}

/** A name in lower case, runs of anything but `a-z0-9` as one dash, none at either end. */
export function seatId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The first slug whose id is free. Only proposes it: opening the meeting claims the id. */
export async function freeSlug(
  { world, takenIds }: Pick<Around, 'world' | 'takenIds'>,
  wanted: { readonly date: string; readonly charter: string; readonly seats: readonly string[] },
): Promise<string> {
  const base = slugOfCharter(wanted.charter)
  const taken = new Set(await takenIds())
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!taken.has(`${wanted.date}-${slug}`) && (await isFree(world, { ...wanted, slug }))) return slug
  }
}

/** Extractions lie under the month and the slug, so a folder of that name holds somebody else's. */
async function isFree(
  world: World,
  { date, slug, seats }: { date: string; slug: string; seats: readonly string[] },
): Promise<boolean> {
  const paths = [
    notesPath(date, slug),
    `.gaia/artifacts/creative-artifacts/meeting-scratchpad/${date.slice(0, 7)}/${slug}`,
    ...seats.map((seat) => memoryPath(seat, date, slug)),
  ]
  for (const path of paths) if (await world.files.exists(path)) return false
  return true
}
