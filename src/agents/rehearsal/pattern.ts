// Patterns: a string that matches a regular expression, for the simple ones. What comes out is a guess to be checked.

/** Which of `n` ways to go: the source of variety between guesses. */
export type Pick = (n: number) => number

type Node =
  | { readonly kind: 'set'; readonly chars: readonly string[] }
  | { readonly kind: 'any-of'; readonly of: readonly (readonly Node[])[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number }

/** A string along the pattern, each unbounded part `more` times longer than it must be. */
export function guess(pattern: string, pick: Pick, more: number): string {
  const source = { text: [...pattern], at: 0 }
  return write(alternatives(source), pick, more)
}

/** The same picks for the same number, the first of all always for zero. */
export function picks(seed: number): Pick {
  let state = seed
  return (n) => {
    if (seed === 0) return 0
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * n)
  }
}

interface Source {
  readonly text: readonly string[]
  at: number
}

function write(node: Node, pick: Pick, more: number): string {
  if (node.kind === 'set') return node.chars[pick(node.chars.length)] ?? ''
  if (node.kind === 'any-of') {
    return (node.of[pick(node.of.length)] ?? []).map((part) => write(part, pick, more)).join('')
  }
  const times = Math.min(node.max, node.min + more)
  return Array.from({ length: times }, () => write(node.node, pick, more)).join('')
}

function alternatives(source: Source): Node {
  const of: Node[][] = [[]]
  for (let next = source.text[source.at]; next !== undefined && next !== ')'; next = source.text[source.at]) {
    if (next === '|') {
      source.at++
      of.push([])
    } else {
      of.at(-1)?.push(quantified(atom(source), source))
    }
  }
  return { kind: 'any-of', of }
}

const nothing: Node = { kind: 'any-of', of: [[]] }

function atom(source: Source): Node {
  const char = source.text[source.at++] ?? ''
  if (char === '(') return group(source)
  if (char === '[') return bracket(source)
  if (char === '\\') return { kind: 'set', chars: escaped(source) }
  if (char === '.') return { kind: 'set', chars: letters }
  return char === '^' || char === '$' ? nothing : { kind: 'set', chars: [char] }
}

/** What is looked ahead to or behind adds nothing itself; whether the guess pleases it is checked in the end. */
function group(source: Source): Node {
  const head =
    /^\?(?:<?[=!]|[a-z-]*:|<[^>]+>)/.exec(source.text.slice(source.at, source.at + 60).join(''))?.[0] ?? ''
  source.at += [...head].length
  const inner = alternatives(source)
  source.at++
  return /^\?<?[=!]/.test(head) ? nothing : inner
}

function quantified(node: Node, source: Source): Node {
  const [whole, range] =
    /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(source.text.slice(source.at, source.at + 20).join('')) ?? []
  if (whole === undefined) return node
  source.at += whole.length
  if (range)
    return {
      kind: 'repeat',
      node,
      min: range === '+' ? 1 : 0,
      max: range === '?' ? 1 : Number.POSITIVE_INFINITY,
    }
  const [low = '0', high] = whole.replace(/[{}?]/g, '').split(',')
  const max = high === undefined ? Number(low) : high === '' ? Number.POSITIVE_INFINITY : Number(high)
  return { kind: 'repeat', node, min: Number(low), max }
}

function bracket(source: Source): Node {
  const negated = source.text[source.at] === '^'
  if (negated) source.at++
  const chars: string[] = []
  while (source.at < source.text.length && source.text[source.at] !== ']') chars.push(...member(source))
  source.at++
  const among = negated ? printable.filter((char) => !chars.includes(char)) : byPreference(chars)
  return { kind: 'set', chars: among }
}

function member(source: Source): readonly string[] {
  const first = oneOf(source)
  const [dash, after] = source.text.slice(source.at, source.at + 2)
  if (first.length > 1 || dash !== '-' || after === undefined || after === ']') return first
  source.at++
  return span(first[0] ?? '', oneOf(source)[0] ?? '')
}

function oneOf(source: Source): readonly string[] {
  const char = source.text[source.at++] ?? ''
  return char === '\\' ? escaped(source) : [char]
}

/** A long range is stood for by its ends and what is plain in it. */
function span(from: string, to: string): string[] {
  const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
  if (high - low < 200)
    return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => String.fromCodePoint(low + i))
  return [from, ...printable.filter((char) => char >= from && char <= to), to]
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const digits = [...'1234567890']
const printable = [
  ...letters,
  ...letters.map((char) => char.toUpperCase()),
  ...digits,
  ...'_-. /:,;+=@#!?()&%$*\'"<>[]{}|^~`\\',
]
const spaces = [' ', '\t', '\n']
const words = [...letters, ...letters.map((char) => char.toUpperCase()), ...digits, '_']
const without = (chars: readonly string[]) => printable.filter((char) => !chars.includes(char))

const classes: Readonly<Record<string, readonly string[]>> = {
  d: digits,
  D: without(digits),
  w: words,
  W: without(words),
  s: spaces,
  S: printable.filter((char) => char !== ' '),
  n: ['\n'],
  r: ['\r'],
  t: ['\t'],
  f: ['\f'],
  v: ['\v'],
  b: [''],
  B: [''],
}

function escaped(source: Source): readonly string[] {
  const char = source.text[source.at++] ?? ''
  const rest = source.text.slice(source.at, source.at + 60).join('')
  const code =
    char === 'x'
      ? /^([0-9a-fA-F]{2})/.exec(rest)
      : char === 'u'
        ? /^(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]+)\})/.exec(rest)
        : null
  if (code) {
    source.at += code[0].length
    return [String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '0', 16))]
  }
  if (char === 'p' || char === 'P') return property(source, rest, char === 'P')
  // A back reference is left out: the check decides whether the guess holds without it.
  return /[1-9]/.test(char) ? [''] : (classes[char] ?? [char])
}

/** `\p{…}`: whichever of the usual characters have the property. */
function property(source: Source, rest: string, negated: boolean): readonly string[] {
  const name = /^\{[^}]*\}/.exec(rest)?.[0] ?? ''
  source.at += name.length
  const has = new RegExp(`\\${negated ? 'P' : 'p'}${name}`, 'u')
  return [...printable, '😀', '漢', 'é', 'ß', ' '].filter((char) => has.test(char))
}

function byPreference(chars: readonly string[]): readonly string[] {
  const plain = printable.filter((char) => chars.includes(char))
  return [...plain, ...chars.filter((char) => !plain.includes(char))]
}
