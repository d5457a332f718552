// Timestamps as every rule writes them: UTC, to the second.

export function stamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}
