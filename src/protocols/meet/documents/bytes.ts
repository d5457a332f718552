// How many bytes a text has in UTF-8. Counted here, since protocols do not use Node's Buffer.

export function bytesIn(text: string): number {
  let total = 0
  for (const char of text) total += utf8Length(char.codePointAt(0) ?? 0)
  return total
}

function utf8Length(point: number): number {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}
