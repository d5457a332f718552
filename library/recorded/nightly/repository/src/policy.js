// Which dumps are kept. It looks at names alone, so that it can be tried without files.

import { nameOf, nightOf } from './names.js'

const nights = 7
const weeks = 5
const months = 12

/** The names to keep, of all these, as seen from `today`. */
export function kept(names, today) {
  const now = nightOf(nameOf(today))
  const dumps = names
    .map((name) => ({ name, night: nightOf(name) }))
    .filter(({ night }) => night !== undefined)
    .sort((one, other) => other.night - one.night)
  const within = (days) => dumps.filter(({ night }) => now - night < days)
  const keep = [
    ...within(nights),
    ...newestOfEach(within(weeks * 7), ({ night }) => Math.floor(night / 7)),
    ...newestOfEach(within(months * 31), ({ name }) => name.slice(0, 'catalogue-2026-04'.length)),
  ]
  return new Set(keep.map(({ name }) => name))
}

/** The dumps come newest first. */
function newestOfEach(dumps, groupOf) {
  const newest = new Map()
  for (const dump of dumps) if (!newest.has(groupOf(dump))) newest.set(groupOf(dump), dump)
  return newest.values()
}
