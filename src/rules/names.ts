// Lists of names as people type them: separated by commas, trimmed, empty entries dropped, order and case kept.

export function splitNames(csv: string): string[] {
  return csv
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
