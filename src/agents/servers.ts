// Servers: where OpenAI-compatible servers may be: the usual ports of this machine, and those that the person named. Pure.

import { accessFor, type Settled } from './model/access.js'
import { address, type Env, isAtHome } from './model/options.js'

export interface ModelServer {
  /** Its name in messages. */
  readonly what: string
  /** With the version of the API at its end. */
  readonly baseUrl: string
  /** How it marks models that only make embeddings and cannot speak. */
  readonly kind: 'ollama' | 'lm-studio' | 'other'
  /** Where the person named it; null for a usual port, which is tried only on this machine. */
  readonly by: 'config.yaml' | 'OPENAI_BASE_URL' | 'OLLAMA_HOST' | null
  /** The key that belongs to it. */
  readonly apiKey?: string
}

/** Those that the person named first; each address once. */
export function serversToAsk(env: Env, settled: Settled = {}): readonly ModelServer[] {
  const all = [
    ...named('config.yaml', settled.compatible?.baseUrl, env, settled),
    ...named('OPENAI_BASE_URL', openAiLike(env, settled), env, settled),
    ollama(env),
    ...usual,
  ]
  return all.filter(({ baseUrl }, at) => all.findIndex((other) => other.baseUrl === baseUrl) === at)
}

const usual: readonly ModelServer[] = [
  { what: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', kind: 'lm-studio', by: null },
  { what: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', kind: 'other', by: null },
  { what: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', kind: 'other', by: null },
]

function named(by: 'config.yaml' | 'OPENAI_BASE_URL', url: string | undefined, env: Env, settled: Settled) {
  if (url === undefined || !isWeb(url)) return []
  const { apiKey } = accessFor({ provider: 'compatible', baseUrl: url }, env, settled)
  const baseUrl = address({ provider: 'compatible', baseUrl: url })
  return [{ what: `The server in ${by}`, baseUrl, kind: 'other' as const, by, ...(apiKey && { apiKey }) }]
}

/** A server other than OpenAI's own, with the same API. */
function openAiLike(env: Env, settled: Settled): string | undefined {
  const baseUrl = env['OPENAI_BASE_URL']?.trim()
  if (!baseUrl || settled.openai?.baseUrl || isAtHome({ provider: 'openai', baseUrl })) return undefined
  return baseUrl
}

function ollama(env: Env): ModelServer {
  const host = ollamaAddress(env['OLLAMA_HOST']?.trim() ?? '')
  const baseUrl = `${host ?? 'http://127.0.0.1:11434'}/v1`
  return { what: 'Ollama', baseUrl, kind: 'ollama', by: host === null ? null : 'OLLAMA_HOST' }
}

/** A host, a port, both, or an address, as Ollama itself parses it. A server that listens on all addresses is reached on this machine. */
export function ollamaAddress(value: string): string | null {
  if (value === '') return null
  const [, scheme, rest = ''] = /^(?:(https?):\/\/)?(.*)$/i.exec(value) ?? []
  const text = `${scheme ?? 'http'}://${rest.startsWith(':') ? `127.0.0.1${rest}` : rest}`
  if (!isWeb(text)) return null
  const url = new URL(text)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  if (scheme === undefined && url.port === '' && !/:\d+\/*$/.test(rest)) url.port = '11434'
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const isWeb = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url)
