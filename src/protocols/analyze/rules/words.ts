// Words of a reply, for rules that look for phrases: whole words only, and no phrase across a comma or a full stop.
//
// Looking for substrings would read "now" as "no", and "not correct" as "correct".

/** A word, or a break: punctuation or the end of a line. */
export type Token = { readonly word: string } | { readonly mark: string }

/** Small letters, straight apostrophes; a word with hyphens is one word, a command such as `/done` too. */
export function tokensOf(text: string): Token[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
  const found = plain.matchAll(
    /(?:(?<=^|\s)\/)?[\p{L}\p{N}\p{M}]+(?:['_-][\p{L}\p{N}\p{M}]+)*|\n|[^\s\p{L}\p{N}\p{M}]/gu,
  )
  return [...found].map(([text]) => (/[\p{L}\p{N}]/u.test(text) ? { word: text } : { mark: text }))
}

export function wordsOf(text: string): string[] {
  return tokensOf(text).flatMap((token) => ('word' in token ? [token.word] : []))
}

/** Where a phrase begins, and how many tokens it has. */
export interface Match {
  readonly at: number
  readonly length: number
}

export function matchesOf(phrases: readonly string[], tokens: readonly Token[]): Match[] {
  return phrases.flatMap((phrase) => {
    const words = phrase.split(' ')
    return tokens.flatMap((_, at) => (beginsWith(tokens, at, words) ? [{ at, length: words.length }] : []))
  })
}

export function holds(phrases: readonly string[], tokens: readonly Token[]): boolean {
  return matchesOf(phrases, tokens).length > 0
}

function beginsWith(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  return words.every((word, offset) => {
    const token = tokens[at + offset]
    return token !== undefined && 'word' in token && token.word === word
  })
}

/** Whether one of the three words before a place denies it. */
export function isNegated(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(0, at).flatMap((token) => ('word' in token ? [token.word] : []))
  return before.slice(-3).some((word) => denials.has(word) || word.endsWith("n't"))
}

/** People leave the apostrophe out; then the word is a denial all the same. */
const denials = new Set(
  'not never cannot dont doesnt didnt isnt arent wasnt cant couldnt wont wouldnt shouldnt havent'.split(' '),
)

const common = new Set(
  (
    'a an the and or but if then than of to in on at by for from with without as is are was were be been being do does did ' +
    'have has had can could should would will may might must shall it its this that these those there here we you your our they ' +
    'their them i me my he she him her his what which who whom whose when where why how not no so about into over also any some'
  ).split(' '),
)

/** The distinct words that carry the meaning of a text. */
export function contentWords(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => !common.has(word)))
}

/** Shared content words of all content words of both; 0 where neither has any. */
export function overlap(one: string, other: string): number {
  const [here, there] = [contentWords(one), contentWords(other)]
  const shared = [...here].filter((word) => there.has(word)).length
  const all = here.size + there.size - shared
  return all === 0 ? 0 : shared / all
}
