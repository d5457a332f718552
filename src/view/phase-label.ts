// The label of a phase: its name as a reader would write it.

/** `DISCUSS` and `first-look` as a reader would write them. */
export function phaseLabel(name: string): string {
  const words = name.replace(/[-_/]+/g, ' ').trim()
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}
