// Client: asks the server, and says in one error what it refused and what to do. Knows no page.

import { token } from './token.js'

/** The server refused, or could not be reached (`code` is then `unreachable`). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly hint: string
  readonly status: number

  constructor(of: { code: string; message: string; hint?: string; status: number }) {
    super(of.message)
    this.code = of.code
    this.hint = of.hint ?? ''
    this.status = of.status
  }
}

export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return ask<T>('GET', path, undefined, signal)
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return ask<T>('POST', path, body)
}

export function remove<T>(path: string): Promise<T> {
  return ask<T>('DELETE', path)
}

export function headers(): Record<string, string> {
  const held = token()
  return held === '' ? {} : { Authorization: `Bearer ${held}` }
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { ...headers(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    cache: 'no-store',
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : unreachable()
  })
  if (!response.ok) throw await refusalOf(response)
  return (response.status === 204 ? undefined : await response.json()) as T
}

export async function refusalOf(response: Response): Promise<Refusal> {
  const { status } = response
  const said = (await response.json().catch(() => null)) as { error?: Partial<Record<string, string>> } | null
  const code = said?.error?.['code'] ?? (status === 401 || status === 403 ? 'no-token' : 'failed')
  const message = said?.error?.['message'] ?? `The server answered ${status}.`
  return new Refusal({ code, message, hint: said?.error?.['hint'] ?? '', status })
}

function unreachable(): Refusal {
  return new Refusal({
    code: 'unreachable',
    message: 'The server cannot be reached.',
    hint: 'Is `parley serve` still running? Nothing you wrote is lost.',
    status: 0,
  })
}
