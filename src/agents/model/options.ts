// Options of backend `model`: which provider, which model, and where its key and address come from.

export type Provider = 'anthropic' | 'openai' | 'google' | 'compatible'

export interface ModelOptions {
  readonly provider: Provider
  readonly model: string
  /** Where the provider's API is; `compatible` has no other way to know. */
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Output tokens for reasoning, in addition to those for the reply. Default: adapted to what the provider reports. */
  readonly reasoningTokens?: number
  /** A call with the web may search by the provider's own tool, where it has one. */
  readonly search?: boolean
}

export type Env = Readonly<Record<string, string | undefined>>

export interface Access {
  readonly apiKey?: string
  readonly baseUrl?: string
}

/** What the environment gives for each provider; one without key and address is left out. */
export function fromEnvironment(env: Env): Partial<Record<Provider, Access>> {
  const found = {
    anthropic: access(env['ANTHROPIC_API_KEY'], env['ANTHROPIC_BASE_URL']),
    openai: access(env['OPENAI_API_KEY'], env['OPENAI_BASE_URL']),
    google: access(
      env['GOOGLE_GENERATIVE_AI_API_KEY'] || env['GEMINI_API_KEY'],
      env['GOOGLE_GEMINI_BASE_URL'],
    ),
  }
  return Object.fromEntries(Object.entries(found).filter(([, { apiKey, baseUrl }]) => apiKey || baseUrl))
}

/** The variable that holds a provider's key, for messages. */
const keyVariable: Readonly<Record<Provider, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GEMINI_API_KEY',
  compatible: 'an API key',
}

const homes: Readonly<Record<Exclude<Provider, 'compatible'>, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/**
 * The address in the form that the client wants, which ends in the API's version. The variables of Anthropic and Google hold it
 * without one; a bare host means version one everywhere else. Always stated: the clients would look into the environment.
 */
export function address({ provider, baseUrl }: Pick<ModelOptions, 'provider' | 'baseUrl'>): string {
  if (!baseUrl) return provider === 'compatible' ? '' : homes[provider]
  const url = baseUrl.replace(/\/+$/, '')
  const versioned = /\/v\d+[a-z]*\d*$/.test(url)
  if (provider === 'anthropic') return versioned ? url : `${url}/v1`
  if (provider === 'google') return versioned ? url : `${url}/v1beta`
  return /^[a-z]+:\/\/[^/]+$/i.test(url) ? `${url}/v1` : url
}

/** Whether the address is the provider's own. */
export function isAtHome({ provider, baseUrl }: Pick<ModelOptions, 'provider' | 'baseUrl'>): boolean {
  if (provider === 'compatible') return false
  return !baseUrl || (URL.canParse(baseUrl) && new URL(baseUrl).host === new URL(homes[provider]).host)
}

/** What is wrong with these options, or null. */
export function fault(options: ModelOptions): string | null {
  const { provider, model, baseUrl, apiKey } = options
  if (model.trim() === '') return `No model is named for ${provider}.`
  if (provider === 'compatible' && !baseUrl)
    return 'A compatible server needs a base URL, such as http://127.0.0.1:11434/v1.'
  if (baseUrl && !(/^https?:/i.test(baseUrl) && URL.canParse(baseUrl)))
    return `The base URL of ${provider} is not a URL that begins with http:// or https://.`
  if (provider !== 'compatible' && !apiKey)
    return `There is no key for ${provider}: set ${keyVariable[provider]}.`
  return null
}

function access(apiKey: string | undefined, baseUrl: string | undefined): Access {
  return { ...(apiKey ? { apiKey } : {}), ...(baseUrl ? { baseUrl } : {}) }
}
