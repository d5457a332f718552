// Kept words: does this text still say what that one said? Half of the significant words must be there.

/** Lower-cased runs of letters and digits, in order: a text without its marks, for comparing. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Distinct ones of four characters or more. */
export function significantWords(text: string): Set<string> {
  return new Set(wordsIn(text).filter((word) => [...word].length >= 4))
}

export function keepsHalf(original: string, kept: string): boolean {
  const words = [...significantWords(original)]
  const there = significantWords(kept)
  return words.filter((word) => there.has(word)).length * 2 >= words.length
}
