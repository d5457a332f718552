// Failure: turns a provider's error into one that the kernel understands, with no key in its message.

import type { Spending } from '../../kernel/agents.js'
import { BackendFailed, type FailureKind } from '../../kernel/errors.js'
import { fieldsOf } from '../../rules/values.js'
import { shortened } from '../../text/excerpts.js'
import { address, type ModelOptions } from './options.js'

const LONGEST = 400

/** The partial text and cost of a failed reply. */
export interface Remains {
  readonly partial?: string
  readonly usage?: Spending
}

/** Any error of a call as a `BackendFailed`. The cause is not kept: it carries headers, and they carry the key. */
export function failure(error: unknown, options: ModelOptions, remains: Remains = {}): BackendFailed {
  if (error instanceof BackendFailed)
    return new BackendFailed(error.kind, error.message, { ...remains, ...withTold(error) })
  const facts = factsOf(error)
  const kind = kindOf(facts)
  const retryAfterMs = kind === 'rate-limited' ? retryAfter(facts) : undefined
  const more = { ...remains, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  return new BackendFailed(kind, withoutSecrets(describe(facts, kind, options), options), more)
}

const withTold = ({ retryAfterMs }: BackendFailed) => (retryAfterMs === undefined ? {} : { retryAfterMs })

interface Facts {
  readonly status: number | undefined
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The system's error code, when the network failed. */
  readonly code: string
  /** The response is not a valid reply, or contains an error. */
  readonly garbled: boolean
}

/** Reads the SDK's errors by their fields: they come wrapped, as classes, as plain objects or as strings. */
function factsOf(error: unknown): Facts {
  const raw = fieldsOf(error)
  const inner = raw['lastError'] ?? raw['error']
  if (typeof raw['statusCode'] !== 'number' && inner !== undefined && inner !== null) return factsOf(inner)
  return {
    status: typeof raw['statusCode'] === 'number' ? raw['statusCode'] : undefined,
    message: messageOf(error, raw),
    headers: fieldsOf(raw['responseHeaders']) as Record<string, string>,
    body: typeof raw['responseBody'] === 'string' ? raw['responseBody'] : '',
    code: codeOf(error),
    garbled: isGarbled(error),
  }
}

const unreadable = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
  'AI_NoOutputGeneratedError',
])

/** An error that is told inside a stream arrives as plain data. */
const isGarbled = (error: unknown): boolean =>
  error instanceof Error ? unreadable.has(error.name) : error !== undefined && error !== null

function messageOf(error: unknown, raw: Readonly<Record<string, unknown>>): string {
  if (typeof error === 'string') return error
  const words = [raw['type'], raw['status'], raw['message']].filter(
    (word) => typeof word === 'string' && word !== '',
  )
  return error instanceof Error ? error.message : words.join(': ') || 'no reason was given'
}

function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at && depth < 5; at = fieldsOf(at)['cause'], depth++) {
    const { code } = fieldsOf(at)
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code
  }
  return ''
}

function kindOf(facts: Facts): FailureKind {
  if (isLimit(facts)) return 'rate-limited'
  if (isOverlong(facts)) return 'overlong'
  return isBroken(facts) ? 'broken' : 'failed'
}

const isLimit = ({ status, message, body }: Facts): boolean =>
  status === 429 ||
  status === 529 ||
  ((status === undefined || status >= 500) &&
    /overloaded|rate.?limit|resource.?exhausted/i.test(`${message} ${body}`))

const isOverlong = ({ status, message, body }: Facts): boolean =>
  status === 413 ||
  ((status === undefined || status >= 400) &&
    /context.?(length|window|size)|prompt is too long|(input|request|prompt).{0,40}too (long|large)|maximum.{0,20}tokens|token count.{0,60}exceed/i.test(
      `${message} ${body}`,
    ))

/** Failures that may pass in a minute: a server that fails, times out, cannot be reached or sends an invalid reply. */
function isBroken({ status, message, code, garbled }: Facts): boolean {
  if (status !== undefined) return status >= 500 || status === 408 || (status >= 200 && status < 300)
  if (code !== '') return !lasting.test(code)
  return garbled && !/invalid.?request|authentication|permission|not.?found/i.test(message)
}

/** Not worth a retry: an unknown host name or an invalid certificate will not change in a minute. */
const lasting = /^(ENOTFOUND|ERR_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

const isSilence = ({ status, code }: Facts): boolean =>
  status === 408 || status === 504 || code === 'ETIMEDOUT' || /^UND_ERR_.*_TIMEOUT$/.test(code)

/** How long to wait before a retry, if the provider says so: in milliseconds, in seconds, as a date or in Google's detail. */
function retryAfter({ headers, body }: Facts): number | undefined {
  const told =
    headers['retry-after-ms'] !== undefined
      ? Number(headers['retry-after-ms'])
      : seconds(headers['retry-after'])
  const google = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1]
  const ms = told ?? (google === undefined ? undefined : Number(google) * 1000)
  return ms !== undefined && Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : undefined
}

function seconds(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\s*[\d.]+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function describe(facts: Facts, kind: FailureKind, options: ModelOptions): string {
  const { status, message, body, code, garbled } = facts
  const who = whoOf(options)
  const why = short(message || body || 'no reason was given')
  if (kind === 'overlong') return `${who} cannot read so long a conversation: ${why}. ${wayOut}`
  if (isSilence(facts)) return `${who} was silent for too long${status ? ` (${status})` : ''}`
  if (status !== undefined && status < 300)
    return body.trim() === '' ? `${who} broke off` : `${who} sent what is no reply${beginning(body)}`
  if (status !== undefined) return `${who} answered ${status}: ${why}`
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) return `${who} broke off`
  if (code !== '') return `${who} could not be reached at ${host(options)}: ${code}`
  return `${who} broke off${garbled && unreadableWords.test(why) ? '' : `: ${why}`}`
}

/** A server that merely speaks as OpenAI's does has no name of its own. */
export const whoOf = ({ provider, model }: ModelOptions): string =>
  provider === 'compatible' ? `the server of ${model}` : `${provider} (${model})`

const wayOut = 'Take a model with a larger context window, or begin a new meeting with a shorter task.'
/** The SDK's messages about its own parsing do not help the person. */
const unreadableWords = /^(JSON parsing failed|Type validation failed|No output generated)/

const beginning = (body: string): string => `; it begins: ${short(body, 80)}`

function host(options: ModelOptions): string {
  try {
    return new URL(address(options)).origin
  } catch {
    return 'its address'
  }
}

const short = (text: string, longest = LONGEST): string =>
  shortened(text.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim(), longest)

/** Some servers quote the request in their error: the key, a header, the credentials in the address. */
function withoutSecrets(text: string, { apiKey = '', headers = {}, baseUrl = '' }: ModelOptions): string {
  const inAddress = /^[a-z]+:\/\/([^/@]+)@/i.exec(baseUrl)?.[1]?.split(':') ?? []
  const long = [...Object.values(headers), ...inAddress].filter((value) => value.length >= 6)
  return [apiKey, ...long]
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter(Boolean)
    .reduce((kept, secret) => kept.replaceAll(secret, '[key]'), text)
}
