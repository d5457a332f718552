// A dump's name says which night it is of: `catalogue-2026-04-30.dump`.

const shape = /^catalogue-(\d{4})-(\d{2})-(\d{2})\.dump$/
const msPerDay = 86_400_000

export function nameOf(night) {
  return `catalogue-${night.toISOString().slice(0, 10)}.dump`
}

/** The night as a count of days, so that two can be subtracted; undefined where the name is not that of a dump. */
export function nightOf(name) {
  const [, year, month, day] = shape.exec(name) ?? []
  return year && Date.UTC(year, month - 1, day) / msPerDay
}
