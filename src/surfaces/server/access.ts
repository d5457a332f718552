// Access: what lets a client in. A program sends the token of this run; the page has a cookie, which it got for a code that is good once.
//
//   ACC1  Token, codes and cookies end with the run of the server: the next one knows none of them.
//   ACC2  A code admits one page, once. Whoever can read the token can make codes; from a code nothing else can be made.
//   ACC3  Nothing empty or short is ever compared, and what is compared takes the same time whatever it is.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A token of a run has 43 characters; one of fewer than these is damaged. */
export const shortestToken = 32

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** For the address of the page. Made without asking the server, so that a second `parley serve` can print one too. */
export function codeFor(token: string): string {
  const once = randomBytes(16).toString('base64url')
  return `${once}.${proofOf(token, once)}`
}

export class Access {
  readonly #token: string
  readonly #used = new Set<string>()
  readonly #cookies: string[] = []
  /** Of the cookie. Servers of other homes on this machine have other ports, and browsers send cookies to all of them. */
  readonly #name: () => string

  constructor(token: string, port: () => number) {
    if (token.length < shortestToken) throw new Error('The token of a server is too short.')
    this.#token = token
    this.#name = () => `parley-${port()}`
  }

  isToken(authorization: string | undefined): boolean {
    return same(/^Bearer (.+)$/.exec(authorization ?? '')?.[1], this.#token)
  }

  isCookie(header: string | undefined): boolean {
    const given = (header ?? '').split(';').map((part) => part.trim().split('='))
    const values = given.flatMap(([name, value]) => (name === this.#name() ? [value] : []))
    return values.some((value) => this.#cookies.some((known) => same(value, known)))
  }

  /** The `Set-Cookie` for this code; undefined when it was used already or is none of this run. */
  exchange(code: string): string | undefined {
    const [once = '', proof] = code.split('.')
    if (this.#used.has(once) || !same(proof, proofOf(this.#token, once))) return undefined
    this.#used.add(once)
    const value = newToken()
    this.#cookies.push(value)
    if (this.#cookies.length > mostPages) this.#cookies.shift()
    return `${this.#name()}=${value}; HttpOnly; SameSite=Strict; Path=/`
  }
}

const mostPages = 1_000

function proofOf(token: string, once: string): string {
  return createHmac('sha256', token).update(`page ${once}`).digest('base64url')
}

function same(given: string | undefined, known: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(known)]
  return one.length >= shortestToken && one.length === other.length && timingSafeEqual(one, other)
}
