// The server that hosts talk to: one for each connection, made by one factory for both eras of the protocol. It only translates.

import {
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { version } from '../../version.js'
import { callerOf } from './caller.js'
import type { Caller, Desk } from './desk.js'
import { readResource, resourceList, templateList } from './resources.js'
import { answerWith, refusal, type ToolAnswer } from './results.js'
import { inputs, isTool, toolList } from './tools.js'
import { run } from './verbs/run.js'

/** At most 600 characters: hosts put it into every conversation. */
export const instructions =
  'parley holds meetings between people and AI agents and leaves a record that can be trusted. Open one (parley_council, parley_meet, ' +
  'parley_deliberate, parley_analyze), then loop: parley_next says what it wants. "speak": voice each call in a context of its own ' +
  '(parley_prompt, then parley_say). "ask": the person decides; call parley_answer. "running": call parley_next again. "concluded": ' +
  'show the record (parley_read) and check it (parley_verify). Never voice a seat or answer for the person unless told to.'

export function serverFactory(desk: Desk): McpServerFactory {
  return () => {
    const server = new Server(
      { name: 'parley', version },
      { capabilities: { tools: {}, resources: {} }, instructions },
    )
    server.setRequestHandler('tools/list', () => ({ tools: toolList(desk.readOnly) }))
    server.setRequestHandler('tools/call', ({ params }, ctx) =>
      called(desk, params.name, params.arguments ?? {}, { caller: callerOf(server, ctx), ctx }),
    )
    server.setRequestHandler('resources/list', () => ({ resources: resourceList }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templateList }))
    server.setRequestHandler('resources/read', ({ params }, ctx) =>
      readResource(desk, params.uri, callerOf(server, ctx)),
    )
    return server
  }
}

export interface Called {
  readonly caller: Caller
  readonly ctx: ServerContext
}

async function called(desk: Desk, name: string, given: unknown, by: Called): Promise<ToolAnswer> {
  if (!isTool(name) || !toolList(desk.readOnly).some((tool) => tool.name === name))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(name)} here.`)
  const id = idIn(given)
  const read = inputs[name].safeParse(given)
  if (!read.success) {
    const why = read.error.issues.map(({ path, message }) => `${path.join('.') || name}: ${message}`)
    const told = {
      state: 'refused',
      lines: ['USAGE', ...why.slice(0, 5)],
      next: `Call ${name} again with what it takes.`,
    } as const
    return answerWith(told, plain)
  }
  try {
    const place = await desk.place(read.data, by.caller)
    try {
      return await answerWith(await run(name, read.data, { desk, place, ...by }), place.tidy)
    } catch (error) {
      return await answerWith(refusal(error, id), place.tidy)
    }
  } catch (error) {
    return answerWith(refusal(error, id), plain)
  }
}

const plain = async (text: string) => text

function idIn(given: unknown): string | undefined {
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined
  return typeof id === 'string' ? id : undefined
}
