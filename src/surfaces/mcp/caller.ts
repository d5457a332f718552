// The caller: the program at the other end, as it says of itself. In the newer era every request tells it, in the older the handshake.

import { fileURLToPath } from 'node:url'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Caller } from './desk.js'
import { oneLine } from './results.js'

export function callerOf(server: Server, { mcpReq }: ServerContext): Caller {
  const envelope = fieldsOf(mcpReq.envelope)
  const told = fieldsOf(envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion())
  const abilities = fieldsOf(envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities())
  const newer = envelope[CLIENT_CAPABILITIES_META_KEY] !== undefined
  return {
    name: oneLine(textOf(told['name']), 60) || 'unknown client',
    version: oneLine(textOf(told['version']), 30),
    elicits: canElicit(abilities['elicitation']),
    ...turnOf(mcpReq._meta),
    async roots() {
      if (newer || abilities['roots'] === undefined) return []
      const { roots } = await server.listRoots().catch(() => ({ roots: [] }))
      return roots.flatMap(({ uri }) => folderOf(uri))
    },
  }
}

/** A client that names no way of asking can show a form. */
function canElicit(ability: unknown): boolean {
  if (typeof ability !== 'object' || ability === null) return false
  return 'form' in ability || !('url' in ability)
}

/** Codex says with each call which model and which thread made it. */
function turnOf(meta: unknown): Pick<Caller, 'model' | 'thread'> {
  const turn = fieldsOf(fieldsOf(meta)['x-codex-turn-metadata'])
  const model = oneLine(textOf(turn['model']), 80)
  const thread = oneLine(textOf(turn['thread_id']) || textOf(turn['session_id']), 100)
  return { ...(model === '' ? {} : { model }), ...(thread === '' ? {} : { thread }) }
}

function folderOf(uri: string): readonly string[] {
  try {
    return [fileURLToPath(uri)]
  } catch {
    return []
  }
}

/** What came over the wire is anything. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
