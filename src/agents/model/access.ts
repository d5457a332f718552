// Access: the address and the key of a model: from its name, else from the settings, else from the environment. Pure.

import { type Access, type Env, fromEnvironment, type Provider } from './options.js'

/** The settings of one provider. */
export interface SettledModel {
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  /** The name of the variable that holds the key. */
  readonly apiKeyEnv?: string | undefined
}

export type Settled = Readonly<Partial<Record<Provider, SettledModel>>>

export interface Asked {
  readonly provider: Provider
  /** Only the name of a compatible server contains its address. */
  readonly baseUrl?: string | undefined
}

/** A key goes only to the server that it belongs to: a cloned workspace may name another server, and must not get it. */
export function accessFor({ provider, baseUrl }: Asked, env: Env, settled: Settled): Access {
  const own = settled[provider] ?? {}
  const given = fromEnvironment(env)
  const around = (provider === 'compatible' ? given.openai : given[provider]) ?? {}
  const at = baseUrl ?? own.baseUrl ?? around.baseUrl
  const keys = [
    ...(own.apiKeyEnv && (baseUrl === undefined || isSameServer(own.baseUrl, at))
      ? [env[own.apiKeyEnv]]
      : []),
    ...(!own.apiKeyEnv && provider !== 'compatible' ? [around.apiKey] : []),
    ...(provider === 'compatible' && isSameServer(around.baseUrl, at) ? [around.apiKey] : []),
  ]
  const apiKey = keys.find((key) => key?.trim())
  return { ...(at && { baseUrl: at }), ...(apiKey && { apiKey }) }
}

function isSameServer(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other || !URL.canParse(one) || !URL.canParse(other)) return false
  return new URL(one).origin === new URL(other).origin
}
