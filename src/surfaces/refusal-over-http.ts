// The error that a client (the command or the page) makes from a server's response.

import { CannotGoOn, type ErrorCode, isErrorCode, type ParleyError } from '../kernel/errors.js'
import { fieldsOf } from '../rules/values.js'

/** Keeps the server's code, message and hint. A response without them, as from a proxy, is described by its status. */
export function refusalOverHttp(status: number, text: string): ParleyError {
  const { code, message, hint, field } = errorIn(text)
  return new CannotGoOn(
    isErrorCode(code) ? code : codeFor(status),
    typeof message === 'string' ? message : `The server answered ${status}: ${text.slice(0, 200)}`,
    typeof hint === 'string' ? hint : '',
    typeof field === 'string' ? field : undefined,
  )
}

function errorIn(text: string): { code?: unknown; message?: unknown; hint?: unknown; field?: unknown } {
  try {
    return fieldsOf(fieldsOf(JSON.parse(text))['error'])
  } catch {
    return {}
  }
}

function codeFor(status: number): ErrorCode {
  if (status === 401) return 'no-token'
  return status === 403 ? 'forbidden' : 'NO_ANSWER'
}
