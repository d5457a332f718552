// Keywords: which of them a text holds, and the score from 0 to 4 that follows for every member.

/** How many different keywords stand in the text. Overlapping ones each count. */
export function hitsIn(text: string, keywords: readonly string[]): number {
  const distinct = new Map(keywords.map((keyword) => [keyword.trim().toLowerCase(), keyword.trim()]))
  distinct.delete('')
  const folded = foldedText(text)
  return [...distinct.values()].filter(
    (keyword) => mayHold(folded, keyword) && knownPattern(keyword).test(text),
  ).length
}

/** Whether a pattern is worth making: false only where the first word of the keyword is nowhere in the text, not even inside another. */
function mayHold(folded: string, keyword: string): boolean {
  const [first = ''] = keyword.split(/\s+/)
  // How other letters are folded is the pattern's to know.
  return !/^[\x21-\x7e]+$/.test(first) || folded.includes(first.toLowerCase())
}

/** Lower case, with the long s, which a pattern takes for an s and `toLowerCase` leaves. */
function foldedText(text: string): string {
  return text.toLowerCase().replaceAll('\u017f', 's')
}

/** Making a pattern takes a thousand times as long as using it, and a roster has hundreds of keywords that are looked for again and again. */
function knownPattern(keyword: string): RegExp {
  const known = patterns.get(keyword)
  if (known) return known
  if (patterns.size >= mostPatterns) patterns.clear()
  const made = patternOf(keyword)
  patterns.set(keyword, made)
  return made
}

const patterns = new Map<string, RegExp>()
const mostPatterns = 5000

/** Up to four hits count one each; in longer texts the best member scores 4 and the others in proportion. */
export function keywordScores(hits: readonly number[]): number[] {
  const most = Math.max(4, ...hits)
  return hits.map((count) => Math.floor((4 * count) / most + 0.5))
}

/** No letter or digit may touch the match. A space matches any run of white space, `-` or `_`; all else is literal. */
function patternOf(keyword: string): RegExp {
  const words = keyword.split(/\s+/)
  const letters = keyword.match(/\p{L}/gu)?.length ?? 0
  const plural = words.length === 1 && letters >= 3 ? '(?:e?s)?' : ''
  const body = words.map(escaped).join('[\\s_-]+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${body}${plural}(?![\\p{L}\\p{N}])`, 'iu')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
