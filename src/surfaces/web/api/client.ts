// HTTP client of the page: the browser sends its cookie along. Turns a refusal into an error with the server's words and hint.

import { CannotGoOn, type ParleyError } from '../../../kernel/errors.js'
import { refusalOverHttp } from '../../refusal-over-http.js'

export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    cache: 'no-store',
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as T
}

export async function refusalOf(response: Response): Promise<ParleyError> {
  return refusalOverHttp(response.status, await response.text().catch(() => ''))
}

function unreachable(): ParleyError {
  return new CannotGoOn(
    'SERVER_GONE',
    'The server cannot be reached.',
    'Is `parley serve` still running? Nothing you wrote is lost.',
  )
}
