// Excerpts: the beginning of a text, cut between sentences or words.

/** The first `most` sentences of a text on one line. */
export function firstSentences(line: string, most: number): string {
  const ends = [...line.matchAll(/[.!?…]+["'”’)\]]*(?=\s|$)/g)].map((end) => end.index + end[0].length)
  return line.slice(0, ends[most - 1] ?? line.length)
}

/** Cut with an ellipsis when it is longer than `most` characters: between words, or inside one that is longer than half of that. */
export function shortened(text: string, most: number): string {
  // No more than can be kept is split into characters: a text may be very long, and a character has at most two code units.
  const letters = [...text.slice(0, most * 2 + 2)]
  if (letters.length <= most) return text
  const blank = letters.slice(0, most).findLastIndex((letter) => /\s/.test(letter))
  const kept = letters.slice(0, blank >= most / 2 ? blank : most - 1).join('')
  return `${kept.replace(/[\s.,;:]+$/, '')}…`
}
