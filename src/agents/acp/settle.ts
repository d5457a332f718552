// Which agent a name after `acp:` means: one that parley knows, one in the person's own settings, or a command line. Pure.

import type { AgentName } from '../names.js'
import { type AcpAgent, knownAgents, type OwnAgent, ofArgv, ownAgent } from './catalog.js'

type AcpName = Extract<AgentName, { kind: 'acp' }>
export type OwnAgents = Readonly<Record<string, OwnAgent>>

export interface SettledAgent {
  readonly agent: AcpAgent
  readonly model?: string
}

/** A name in the person's own settings wins over ours: they may have the program elsewhere. */
export function settle({ words, argv }: AcpName, own: OwnAgents = {}): SettledAgent {
  const [head = '', ...rest] = words.split(':')
  const model = rest.join(':')
  const named = Object.hasOwn(own, head)
    ? ownAgent(head, own[head]!)
    : Object.hasOwn(knownAgents, head)
      ? knownAgents[head]
      : undefined
  if (named === undefined || argv.length !== 1) return { agent: ofArgv(argv) }
  return model === '' ? { agent: named } : { agent: named, model }
}

/** Whether it is a command line, and not a name that parley or the person's settings know. */
export function isCommandLine(name: AcpName, own: OwnAgents = {}): boolean {
  const [head = ''] = name.words.split(':')
  return name.argv.length !== 1 || !(Object.hasOwn(own, head) || Object.hasOwn(knownAgents, head))
}
