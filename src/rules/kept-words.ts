// Kept words: does this text still say what that one said? Half of the significant words must be there.

/** Distinct lower-cased runs of letters and digits, four characters or more. */
export function significantWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => [...word].length >= 4))
}

export function keepsHalf(original: string, kept: string): boolean {
  const words = [...significantWords(original)]
  const there = significantWords(kept)
  return words.filter((word) => there.has(word)).length * 2 >= words.length
}
