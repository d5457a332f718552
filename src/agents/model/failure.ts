// Failure: turns a provider's error into one that the kernel understands, with no key in its message.

import { BackendFailed } from '../../kernel/errors.js'
import { fieldsOf } from '../../rules/values.js'
import { address, type ModelOptions } from './options.js'

const LONGEST = 400

/** Any error of a call as a `BackendFailed`. The cause is not kept: it carries headers, and they carry the key. */
export function failure(error: unknown, options: ModelOptions, partial: string): BackendFailed {
  if (error instanceof BackendFailed) return error
  const facts = factsOf(error)
  const kept = partial === '' ? {} : { partial }
  const retryAfterMs = isLimit(facts) ? retryAfter(facts) : undefined
  const more = { ...kept, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  const kind = isLimit(facts) ? 'rate-limited' : isTimeout(facts) ? 'timeout' : 'failed'
  return new BackendFailed(kind, withoutSecrets(describe(facts, options), options), more)
}

interface Facts {
  readonly status: number | undefined
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The system's error code, when the network failed. */
  readonly code: string
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
  }
}

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
    if (typeof code === 'string') return code
  }
  return ''
}

const isLimit = ({ status, message, body }: Facts): boolean =>
  status === 429 ||
  status === 529 ||
  ((status === undefined || status >= 500) &&
    /overloaded|rate.?limit|resource.?exhausted/i.test(`${message} ${body}`))

const isTimeout = ({ status, code }: Facts): boolean =>
  status === 408 ||
  status === 504 ||
  ['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)

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

function describe({ status, message, body, code }: Facts, options: ModelOptions): string {
  const who = `${options.provider} (${options.model})`
  const why = short(message || body || 'no reason was given')
  if (status !== undefined) return `${who} answered ${status}: ${why}`
  if (code !== '') return `${who} could not be reached at ${host(options)}: ${code}`
  return `${who} broke off: ${why}`
}

function host(options: ModelOptions): string {
  try {
    return new URL(address(options)).origin
  } catch {
    return 'its address'
  }
}

const short = (text: string): string => {
  const line = text.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line
}

/** Some servers quote the request in their error: the key, a header, the credentials in the address. */
function withoutSecrets(text: string, { apiKey = '', headers = {}, baseUrl = '' }: ModelOptions): string {
  const inAddress = /^[a-z]+:\/\/([^/@]+)@/i.exec(baseUrl)?.[1]?.split(':') ?? []
  const long = [...Object.values(headers), ...inAddress].filter((value) => value.length >= 6)
  return [apiKey, ...long]
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter(Boolean)
    .reduce((kept, secret) => kept.replaceAll(secret, '[key]'), text)
}
