// Packages: the Vercel AI SDK and its providers. They are separate chunks of parley's bundle; a chunk is loaded when the first seat
// needs it.

import type { LanguageModel, ToolSet } from 'ai'
import { address, type ModelOptions } from './options.js'

export type Sdk = Pick<typeof import('ai'), 'jsonSchema' | 'Output' | 'stepCountIs' | 'streamText' | 'tool'>

export interface Loaded {
  readonly sdk: Sdk
  readonly model: LanguageModel
  /** The provider's own search, which runs there; undefined where it has none that goes with other tools. */
  readonly search?: ToolSet[string]
}

export async function load(options: ModelOptions): Promise<Loaded> {
  const [sdk, spoken] = await Promise.all([aiSdk(), languageModel(options)])
  // Its warnings (an unknown model, an option that is not supported) would end up on the person's terminal.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return { sdk, ...spoken }
}

/** In one reply. */
const mostSearches = 5

// Imports are written out one by one, and take what they need by its name: the bundle then holds that and no more.

async function aiSdk(): Promise<Sdk> {
  const { jsonSchema, Output, stepCountIs, streamText, tool } = await import('ai')
  return { jsonSchema, Output, stepCountIs, streamText, tool }
}

async function languageModel(options: ModelOptions): Promise<Omit<Loaded, 'sdk'>> {
  const { provider, model, apiKey = '', headers } = options
  const settings = { baseURL: address(options), apiKey, ...(headers ? { headers: { ...headers } } : {}) }
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      const made = createAnthropic(settings)
      return { model: made(model), search: made.tools.webSearch_20250305({ maxUses: mostSearches }) }
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const made = createOpenAI(settings)
      return { model: made(model), search: made.tools.webSearch({}) }
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      const made = createGoogleGenerativeAI(settings)
      // Older models take their search or tools of ours, not both.
      const both = /^gemini-(?:[3-9]|\d\d)/.test(model)
      return { model: made(model), ...(both ? { search: made.tools.googleSearch({}) } : {}) }
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const { apiKey: key, ...rest } = settings
      const more = { name: 'compatible', includeUsage: true, supportsStructuredOutputs: true }
      return { model: createOpenAICompatible({ ...rest, ...(key ? { apiKey: key } : {}), ...more })(model) }
    }
  }
}
