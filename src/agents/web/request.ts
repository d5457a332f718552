// Request: one GET of one address, guarded. Follows redirects itself, so that each is judged like a new address.
//
//   WREQ1  A name is looked up once, every answer is judged, and the connection is made to that very answer: a name that points elsewhere
//          a moment later (rebinding) changes nothing.
//   WREQ2  Nothing is trusted that the server says of itself: bytes are counted as they come and after they are unpacked, and the time is
//          counted over all redirects together.

import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { faultOf, isAllowedHost, isPublic, literalOf, type WebPlaces } from './addresses.js'

export interface Limits {
  /** For everything, redirects included. */
  readonly totalMs: number
  readonly connectMs: number
  /** Of the body, unpacked. */
  readonly bytes: number
  readonly redirects: number
}

export const usualLimits: Limits = { totalMs: 15_000, connectMs: 5_000, bytes: 5_000_000, redirects: 5 }

export interface Asking extends WebPlaces {
  readonly limits: Limits
  readonly headers: Readonly<Record<string, string>>
  /** All addresses of a name. */
  resolve(host: string): Promise<readonly Address[]>
  /** Certificates of authorities that are believed instead of the usual ones. For tests. */
  readonly ca?: string
}

export interface Address {
  readonly address: string
  readonly family: number
}

export interface Got {
  readonly finalUrl: URL
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

/** Why there is no answer, in words for the seat. */
export class WebRefused extends Error {
  override readonly name = 'WebRefused'
}

/** As the system knows the name. */
export const systemLookup = (host: string): Promise<readonly Address[]> =>
  lookup(host, { all: true, verbatim: true })

export async function get(url: URL, asking: Asking, signal: AbortSignal): Promise<Got> {
  const { totalMs, redirects } = asking.limits
  const clock = AbortSignal.timeout(totalMs)
  const either = AbortSignal.any([signal, clock])
  let at = url
  try {
    for (let hops = 0; ; hops++) {
      const answer = await one(at, asking, either)
      if ('body' in answer) return answer
      if (hops === redirects) throw new WebRefused(`refused: more than ${redirects} redirects`)
      at = nextOf(at, answer.location)
    }
  } catch (error) {
    if (signal.aborted) throw new WebRefused('it was stopped')
    if (clock.aborted) throw new WebRefused(`timed out after ${totalMs / 1000} s`)
    throw error instanceof WebRefused ? error : new WebRefused(explained(error))
  }
}

/** Where a redirect leads. */
export function nextOf(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw new WebRefused('refused: a redirect to no address')
  const next = new URL(location, from)
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new WebRefused('refused: a redirect from https to http')
  return next
}

/** One answer: a page, or where the server sends us. */
async function one(
  url: URL,
  asking: Asking,
  signal: AbortSignal,
): Promise<Got | { readonly location: string }> {
  const fault = faultOf(url, asking)
  if (fault !== undefined) throw new WebRefused(`refused: ${fault}`)
  const address = await placeOf(url, asking)
  signal.throwIfAborted()
  const response = await answered(url, address, asking, signal)
  const { statusCode: status = 0, headers } = response
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    response.destroy()
    return { location: headers.location }
  }
  const body = await bodyOf(response, asking.limits.bytes)
  return { finalUrl: url, status, type: headers['content-type'] ?? '', body }
}

/** The address to connect to (WREQ1). One bad answer among good ones spoils them all: which of them is used is chance. */
async function placeOf(url: URL, asking: Asking): Promise<Address> {
  const literal = literalOf(url)
  if (literal !== undefined) return { address: literal, family: literal.includes(':') ? 6 : 4 }
  const found = await asking.resolve(url.hostname).catch(() => [])
  const [first] = found
  if (first === undefined) throw new WebRefused(`no such host: ${url.hostname}`)
  if (!isAllowedHost(url, asking) && !found.every(({ address }) => isPublic(address)))
    throw new WebRefused('refused: a private address')
  return first
}

function answered(
  url: URL,
  { address, family }: Address,
  { headers, limits, ca }: Asking,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const make = url.protocol === 'https:' ? httpsRequest : httpRequest
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)
  const sent = { 'accept-encoding': 'gzip, deflate, br', ...headers }
  const options = {
    headers: sent,
    lookup: pinned,
    agent: false,
    signal,
    ...(ca === undefined ? {} : { ca }),
  }
  return new Promise((done, fail) => {
    const asked: ClientRequest = make(url, options, done)
    const patience = setTimeout(
      () => asked.destroy(new WebRefused(`no connection within ${limits.connectMs / 1000} s`)),
      limits.connectMs,
    )
    asked.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(patience))
    })
    asked.on('close', () => clearTimeout(patience)).on('error', fail)
    asked.end()
  })
}

/** The bytes, unpacked and counted as they come (WREQ2). */
async function bodyOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const unpacked = unpackedFrom(response)
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > most) throw new WebRefused(`too large: more than ${most / 1_000_000} MB`)
      pieces.push(piece)
    }
  } finally {
    response.destroy()
  }
  // A server that breaks off early has not said what it announced.
  if (!response.complete) throw new WebRefused('the connection ended before the page did')
  return Buffer.concat(pieces)
}

function unpackedFrom(response: IncomingMessage): Readable {
  const packing = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (packing === 'identity' || packing === '') return response
  const unpack = unpackers[packing]?.()
  if (unpack === undefined) {
    response.destroy()
    throw new WebRefused(`refused: it is packed as ${packing.slice(0, 40)}`)
  }
  response
    .once('error', (error) => unpack.destroy(error))
    .once('aborted', () => unpack.destroy(new WebRefused('the connection ended before the page did')))
  return response.pipe(unpack)
}

const unpackers: Readonly<
  Record<string, () => ReturnType<typeof createGunzip | typeof createBrotliDecompress>>
> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Only codes are told: a message of the system's may hold addresses of this network. */
function explained(error: unknown): string {
  const code = error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? '') : ''
  return meanings[code] ?? `it could not be reached (${code || 'unforeseen'})`
}

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'the connection ended before the page did',
  ETIMEDOUT: 'no connection',
  EHOSTUNREACH: 'that host cannot be reached',
  ENETUNREACH: 'that network cannot be reached',
  HPE_INVALID_CONSTANT: 'what answers there does not speak HTTP',
  Z_DATA_ERROR: 'it is not packed as it says',
  Z_BUF_ERROR: 'the connection ended before the page did',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}
