// The server that hosts talk to: one for each connection, made by one factory for both eras of the protocol. It only translates.

import { homedir } from 'node:os'
import {
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { version } from '../../version.js'
import { withoutFolders } from '../../workspace/machine-folders.js'
import { callerOf } from './caller.js'
import type { Caller, Desk } from './desk.js'
import { promptList, promptNamed } from './prompts.js'
import { resourceList, templateList } from './resource-list.js'
import { answerWith, refusal, type Tidy, type Told, type ToolAnswer } from './results.js'
import { about, inputs, isTool, toolList } from './tools.js'
import type { Calling } from './verbs/calling.js'

/** At most 600 characters: hosts put it into every conversation. */
export const instructions =
  'parley holds meetings between people and AI agents and leaves a record that can be trusted. Open one (parley_council, parley_meet, ' +
  'parley_deliberate, parley_analyze, parley_talk), then loop: parley_next says what it wants. "speak": voice each call in a context of its own ' +
  '(parley_prompt, then parley_say). "ask": the person decides; call parley_answer. "running": call parley_next again. "concluded": ' +
  'show the record (parley_read) and check it (parley_verify). Never voice a seat or answer for the person unless told to.'

export function serverFactory(desk: Desk): McpServerFactory {
  return () => {
    const server = new Server(
      { name: 'parley', version },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
    )
    server.setRequestHandler('tools/list', () => ({ tools: toolList(desk.readOnly) }))
    server.setRequestHandler('tools/call', ({ params }, ctx) =>
      answered(desk, params.name, params.arguments ?? {}, workOf(callerOf(server, ctx), ctx)),
    )
    server.setRequestHandler('prompts/list', () => ({ prompts: promptList() }))
    server.setRequestHandler('prompts/get', ({ params }) => promptNamed(params.name, params.arguments))
    server.setRequestHandler('resources/list', () => ({ resources: resourceList }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templateList }))
    server.setRequestHandler('resources/read', async ({ params }, ctx) => {
      const { readResource } = await import('./resources.js')
      return readResource(desk, params.uri, callerOf(server, ctx))
    })
    return server
  }
}

type Work = Omit<Calling, 'desk' | 'place'>

/** One call of a tool. */
export async function answered(desk: Desk, name: string, given: unknown, work: Work): Promise<ToolAnswer> {
  if (!isTool(name) || (desk.readOnly && !about[name].reads))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(name)} here.`)
  const read = inputs[name].safeParse(given)
  if (!read.success) return answerWith(unfit(name, read.error.issues), plain)
  let tidy: Tidy = plain
  try {
    const place = await desk.place(read.data, work.caller, 'call' in read.data ? read.data.call : undefined)
    tidy = place.tidy
    const calling = { desk, place, ...work }
    const told = await desk.elsewhere?.(name, read.data, calling)
    if (told) return told
    // Loaded with the first call: a host that lists the tools is answered from the tables alone.
    const { run } = await import('./verbs/run.js')
    const came = await run(name, read.data, calling)
    return 'ask' in came ? { ...came.ask, content: [] } : await answerWith(came, tidy)
  } catch (error) {
    return answerWith(refusal(error, idIn(given)), tidy)
  }
}

function workOf(caller: Caller, ctx: ServerContext): Work {
  const { signal, inputResponses, _meta } = ctx.mcpReq
  const token = _meta?.progressToken
  let last = 0
  return {
    caller,
    signal,
    inputResponses,
    progress(turns, message) {
      if (token === undefined || Date.now() - last < 1_000) return
      last = Date.now()
      const params = { progressToken: token, progress: turns, message }
      ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

function unfit(
  name: string,
  issues: readonly { readonly path: PropertyKey[]; readonly message: string }[],
): Told {
  const why = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.') || name}: ${message}`)
  return { state: 'refused', lines: ['USAGE', ...why], next: `Call ${name} again with what it takes.` }
}

/** Before it is known which project is meant. */
const plain: Tidy = async (text) => withoutFolders([{ folder: homedir(), as: '~' }])(text)

function idIn(given: unknown): string | undefined {
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined
  return typeof id === 'string' ? id : undefined
}
