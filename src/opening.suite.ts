// For tests: a kind of meeting for any procedure, and a way to begin a meeting with a given input and id.

import type { Agents } from './agents/recorded.js'
import type { Protocol } from './kernel/protocol.js'
import type { Parley } from './parley.js'
import { type MeetingKind, meetingKind } from './protocols/manifest.js'

/** It can be held and verified; the test gives its input. */
export function kindOf(protocol: Protocol): MeetingKind {
  const prepare = () => Promise.reject(new Error('Begin it with an input of your own.'))
  return meetingKind({ about: '', examples: [], fields: {}, protocol, prepare })
}

export function beginAs(
  here: Parley,
  as: { readonly protocol: string; readonly id: string; readonly input: unknown; readonly agents: Agents },
): Promise<string> {
  const { protocol, id, input, agents } = as
  return here.begin({ kind: 'ready', protocol, agents, ready: { propose: async () => ({ id, input }) } })
}
