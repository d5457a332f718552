// Problems: how a refusal or a failure looks over HTTP. The status comes from a code, never from words.

import { type RefusalCode, Refused } from '../../hall/api.js'
import { ParleyError } from '../../kernel/errors.js'

export interface Problem {
  readonly status: 400 | 404 | 409 | 413 | 415 | 429 | 500
  readonly body: {
    readonly error: { readonly code: string; readonly message: string; readonly hint: string }
  }
}

const statuses: Readonly<Record<RefusalCode, Problem['status']>> = {
  'unknown-project': 404,
  'unknown-meeting': 404,
  'unknown-worker': 404,
  'unknown-document': 404,
  'bad-request': 400,
  'wrong-state': 409,
  busy: 409,
  closing: 409,
  'cap-reached': 429,
  'name-taken': 409,
  'not-possible': 409,
}

/** The request cannot be read; the message says what is wrong with it. */
export class BadRequest extends Error {}
/** The request brings more than a request may. */
export class TooLong extends Error {}

export function problemOf(error: unknown): Problem {
  if (error instanceof BadRequest) return problem(400, 'bad-request', error.message)
  if (error instanceof TooLong) return problem(413, 'too-long', 'A request may bring one megabyte at most.')
  if (error instanceof Refused) return problem(statuses[error.code], error.code, error.message, error.hint)
  if (error instanceof ParleyError)
    return problem(error.exit === 2 ? 400 : 409, error.code, error.message, error.hint)
  return problem(500, 'unforeseen', 'Something went wrong here.', 'The log in PARLEY_HOME says what.')
}

export function problem(status: Problem['status'], code: string, message: string, hint = ''): Problem {
  return { status, body: { error: { code, message, hint } } }
}
