// Backend `model`: any hosted or local model, through the Vercel AI SDK. Retries are the kernel's, so they are in the record.

import type { Backend, Health } from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { address, fault, type ModelOptions } from './options.js'
import { load } from './packages.js'
import { ReasoningAllowance } from './reasoning.js'
import { voice } from './voice.js'

export { type Access, fromEnvironment, type ModelOptions, type Provider } from './options.js'

export function model(options: ModelOptions): Backend {
  const reasoning = new ReasoningAllowance(options.reasoningTokens)
  return {
    name: 'model',
    check: async () => health(options),
    async open(_seat, room) {
      const wrong = fault(options)
      if (wrong !== null) throw new BackendFailed('failed', wrong)
      return voice(await load(options), options, room, reasoning)
    },
  }
}

function health(options: ModelOptions): Health {
  const wrong = fault(options)
  if (wrong !== null) return { ready: false, detail: wrong }
  const key = options.apiKey ? 'with a key' : 'without a key'
  return {
    ready: true,
    detail: `${options.provider} ${options.model} at ${new URL(address(options)).host}, ${key}`,
  }
}
