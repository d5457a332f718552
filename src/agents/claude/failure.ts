// Failure: turns a reply that failed into an error that the kernel understands, with no key in its message.

import type { SDKAssistantMessage, SDKResultMessage } from '@anthropic-ai/claude-agent-sdk'
import type { Usage } from '../../kernel/agents.js'
import { BackendFailed, type FailureKind } from '../../kernel/errors.js'
import { shortened } from '../../text/excerpts.js'

export interface Broken {
  /** The program's result message, if it sent one. */
  readonly end: SDKResultMessage | undefined
  /** What the SDK threw; it repeats what the result message said. */
  readonly thrown: unknown
  /** What the program printed as errors. */
  readonly printed: string
  /** The kind of error that the program reported from the model's server. */
  readonly error: SDKAssistantMessage['error']
}

const LONGEST = 400

export function failure(
  broken: Broken,
  remains: { readonly partial?: string; readonly usage?: Usage },
  secret: string | undefined,
): BackendFailed {
  const reasons = reasonsFor(broken)
  const kind = kindOf(broken, reasons)
  const reason = short(reasons.find((one) => kind !== 'expired' || isExpired(one)) ?? 'no reason was given')
  const message = worded(kind, reason)
  const safe = secret ? message.replaceAll(secret, '[key]') : message
  return new BackendFailed(kind, safe, remains)
}

function worded(kind: FailureKind, reason: string): string {
  if (kind === 'expired') return `The session of Claude is gone: ${reason}`
  if (kind !== 'overlong') return `Claude: ${reason}`
  return `Claude cannot read so long a conversation: ${reason}. Begin a new meeting with a shorter task.`
}

/** Whether the reply is complete. `subtype` is not enough: after a server error it is `success` with `is_error` set. */
export function isAnswer(end: SDKResultMessage | undefined): boolean {
  if (end?.subtype === 'error_max_structured_output_retries') return true
  return end?.subtype === 'success' && !end.is_error
}

/** Whether the program refused the schema; nothing was sent to the model then. */
export const refusesSchema = ({ thrown, printed }: Broken): boolean =>
  /--json-schema is not a valid JSON Schema/.test(`${printed}\n${said(thrown)}`)

/** From the most to the least specific. */
function reasonsFor({ end, thrown, printed }: Broken): readonly string[] {
  const told = end?.subtype === 'success' ? [end.result] : (end?.errors ?? [])
  return [...told, printed, said(thrown)].filter((reason) => reason.trim() !== '')
}

function kindOf({ end, error }: Broken, reasons: readonly string[]): FailureKind {
  if (reasons.some(isExpired)) return 'expired'
  const status = end?.subtype === 'success' ? (end.api_error_status ?? 0) : 0
  if ([429, 529].includes(status) || error === 'rate_limit' || error === 'overloaded') return 'rate-limited'
  if (reasons.some(isOverlong)) return 'overlong'
  if (status >= 500 || status === 408 || error === 'server_error' || reasons.some(isBroken)) return 'broken'
  return 'failed'
}

const isOverlong = (reason: string): boolean =>
  /prompt is too long|context (window|length)|input is too long/i.test(reason)

/** What the program reports when a connection was cut or timed out. */
const isBroken = (reason: string): boolean =>
  /\btimed out\b|connection (error|closed|was closed)|socket|ECONNRESET|ECONNREFUSED|terminated|stream (ended|closed)|incomplete|Unable to connect/i.test(
    reason,
  )

/** The program deletes old sessions, and has none on another machine or under another home folder. */
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
  return shortened(line, LONGEST)
}
