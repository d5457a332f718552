// Failure: what it means to the kernel when there is no reply, in words that never hold a key.

import type { SDKAssistantMessage, SDKResultMessage } from '@anthropic-ai/claude-agent-sdk'
import { BackendFailed, type FailureKind } from '../../kernel/errors.js'

export interface Broken {
  /** The last word of the program, if it came to one. */
  readonly end: SDKResultMessage | undefined
  /** What the SDK threw; it also throws what the last word said already. */
  readonly thrown: unknown
  /** What the program printed as errors. */
  readonly printed: string
  /** What the model's server is said to have refused with. */
  readonly error: SDKAssistantMessage['error']
}

const LONGEST = 400

export function failure(broken: Broken, partial: string, secret: string | undefined): BackendFailed {
  const reasons = reasonsFor(broken)
  const kind = kindOf(broken, reasons)
  const reason = short(reasons.find((one) => kind !== 'expired' || isExpired(one)) ?? 'no reason was given')
  const message = kind === 'expired' ? `The session of Claude is gone: ${reason}` : `Claude: ${reason}`
  const safe = secret ? message.replaceAll(secret, '[key]') : message
  return new BackendFailed(kind, safe, partial === '' ? {} : { partial })
}

/** A reply that came to its end. `subtype` alone does not tell: an error of the server is a success that is an error. */
export function isAnswer(end: SDKResultMessage | undefined): boolean {
  if (end?.subtype === 'error_max_structured_output_retries') return true
  return end?.subtype === 'success' && !end.is_error
}

/** Whether the program took no schema of this kind; nothing was sent then. */
export const refusesSchema = ({ thrown, printed }: Broken): boolean =>
  /--json-schema is not a valid JSON Schema/.test(`${printed}\n${said(thrown)}`)

/** From the most to the least telling. */
function reasonsFor({ end, thrown, printed }: Broken): readonly string[] {
  const told = end?.subtype === 'success' ? [end.result] : (end?.errors ?? [])
  return [...told, printed, said(thrown)].filter((reason) => reason.trim() !== '')
}

function kindOf({ end, error }: Broken, reasons: readonly string[]): FailureKind {
  if (reasons.some(isExpired)) return 'expired'
  const status = end?.subtype === 'success' ? (end.api_error_status ?? 0) : 0
  if ([429, 529].includes(status) || error === 'rate_limit' || error === 'overloaded') return 'rate-limited'
  if ([408, 504].includes(status) || reasons.some((reason) => /\btimed out\b/i.test(reason))) return 'timeout'
  return 'failed'
}

/** Sessions are swept away after a while; so are they on another machine, and under another home. */
const isExpired = (reason: string): boolean =>
  /No conversation found with session ID|No message found with message\.uuid|--resume requires a valid session ID/i.test(
    reason,
  )

const said = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : '')

const short = (text: string): string => {
  const line = text
    .replace(/^(Claude Code returned an error result: )?(API Error: )?/, '')
    .replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line
}
