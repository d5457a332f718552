// Packages: the Vercel AI SDK and its providers. They are separate chunks of parley's bundle; a chunk is loaded when the first seat
// needs it.

import type { LanguageModel } from 'ai'
import { address, type ModelOptions } from './options.js'

export type Sdk = Pick<typeof import('ai'), 'jsonSchema' | 'Output' | 'stepCountIs' | 'streamText' | 'tool'>

export interface Loaded {
  readonly sdk: Sdk
  readonly model: LanguageModel
}

export async function load(options: ModelOptions): Promise<Loaded> {
  const [sdk, model] = await Promise.all([aiSdk(), languageModel(options)])
  // Its warnings (an unknown model, an option that is not supported) would end up on the person's terminal.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return { sdk, model }
}

// Imports are written out one by one, and take what they need by its name: the bundle then holds that and no more.

async function aiSdk(): Promise<Sdk> {
  const { jsonSchema, Output, stepCountIs, streamText, tool } = await import('ai')
  return { jsonSchema, Output, stepCountIs, streamText, tool }
}

async function languageModel(options: ModelOptions): Promise<LanguageModel> {
  const { provider, model, apiKey = '', headers } = options
  const settings = { baseURL: address(options), apiKey, ...(headers ? { headers: { ...headers } } : {}) }
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(settings)(model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(settings)(model)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI(settings)(model)
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const { apiKey: key, ...rest } = settings
      const more = { name: 'compatible', includeUsage: true, supportsStructuredOutputs: true }
      return createOpenAICompatible({ ...rest, ...(key ? { apiKey: key } : {}), ...more })(model)
    }
  }
}
