// Packages: the Vercel AI SDK and one provider for it, loaded when a model is first spoken to. Users install what they use.

import { createRequire } from 'node:module'
import type { LanguageModel } from 'ai'
import { loadOptional } from '../optional-package.js'
import { address, type ModelOptions, type Provider } from './options.js'

export type Sdk = typeof import('ai')

export interface Loaded {
  readonly sdk: Sdk
  readonly model: LanguageModel
}

const packages: Readonly<Record<Provider, { readonly name: string; readonly major: number }>> = {
  anthropic: { name: '@ai-sdk/anthropic', major: 3 },
  openai: { name: '@ai-sdk/openai', major: 3 },
  google: { name: '@ai-sdk/google', major: 3 },
  compatible: { name: '@ai-sdk/openai-compatible', major: 2 },
}

export type Import = (name: string) => Promise<unknown>

/** Loads what this provider needs, or fails with the command that installs it. */
export function load(options: ModelOptions, from: Import = imported): Promise<Loaded> {
  return loadOptional(async () => {
    const sdk = (await from('ai')) as Sdk
    // Its warnings (an unknown model, an option that is not supported) would end up on the person's terminal.
    globalThis.AI_SDK_LOG_WARNINGS = false
    return { sdk, model: make(options, await from(packages[options.provider].name)) }
  }, missing(options.provider))
}

/** What is not installed, and how to get it; null when all is there. Loads nothing. */
export function notInstalled(provider: Provider): string | null {
  const { resolve } = createRequire(import.meta.url)
  try {
    resolve('ai')
    resolve(packages[provider].name)
    return null
  } catch {
    return missing(provider)
  }
}

// Written out one by one, so that a bundler sees what is imported.
function imported(name: string): Promise<unknown> {
  if (name === '@ai-sdk/anthropic') return import('@ai-sdk/anthropic')
  if (name === '@ai-sdk/openai') return import('@ai-sdk/openai')
  if (name === '@ai-sdk/google') return import('@ai-sdk/google')
  if (name === '@ai-sdk/openai-compatible') return import('@ai-sdk/openai-compatible')
  return import('ai')
}

function make(options: ModelOptions, module: unknown): LanguageModel {
  const { provider, model, apiKey = '' } = options
  const settings = {
    baseURL: address(options),
    apiKey,
    ...(options.headers ? { headers: { ...options.headers } } : {}),
  }
  switch (provider) {
    case 'anthropic':
      return (module as typeof import('@ai-sdk/anthropic')).createAnthropic(settings)(model)
    case 'openai':
      return (module as typeof import('@ai-sdk/openai')).createOpenAI(settings)(model)
    case 'google':
      return (module as typeof import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(model)
    case 'compatible': {
      const { createOpenAICompatible } = module as typeof import('@ai-sdk/openai-compatible')
      const { apiKey: key, ...rest } = settings
      const more = { name: 'compatible', includeUsage: true, supportsStructuredOutputs: true }
      return createOpenAICompatible({ ...rest, ...(key ? { apiKey: key } : {}), ...more })(model)
    }
  }
}

const missing = (provider: Provider): string => {
  const { name, major } = packages[provider]
  return `Models of ${provider} need two packages that are not installed: npm install ai@6 ${name}@${major}`
}
