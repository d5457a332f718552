// Addresses: which places of the network a seat may reach. Pure.
//
//   WADR1  Only public unicast addresses are reached: nothing of this machine, of its network or of its cloud. An IPv4 address inside an
//          IPv6 address counts as what it is inside.
//   WADR2  A host that the person's own settings name may be anywhere; the name opens that host alone, by its exact spelling.

import { BlockList, isIP } from 'node:net'

/** Not public: loopback, private, link-local with the cloud's metadata, shared, multicast, reserved, for documentation and tests. */
const refusedV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Of the public range only: tunnels (Teredo, 6to4), benchmarks, documentation and identifiers that are no place. */
const refusedV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const blocked = new BlockList()
for (const [net, bits] of refusedV4) blocked.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of refusedV6) blocked.addSubnet(net, bits, 'ipv6')

/** Everything that is public today lies in 2000::/3; loopback, link-local, ULA, NAT64 and multicast lie outside. */
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')

/** Whether a connection may be made to this address (WADR1). A text that is no address is refused. */
export function isPublic(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 4) return !blocked.check(plain, 'ipv4')
  if (family !== 6) return false
  const inner = embeddedV4(plain)
  if (inner !== undefined) return isPublic(inner)
  return publicV6.check(plain, 'ipv6') && !blocked.check(plain, 'ipv6')
}

/** The IPv4 address inside `::ffff:a.b.c.d` or `::a.b.c.d`, in whatever spelling; undefined for any other. */
function embeddedV4(address: string): string | undefined {
  const groups = groupsOf(address)
  const high = groups.slice(0, 5).every((group) => group === 0)
  if (!high || (groups[5] !== 0 && groups[5] !== 0xffff)) return undefined
  const [a = 0, b = 0] = groups.slice(6)
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a: string, b: string, c: string, d: string) =>
      [(Number(a) << 8) | Number(b), (Number(c) << 8) | Number(d)].map((one) => one.toString(16)).join(':'),
  )
  const [before = '', after] = dotted.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((one) => Number.parseInt(one, 16)))
  const [left, right] = [read(before), read(after ?? '')]
  return after === undefined
    ? left
    : [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

export interface WebPlaces {
  /** Hosts that may be anywhere, as `host` or `host:port`. */
  readonly allowHosts: readonly string[]
}

const usualPorts = ['', '80', '443', '8080', '8443']

/** Whether the person's settings open the host of this address, wherever it lies (WADR2). */
export function isAllowedHost({ hostname, host }: URL, { allowHosts }: WebPlaces): boolean {
  return allowHosts.some((one) => one === hostname || one === host)
}

/** Why this address is not opened, in words for the seat; undefined where its form is good. Its host is looked up later. */
export function faultOf(url: URL, places: WebPlaces): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is not http or https`
  if (url.username !== '' || url.password !== '') return 'an address with a user name or password'
  const named = places.allowHosts.includes(url.host)
  if (!named && !usualPorts.includes(url.port)) return `port ${url.port} is not one of 80, 443, 8080, 8443`
  const bare = literalOf(url)
  if (bare !== undefined && !isAllowedHost(url, places) && !isPublic(bare)) return 'a private address'
  return undefined
}

/** The address that the host is itself, without brackets; undefined for a name, which must be looked up. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? undefined : bare
}
