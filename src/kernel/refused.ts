// Refused: a request that cannot be done as things stand. A surface maps each code to its own status, never by words in the message.

import { ParleyError } from './errors.js'

export type RefusalCode =
  | 'unknown-project'
  | 'unknown-meeting'
  | 'unknown-worker'
  | 'unknown-document'
  | 'bad-request'
  | 'wrong-state'
  | 'busy'
  | 'closing'
  | 'cap-reached'
  | 'name-taken'
  | 'not-possible'

export class Refused extends ParleyError {
  override readonly name = 'Refused'
  readonly code: RefusalCode
  override readonly hint: string

  constructor(code: RefusalCode, message: string, hint = '') {
    super(message)
    this.code = code
    this.hint = hint
  }
}
