// The page: serves the built files. An unknown path gets the page, which handles it.

import { readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export interface Page {
  /** The folder of built files. */
  readonly folder: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `accepts` is what the browser says that it can unpack. */
export function pageFile({ folder }: Page, path: string, accepts = ''): Response {
  const wanted = normalize(decoded(path)).replace(/^[/\\]+/, '')
  const ending = extname(wanted)
  const file = ending === '' || wanted.startsWith('..') ? 'index.html' : wanted
  const body = read(join(folder, file))
  if (body === undefined) return new Response('Not here.', { status: 404, headers: safe })
  const lasting = file.startsWith('assets/')
  const cache = lasting ? 'public, max-age=31536000, immutable' : 'no-store'
  const packed = lasting ? packedFor(join(folder, file), body, accepts) : undefined
  return new Response(new Uint8Array(packed?.bytes ?? body), {
    headers: {
      ...safe,
      ...(lasting ? { vary: 'accept-encoding' } : {}),
      ...(packed ? { 'content-encoding': packed.how } : {}),
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': cache,
    },
  })
}

const packings = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes),
}

type Packing = keyof typeof packings

/** Assets are named by their content: what was packed once stays right. */
const known = new Map<string, Buffer>()

function packedFor(
  file: string,
  body: Buffer,
  accepts: string,
): { readonly how: Packing; readonly bytes: Buffer } | undefined {
  const words = accepts.split(',').map((word) => word.trim().split(';')[0])
  const how = (['br', 'gzip'] as const).find((one) => words.includes(one))
  if (how === undefined || body.length < 1_000) return undefined
  const bytes = known.get(`${how} ${file}`) ?? packings[how](body)
  known.set(`${how} ${file}`, bytes)
  return { how, bytes }
}

const safe = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
