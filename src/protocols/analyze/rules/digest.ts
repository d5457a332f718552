// Digest: the first sentences of a draft, for a seat that needs to know what it is about and not all of it.

const mostSentences = 5
const longest = 1200

export function digestOf(draft: string): string {
  const prose = draft
    .replace(/^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/gm, '$1.')
    .replace(/\s+/g, ' ')
    .trim()
  const sentences = prose.match(/[^.!?]+[.!?]+|[^.!?]+$/g) ?? []
  return sentences
    .slice(0, mostSentences)
    .map((sentence) => sentence.trim())
    .join(' ')
    .slice(0, longest)
}
