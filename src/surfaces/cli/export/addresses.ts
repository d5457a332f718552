// Addresses: an export goes to others, and where somebody's model server stands is nobody's business. The journal itself keeps them.

import type { Line } from '../../../kernel/line.js'

/** Addresses of servers that voices of the meeting name, wherever its text repeats them, a failed call for instance. */
export function withoutAddresses(text: string, lines: readonly Line[]): string {
  const found = new Set(lines.flatMap(({ data }) => addressesIn(JSON.stringify(data))))
  const origins = [...found].flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))
  // The longest first: an origin is the beginning of its address.
  const all = [...new Set([...found, ...origins])].toSorted((a, b) => b.length - a.length)
  return all.reduce((left, address) => left.replaceAll(address, '[server]'), text)
}

/** `model:NAME@http://host:port/v1`, as voices are named. */
function addressesIn(json: string): readonly string[] {
  return [...json.matchAll(/"model:[^"\s@]*@(https?:\/\/[^"\s]+)"/g)].map(([, address = '']) => address)
}
