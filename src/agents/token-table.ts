// The token table: every token of an encoding with its rank, laid out so that a file of it is used as it is read. As a JavaScript map the
// same table took a third of a second and a hundred megabytes of every process that counted a token.
//
// Layout, in little-endian words of 32 bits: a mark, the number of tokens, the number of slots, the number of bytes; where each token
// ends; slots with a rank plus one, or zero; then the bytes of all tokens by rank.

export interface TokenTable {
  readonly ends: Uint32Array
  /** Found by the hash of a token; their number is a power of two, and at least one is empty. */
  readonly slots: Uint32Array
  readonly bytes: Uint8Array
}

const mark = 0x6b303031
const headWords = 4
const wordBytes = 4

/** A token is a text, or its bytes where they are no whole characters. */
export function makeTable(tokens: readonly (string | readonly number[])[]): Uint8Array {
  const all = tokens.map((token) =>
    typeof token === 'string' ? Buffer.from(token) : Buffer.from([...token]),
  )
  const size = 2 ** Math.ceil(Math.log2(all.length * 1.25))
  const bytes = Buffer.concat(all)
  let end = 0
  const ends = Uint32Array.from(all, (token) => {
    end += token.length
    return end
  })
  const slots = new Uint32Array(size)
  for (const [rank, token] of all.entries()) {
    let at = hashOf(token, 0, token.length) & (size - 1)
    while (slots[at] !== 0) at = (at + 1) & (size - 1)
    slots[at] = rank + 1
  }
  const head = Uint32Array.of(mark, all.length, size, bytes.length)
  return Buffer.concat([head, ends, slots].map((words) => Buffer.from(words.buffer)).concat(bytes))
}

/** Null when these bytes are no table, or one of another machine's order of bytes. */
export function openTable(file: Uint8Array): TokenTable | null {
  if (file.length < headWords * wordBytes) return null
  const whole = new Uint8Array(file).buffer
  const [found, count = 0, size = 0, length = 0] = new Uint32Array(whole, 0, headWords)
  const textFrom = (headWords + count + size) * wordBytes
  if (found !== mark || count >= size || whole.byteLength !== textFrom + length) return null
  return {
    ends: new Uint32Array(whole, headWords * wordBytes, count),
    slots: new Uint32Array(whole, (headWords + count) * wordBytes, size),
    bytes: new Uint8Array(whole, textFrom),
  }
}

/** How many tokens one piece of a text is: the pair with the lowest rank is joined until no pair is a token. */
export function tokensOf(table: TokenTable, piece: Uint8Array): number {
  if (rankOf(table, piece, 0, piece.length) !== none) return 1
  const starts = Array.from({ length: piece.length + 1 }, (_, at) => at)
  const pairAt = (at: number) => rankOf(table, piece, starts[at] ?? 0, starts[at + 2] ?? 0)
  const ranks = starts.map((_, at) => (at + 2 < starts.length ? pairAt(at) : none))
  for (;;) {
    let lowest = 0
    for (let at = 1; at < ranks.length; at++) if (ranks[at]! < ranks[lowest]!) lowest = at
    if (ranks[lowest] === none) return starts.length - 1
    starts.splice(lowest + 1, 1)
    ranks.splice(lowest + 1, 1)
    for (const at of [lowest - 1, lowest]) if (at >= 0) ranks[at] = at + 2 < starts.length ? pairAt(at) : none
  }
}

const none = Number.POSITIVE_INFINITY

function rankOf({ ends, slots, bytes }: TokenTable, text: Uint8Array, from: number, to: number): number {
  const last = slots.length - 1
  for (let at = hashOf(text, from, to) & last; slots[at] !== 0; at = (at + 1) & last) {
    const rank = slots[at]! - 1
    const begin = rank === 0 ? 0 : ends[rank - 1]!
    if (ends[rank]! - begin === to - from && isSame(bytes, begin, text, from, to)) return rank
  }
  return none
}

function isSame(bytes: Uint8Array, begin: number, text: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[begin + at - from] !== text[at]) return false
  return true
}

/** FNV-1a. */
function hashOf(text: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text[at]!, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
