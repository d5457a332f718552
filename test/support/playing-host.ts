// A fake model that plays a host: it follows what the plugin's texts and the tools' results say to call, and nothing else.

import { synthesis } from './council.js'
import type { ModelReply, ModelRequest } from './fake-models.js'

const tool = (name: string) => `mcp__plugin_parley_parley__${name}`

export interface Playing {
  /** When the meeting asks its person and the client could not ask: what the person does meanwhile. True where they answered. */
  readonly asked: (id: string) => Promise<boolean>
  /** When a seat is to speak: what happens before its words are handed over. */
  readonly speaking?: (seat: string) => Promise<void>
}

export function playingHost({ asked, speaking }: Playing): (request: ModelRequest) => Promise<ModelReply> {
  return async (request) => {
    const said = request.messages.map(({ text }) => text).join('\n')
    const heard = request.messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
    const last = heard.at(-1)
    if (!request.tools.some(({ name }) => name === tool('parley_prompt'))) return { text: 'A title' }
    const isSeat = !request.tools.some(({ name }) => name === tool('parley_next'))
    if (isSeat) return seat(said, last, speaking)
    return lead(said, heard, asked)
  }
}

/** The sub-agent: it was given a call id, fetches its prompt and answers by itself. */
async function seat(
  said: string,
  last: string | undefined,
  speaking: Playing['speaking'],
): Promise<ModelReply> {
  const call = /\b[0-9a-f]{12}\b/.exec(said)?.[0]
  if (call === undefined) return { text: 'I was given no call.' }
  if (last === undefined) return calling('parley_prompt', { call })
  if (!last.includes(`Answer with parley_say call=${call}`)) return { text: 'Done.' }
  const name = /for the seat (.+?) and for nobody else/.exec(last)?.[1] ?? ''
  await speaking?.(name)
  const words = last.includes('as value:')
    ? { value: synthesis }
    : { text: `**Position:** ${name} follows the tide.\n\nNoon is a convention.` }
  return calling('parley_say', { call, ...words, alone: true })
}

/** A meeting of two seats takes fewer; one that goes round in circles must end. */
const mostResults = 60

/** The context that the person talks to: it opens the meeting, goes on with it and voices nobody. */
async function lead(said: string, heard: readonly string[], asked: Playing['asked']): Promise<ModelReply> {
  const last = heard.at(-1)
  if (last === undefined) {
    const task = /Open a meeting with `parley_council`, task: (.+)/.exec(said)?.[1]
    const open = /Go on with the meeting (\S+)/.exec(said)?.[1]
    if (task !== undefined) return calling('parley_council', { task })
    return open === undefined ? { text: 'Nothing to do.' } : calling('parley_next', { id: open })
  }
  if (heard.length > mostResults) return { text: `Lost: ${last}` }
  const state = /^parley (\S+)/.exec(last)?.[1]
  const id =
    heard.map((text) => /^parley \S+ (\S+)/.exec(text)?.[1]).findLast((one) => one !== undefined) ?? ''
  const calls = [...last.matchAll(/^- call=([0-9a-f]{12}) /gm)].map(([, call = '']) => call)
  if (state === 'speak')
    return {
      toolCalls: calls.map((call) => ({
        name: 'Agent',
        input: {
          subagent_type: 'parley:seat',
          description: 'Speak for one seat',
          prompt: call,
          run_in_background: false,
        },
      })),
    }
  if (state === 'ask' && !last.includes('Nobody answered there')) return calling('parley_answer', { id })
  if (state === 'ask' && !(await asked(id))) return { text: last }
  if (state === 'concluded') return calling('parley_verify', { id })
  if (state === 'verified') return { text: last }
  return calling('parley_next', { id })
}

const calling = (name: string, input: Record<string, unknown>): ModelReply => ({
  toolCalls: [{ name: tool(name), input }],
})
