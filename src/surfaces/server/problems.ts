// Problems: refusals and failures as HTTP responses. The status comes from the kind of fault, never from the message.

import type { Fault } from '../../kernel/errors.js'
import { tellError } from '../told-error.js'

export interface Problem {
  readonly status: (typeof statuses)[Fault]
  readonly body: {
    readonly error: {
      readonly code: string
      readonly message: string
      readonly hint: string
      readonly field?: string
    }
  }
}

const statuses = {
  usage: 400,
  'no-token': 401,
  forbidden: 403,
  unknown: 404,
  state: 409,
  rule: 409,
  'too-long': 413,
  limit: 429,
  unforeseen: 500,
} as const satisfies Readonly<Record<Fault, number>>

export function problemOf(error: unknown): Problem {
  const { fault, ...told } = tellError(error)
  return { status: statuses[fault], body: { error: fault === 'unforeseen' ? unforeseen : told } }
}

/** The message of an unexpected error goes only to the log: it may contain paths of this machine or secrets. */
const unforeseen = {
  code: 'unforeseen',
  message: 'Something went wrong here.',
  hint: 'The log in PARLEY_HOME says what.',
}
