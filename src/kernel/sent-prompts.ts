// Sent prompts: what each seat was sent, made again by running the procedure over its record.
//
//   PRM1  A prompt is shown as sent only if its SHA-256 is the one in the turn's receipt. Where this parley makes another prompt, it says
//         so and shows no text.
//
// What the hash does not cover (tool definitions, the shape of a reply) is marked as made now.

import { nothing, type Tool, type Usage } from './agents.js'
import type { Asked } from './asked.js'
import { party } from './attempts.js'
import { exchangesOf } from './conversation.js'
import type { Deps } from './deps.js'
import { messageOf } from './errors.js'
import { inputOf, openedIn } from './hold.js'
import type { Line } from './line.js'
import { type PromptPart, partsOf } from './prompt-parts.js'
import type { Protocol, SeatPrompt } from './protocol.js'
import { type Ran, replay } from './replay.js'
import { type Called, sentText } from './sent-text.js'
import type { Session } from './session.js'
import { jsonSchema } from './shape.js'

export interface SentPrompt {
  /** Counts the calls of the meeting, from 1. */
  readonly turn: number
  readonly line: number
  readonly seat: string
  readonly call: string
  /** `sent`: the hash fits. `changed`: this parley makes another prompt. `unproven`: no hash was recorded. `unreached`: it could not be made again. */
  readonly proof: 'sent' | 'changed' | 'unproven' | 'unreached'
  /** Why there are no parts, where there are none. */
  readonly why?: string
  readonly parts: readonly SentPart[]
  /** As the provider counted them, over all requests of the call. */
  readonly tokens: Usage
  /** How often the voice was called. More than once means repairs, continuations or retries. */
  readonly calls: number
  /** How many of our tools it used; each use is one more request that reads everything again. */
  readonly used: number
  /** The turn failed. */
  readonly failed: boolean
}

/** A part as it was sent, with its secrets masked; the text of earlier exchanges is left out. */
export interface SentPart extends PromptPart {
  /** Its position in the request. */
  readonly place: 'tools' | 'system' | 'conversation' | 'prompt' | 'shape'
  /** Estimated with a tokenizer: a provider counts in its own way. */
  readonly tokens: number
  /** This seat was sent the same text before at the same position, so a provider's cache may have it. */
  readonly before: boolean
  /** How many of its tokens came from the provider's cache, which keeps the beginning of a request. Only where it reported that of one request. */
  readonly cached?: number
}

/** Every call of the meeting, in the order of the journal. */
export async function sentPrompts(
  lines: readonly Line[],
  protocol: Protocol,
  deps: Deps,
): Promise<readonly SentPrompt[]> {
  const seen = new Map<number, Made>()
  const spoke = async (line: Called, asked: Asked, session: Session) => {
    seen.set(line.n, await madeFor(line, asked, session))
  }
  const ran = await rerun(lines, protocol, deps, spoke)
  const known = new Map<string, Set<string>>()
  const prompts: SentPrompt[] = []
  for (const line of lines) {
    if (!isCall(line)) continue
    const about = { ...aboutCall(line), turn: prompts.length + 1 }
    const made = seen.get(line.n)
    if (!made) prompts.push({ ...about, proof: 'unreached', why: whyUnreached(ran), parts: [] })
    else prompts.push(withCached({ ...about, ...(await told(made, known, deps)) }))
  }
  return prompts
}

/** A provider counts in its own way, so its count of what was cached is applied in proportion. */
function withCached(prompt: SentPrompt): SentPrompt {
  const { tokens, parts, calls, used } = prompt
  if (tokens.cached === undefined || tokens.input === 0 || calls !== 1 || used > 0) return prompt
  const all = parts.reduce((sum, part) => sum + part.tokens, 0)
  let left = Math.round((Math.min(tokens.cached, tokens.input) / tokens.input) * all)
  const shared = parts.map((part) => {
    const cached = Math.min(part.tokens, left)
    left -= cached
    return { ...part, cached }
  })
  return { ...prompt, parts: shared }
}

async function rerun(
  lines: readonly Line[],
  protocol: Protocol,
  deps: Deps,
  spoke: NonNullable<Parameters<typeof replay>[2]['spoke']>,
): Promise<Ran> {
  try {
    const opened = openedIn(lines)
    const recorded = { id: opened.id, lines, protocol, input: inputOf(protocol, opened) }
    return (await replay(recorded, deps, { wrote: async () => {}, spoke })).ran
  } catch (error) {
    return { kind: 'broke', error }
  }
}

function whyUnreached(ran: Ran): string {
  return ran.kind === 'broke'
    ? `the meeting could not be replayed up to here: ${messageOf(ran.error)}`
    : 'the procedure of this parley does not come by this call'
}

interface Made {
  readonly asked: Asked
  /** As it was then: a procedure may make its texts when they are asked for. */
  readonly prompt: SeatPrompt
  /** Whose conversation it is. */
  readonly party: string
  readonly history: readonly { readonly prompt: string; readonly reply: string }[]
  readonly text: string
  readonly hash: string | undefined
  readonly fits: boolean
  readonly tools: readonly Tool[]
}

/** Runs before the turn becomes part of the conversation. */
async function madeFor(line: Called, asked: Asked, session: Session): Promise<Made> {
  const { data } = line
  const fresh = 'receipt' in data ? data.receipt.fresh : 'seat' in data && data.fresh
  const prompt = { ...asked.prompt, ...(asked.prompt.parts ? { parts: { ...asked.prompt.parts } } : {}) }
  const history = fresh ? [] : session.conversations.of(party(asked)).history
  return {
    asked,
    prompt,
    party: party(asked).id,
    history: exchangesOf(history),
    ...sentText(line, asked, session),
    tools: await toolsOf(asked, session.deps),
  }
}

/** The folder of the tools may be gone by now; they are shown where they can still be made. */
async function toolsOf({ options }: Asked, deps: Deps): Promise<readonly Tool[]> {
  try {
    return await deps.toolsFor(options.tools ?? nothing)
  } catch {
    return []
  }
}

async function told(
  made: Made,
  known: Map<string, Set<string>>,
  deps: Deps,
): Promise<Pick<SentPrompt, 'proof' | 'parts' | 'why'>> {
  if (made.hash !== undefined && !made.fits)
    return {
      proof: 'changed',
      why: `this parley makes another prompt here than the one that was sent (its SHA-256 was ${made.hash.slice(0, 12)}…)`,
      parts: [],
    }
  const heard = known.get(made.party) ?? new Set()
  known.set(made.party, heard)
  const parts: SentPart[] = []
  for (const one of partsIn(made)) {
    // Earlier exchanges are shown under their own turns: repeating them would make the output quadratic in the meeting's length.
    const text = one.place === 'conversation' ? '' : (await deps.scrub(one.text)).text
    const before = one.place === 'conversation' || heard.has(`${one.place} ${one.text}`)
    heard.add(`${one.place} ${one.text}`)
    parts.push({ ...one, text, tokens: await deps.countTokens(one.text), before })
  }
  return { proof: made.hash === undefined ? 'unproven' : 'sent', parts }
}

/** In the order in which providers read them, on which their caches depend. */
function partsIn({ asked, prompt, history, text, tools }: Made): Omit<SentPart, 'tokens' | 'before'>[] {
  const { options } = asked
  const { system, parts } = prompt
  const at = (place: SentPart['place']) => (one: PromptPart) => ({ ...one, place })
  const defined = tools.map(
    ({ name, description, input }) => `${name}: ${description}\n${JSON.stringify(input)}`,
  )
  const said = history.map(({ prompt, reply }) => `${prompt}\n\n${reply}`)
  const shape = options.schema ? JSON.stringify(jsonSchema(options.schema)) : ''
  return [
    ...partsOf(defined.join('\n\n'), undefined, 'definitions').map(at('tools')),
    ...partsOf(system, parts?.system, 'system').map(at('system')),
    ...partsOf(said.join('\n\n'), undefined, exchanges(said.length)).map(at('conversation')),
    ...textParts(text, prompt).map(at('prompt')),
    ...partsOf(shape, undefined, 'JSON schema').map(at('shape')),
  ]
}

/** The parts of the text that was sent, and before them what the seat had used for its last reply. */
function textParts(text: string, { full, since, parts }: SeatPrompt): readonly PromptPart[] {
  const ends = (whole: string | undefined) =>
    whole !== undefined && (text === whole || text.endsWith(`\n\n${whole}`))
  const whole = text === full || (text !== since && ends(full)) ? full : ends(since) ? since : undefined
  if (whole === undefined) return partsOf(text, undefined, 'prompt')
  const before = text.slice(0, -whole.length).trimEnd()
  const named = whole === full ? parts?.full : parts?.since
  return [...partsOf(before, undefined, 'tools used before'), ...partsOf(whole, named, 'prompt')]
}

function exchanges(count: number): string {
  return count === 1 ? '1 earlier exchange' : `${count} earlier exchanges`
}

function isCall(line: Line): line is Called {
  return line.kind === 'turn' || (line.kind === 'failed' && 'seat' in line.data)
}

function aboutCall(line: Called): Omit<SentPrompt, 'turn' | 'proof' | 'parts'> {
  const { n, data } = line
  if ('receipt' in data) {
    const { tokens, attempts, tools } = data.receipt
    const { seat, call } = data
    return { line: n, seat, call, tokens, calls: attempts, used: tools.length, failed: false }
  }
  const { seat, call, tokens, says, tools = [] } = data as Extract<typeof data, { seat: string }>
  return { line: n, seat, call, tokens, calls: says, used: tools.length, failed: true }
}
