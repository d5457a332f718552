// Words: the most frequent words of a text, to search by. The same text always gives the same words.

/** The most frequent words; of two equally frequent ones the earlier comes first. */
export function topic(text: string, most: number): readonly string[] {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}_-]{2,39}/gu)) {
    if (!common.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a)
  return ranked.slice(0, most).map(([word]) => word)
}

// English words that every prompt has: a search for them would match every file.
const common = new Set(
  `about above after again all also and any answer are ask asked because been before being between both but call can cannot
  could did does doing done down each either else ever every few file files first following for from give given had has have
  her here him his how into its itself just last least less like line lines made make many may meeting might more most much
  must never new next nor not nothing now off often once one only open other others our out over own person please point
  question read reply role rules said same say says seat seats see shall she should since some speak still such task text
  than that the their them then there these they thing things this those through too turn turns two under until upon use
  used user very was well were what when where which while who whom whose why will with within without word words would write
  yes yet you your`.split(/\s+/),
)
