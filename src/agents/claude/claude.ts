// Backend `claude`: a seat held through the Claude Agent SDK. Its program runs for one reply at a time and is resumed for the
// next, so that between two replies nothing is left running.

import type { Backend, Health } from '../../kernel/agents.js'
import { BackendFailed } from '../../kernel/errors.js'
import { access, type ClaudeOptions, fault } from './options.js'
import { type Import, load, notInstalled } from './packages.js'
import { voice } from './voice.js'

export function claude(options: ClaudeOptions = {}, from?: Import): Backend {
  return {
    name: 'claude',
    check: async () => health(options),
    async open(_seat, room) {
      const wrong = fault(options)
      if (wrong !== null) throw new BackendFailed('failed', wrong)
      return voice(await load(from), options, room)
    },
  }
}

function health(options: ClaudeOptions): Health {
  const wrong = notInstalled() ?? fault(options)
  if (wrong !== null) return { ready: false, detail: wrong }
  const { how, host } = access(options)
  return { ready: true, detail: `Claude Agent SDK, ${options.model ?? 'its usual model'} at ${host}, ${how}` }
}
