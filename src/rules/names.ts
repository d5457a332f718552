// Lists of names as people type them: separated by commas, trimmed, empty entries dropped, order and case kept.

export function splitNames(csv: string): string[] {
  return csv
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** For a list that is already clean: entries are not trimmed, and an empty entry in the middle keeps its position. */
export function slotsOf(csv: string): string[] {
  const slots = csv.split(',')
  if (slots.at(-1) === '') slots.pop()
  return slots
}
