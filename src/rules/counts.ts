// Counts: whole numbers as they arrive in flags and state files. Digits only, no sign, no decimals, no spaces.

export function isCount(text: string): boolean {
  return /^[0-9]+$/.test(text)
}

export function isPositiveCount(text: string): boolean {
  return /^[1-9][0-9]*$/.test(text)
}

/** The number, or undefined when the text is not a count. Numbers above the largest exact integer become that integer. */
export function countOf(text: string | undefined): number | undefined {
  if (text === undefined || !isCount(text)) return undefined
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
}

/** Like `countOf`, for counts that start at 1. */
export function positiveOf(text: string | undefined): number | undefined {
  return text !== undefined && isPositiveCount(text) ? countOf(text) : undefined
}

/** A sum that stays an exact integer: it stops at the largest one. */
export function addCounts(one: number, other: number): number {
  return Math.min(one + other, Number.MAX_SAFE_INTEGER)
}
