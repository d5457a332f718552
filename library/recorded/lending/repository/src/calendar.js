// Days, written as `2026-10-06`, and when we are open.

const msPerDay = 86_400_000
const openOn = ['Tue', 'Sat']

export function addDays(day, count) {
  return new Date(Date.parse(day) + count * msPerDay).toISOString().slice(0, 10)
}

export function daysBetween(from, to) {
  return (Date.parse(to) - Date.parse(from)) / msPerDay
}

export function isOpen(day) {
  return openOn.includes(new Date(day).toUTCString().slice(0, 3))
}

/** This day if we are open, else the next on which we are. */
export function nextOpen(day) {
  return isOpen(day) ? day : nextOpen(addDays(day, 1))
}
