// The page: serves the built files. An unknown path gets the page, which handles it.

import { readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'

export interface Page {
  /** The folder of built files. */
  readonly folder: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function pageFile({ folder }: Page, path: string): Response {
  const wanted = normalize(decoded(path)).replace(/^[/\\]+/, '')
  const ending = extname(wanted)
  const file = ending === '' || wanted.startsWith('..') ? 'index.html' : wanted
  const body = read(join(folder, file))
  if (body === undefined) return new Response('Not here.', { status: 404, headers: safe })
  const cache = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store'
  return new Response(new Uint8Array(body), {
    headers: {
      ...safe,
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': cache,
    },
  })
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
