// Listening: one reply of an agent, gathered from the updates of its session. What is no part of the reply (warnings, plans, thoughts, words
// outside a prompt) is told as a notice or left out; the agent's own tools are kept as it reports them.

import type { SayOptions, ToolUse } from '../../kernel/agents.js'
import { tokensIn } from '../../rules/tokens.js'
import { Spoken } from '../spoken.js'
import type { ContentBlock, SessionUpdate, ToolCall, ToolCallUpdate } from './wire.js'

/** How often an agent may use tools within one reply. */
export const MOST_TOOLS = 24
const LONGEST_OUTPUT = 20_000
/** An agent's own words for its tools and warnings go into the journal: so many characters of each, and so many warnings a turn. */
const LONGEST_NAME = 100
const LONGEST_NOTICE = 2_000
const MOST_NOTICES = 20

export interface Listening {
  readonly agent: string
  /** The mode that the agent must stay in. */
  readonly mode: string | undefined
  /** The agent gave no message an id in an earlier reply, so its words can be streamed as they come. */
  readonly namesNone: boolean
  /** Whether a tool of this name is ours: our own server has reported it already. */
  isOurs(name: string): boolean
}

/** Why the turn is ended by us. */
export type Stop = 'long' | 'tools' | 'mode'

export class AcpReply extends Spoken {
  readonly #about: Listening
  readonly #own = new Map<string, OwnTool>()
  /** Chunks without an id, until it is known whether others have one. */
  #nameless = ''
  #message: string | undefined
  #named = false
  #said = 0
  #calls = 0
  #notices = 0
  stop: Stop | undefined

  constructor(options: SayOptions, about: Listening) {
    super(options)
    this.#about = about
  }

  /** The agent's own tools, as it told of them. */
  get told(): readonly OwnTool[] {
    return [...this.#own.values()]
  }

  take(update: SessionUpdate): void {
    // What comes after the stop, until the agent has ended, could be without end.
    if (this.options.signal.aborted || this.stop !== undefined) return
    if (update.sessionUpdate === 'agent_message_chunk')
      this.#chunk(textOf(update.content), update.messageId ?? undefined)
    if (update.sessionUpdate === 'notice') this.#notice(noticeText(update))
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
      this.#tool(update)
    if (update.sessionUpdate === 'current_mode_update') this.#moved(update.currentModeId)
  }

  #moved(mode: string): void {
    if (this.#about.mode !== undefined && mode !== this.#about.mode) this.stop = 'mode'
  }

  /** One of our tools was used. */
  used(use: ToolUse): void {
    this.uses.push(use)
    this.#count()
    this.beginParagraph()
  }

  /** Ends the reply. Where no chunk had an id, all of them are the reply. */
  end(): void {
    const held = this.#nameless
    this.#nameless = ''
    if (held !== '' && !this.#named) this.#hear(held)
    this.finish()
  }

  /** Chunks without an id in a turn where others have one are warnings of the agent. Which it is shows only later, so they wait. */
  #chunk(text: string, message: string | undefined): void {
    if (message === undefined) {
      if (this.#named) this.#notice(text)
      else if (this.#about.namesNone) this.#hear(text)
      else this.#hold(text)
      return
    }
    if (!this.#named && this.#nameless !== '') this.#notice(this.#nameless)
    this.#nameless = ''
    this.#named = true
    if (this.#message !== undefined && message !== this.#message) this.beginParagraph()
    this.#message = message
    this.#hear(text)
  }

  /** Counted as if it were said: it would be without a limit otherwise. */
  #hold(text: string): void {
    this.#nameless += text
    if (this.#nameless.length > 8 * this.options.maxOutput) this.stop ??= 'long'
  }

  /** Whether anything was said, and no message had an id. */
  get namesNone(): boolean {
    return this.#said > 0 && !this.#named
  }

  #hear(text: string): void {
    this.hear(text)
    this.#said += tokensIn(text)
    if (this.#said > 2 * this.options.maxOutput) this.stop ??= 'long'
  }

  #notice(text: string): void {
    if (text.trim() === '' || ++this.#notices > MOST_NOTICES) return
    this.options.onNotice?.(text.trim().slice(0, LONGEST_NOTICE))
  }

  #tool(update: ToolCall | ToolCallUpdate): void {
    const name = nameOf(update)
    const known = this.#own.get(update.toolCallId)
    if (!known && name !== undefined && this.#about.isOurs(name)) return
    if (!known) this.#begin(update, name ?? update.kind ?? 'other')
    const one = this.#own.get(update.toolCallId)
    if (!one) return
    merge(one, update)
    const isOver = update.status === 'completed' || update.status === 'failed'
    if (isOver && !one.over) this.#over(one, update)
  }

  #begin({ toolCallId, rawInput }: ToolCall | ToolCallUpdate, name: string): void {
    const called = `${this.#about.agent}:${name.slice(0, LONGEST_NAME)}`
    const input = bounded(rawInput ?? {})
    this.#own.set(toolCallId, {
      id: toolCallId,
      name: called,
      input,
      kind: undefined,
      paths: [],
      ok: false,
      over: false,
    })
    this.options.onTool({ kind: 'use', id: toolCallId, name: called, input })
    this.#count()
  }

  #over(one: OwnTool, update: ToolCall | ToolCallUpdate): void {
    one.over = true
    one.ok = update.status === 'completed'
    const output = outputOf(update).slice(0, LONGEST_OUTPUT)
    const { id, name, input, ok } = one
    this.options.onTool({ kind: 'result', id, name, ok, output })
    this.uses.push({ id, name, input, ok, output })
    this.beginParagraph()
  }

  #count(): void {
    if (++this.#calls > MOST_TOOLS) this.stop ??= 'tools'
  }
}

export interface OwnTool {
  readonly id: string
  readonly name: string
  input: unknown
  kind: string | undefined
  paths: string[]
  ok: boolean
  over: boolean
}

function merge(one: OwnTool, { kind, locations, rawInput, content }: ToolCall | ToolCallUpdate): void {
  one.kind = kind ?? one.kind
  if (rawInput !== undefined && rawInput !== null) one.input = bounded(rawInput)
  const diffs = (content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []))
  one.paths = [...new Set([...one.paths, ...(locations ?? []).map(({ path }) => path), ...diffs])]
}

/** What an agent says that its tool was given is kept whole or as its beginning. */
function bounded(input: unknown): unknown {
  const text = JSON.stringify(input) ?? ''
  return text.length <= LONGEST_OUTPUT ? input : { cut: text.slice(0, LONGEST_OUTPUT) }
}

/** The tool's own name, where the agent tells it; a title is for people, and may be a model's words. */
export function nameOf({
  name,
  _meta,
  title,
}: Pick<ToolCallUpdate, 'name' | '_meta' | 'title'>): string | undefined {
  const claude = (_meta?.['claudeCode'] as { toolName?: unknown } | undefined)?.toolName
  if (typeof name === 'string' && name !== '') return name
  if (typeof claude === 'string') return claude
  if (typeof title !== 'string') return undefined
  // As Gemini CLI titles the tools of a server.
  const [, tool, server] = /^([\w-]{1,60}) \(([\w-]{1,60}) MCP Server\)$/.exec(title) ?? []
  if (tool !== undefined) return `${server}.${tool}`
  return /^[\w.:/-]{1,80}$/.test(title) ? title : undefined
}

function outputOf({ content, rawOutput }: ToolCall | ToolCallUpdate): string {
  const parts = (content ?? []).flatMap((part) => (part.type === 'content' ? [textOf(part.content)] : []))
  if (parts.length > 0) return parts.join('\n')
  return rawOutput === undefined || rawOutput === null
    ? ''
    : typeof rawOutput === 'string'
      ? rawOutput
      : JSON.stringify(rawOutput)
}

function textOf(content: ContentBlock): string {
  return content.type === 'text' ? content.text : ''
}

function noticeText(notice: object): string {
  const { title, description } = notice as Record<string, unknown>
  return [title, description].filter((one) => typeof one === 'string' && one !== '').join(': ')
}
