// The guard: decides from its headers whether a request is answered at all. It runs before the body is read.
//
//   AUTH1  Under /api only a client is answered that sends the token of this run or the cookie that a page got for its code.
//   AUTH2  Over TCP the Host header must be a loopback name with our port. Otherwise a web site could point its own name at
//          127.0.0.1 and have the person's browser reach this server as if it were that site (DNS rebinding).
//   AUTH3  A request from a browser is answered only when it comes from our own page.
//   AUTH4  A cookie alone changes nothing: such a request must also say that our own page sends it.

import type { Access } from './access.js'

export interface Ask {
  readonly path: string
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly site: string | undefined
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  /** True when it came through the socket in the person's own folder. */
  readonly local: boolean
}

export type Verdict =
  | { readonly kind: 'welcome' }
  | { readonly kind: 'refused'; readonly code: 'no-token' | 'forbidden'; readonly message: string }

export function judge(ask: Ask, access: Access, port: number): Verdict {
  if (!ask.local && !ourHost(ask.host, port))
    return refused('forbidden', 'This server answers to 127.0.0.1 and localhost only.')
  if (ask.origin !== undefined && !ourOrigin(ask.origin, port))
    return refused('forbidden', 'Another page may not speak to this server.')
  if (ask.site === 'cross-site' || ask.site === 'same-site')
    return refused('forbidden', 'Another page may not speak to this server.')
  if (!ask.path.startsWith('/api/')) return { kind: 'welcome' }
  if (isEntry(ask) || access.isToken(ask.authorization)) return { kind: 'welcome' }
  if (!access.isCookie(ask.cookie)) return refused('no-token', 'The token is missing or wrong.')
  return looksOnly(ask) || ask.site === 'same-origin' || ask.origin !== undefined
    ? { kind: 'welcome' }
    : refused('forbidden', 'A page must say where its request comes from.')
}

function ourHost(host: string | undefined, port: number): boolean {
  return (
    host !== undefined && ['127.0.0.1', 'localhost', '[::1]'].some((known) => host === `${known}:${port}`)
  )
}

function ourOrigin(origin: string, port: number): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].some((known) => origin === `http://${known}:${port}`)
}

/** Where a page exchanges its code; the code is checked there. */
function isEntry({ path, method }: Ask): boolean {
  return path === '/api/session' && method === 'POST'
}

function looksOnly({ method }: Ask): boolean {
  return method === 'GET' || method === 'HEAD'
}

function refused(code: 'no-token' | 'forbidden', message: string): Verdict {
  return { kind: 'refused', code, message }
}
