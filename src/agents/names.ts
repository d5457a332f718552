// Names of agents: parses the values of `--agents` and `--seat`. Pure.

import { WrongUsage } from '../kernel/errors.js'
import { bareAddress, probablyMeant } from './meant.js'
import type { Provider } from './model/options.js'

export type AgentName =
  /** The model of the host that called parley over MCP. */
  | { readonly kind: 'host' }
  | { readonly kind: 'script'; readonly file: string }
  /** Without a model, the one that the configuration names for the provider. */
  | {
      readonly kind: 'model'
      readonly provider: Provider
      readonly model?: string
      readonly baseUrl?: string
    }
  | { readonly kind: 'claude'; readonly model?: string }
  | { readonly kind: 'command'; readonly argv: readonly string[] }
  /** An agent that speaks the Agent Client Protocol: a known name, one of the person's own with an optional `:MODEL`, or a command line. */
  | { readonly kind: 'acp'; readonly words: string; readonly argv: readonly string[] }
  /** A backend that the program brings along that opened the meeting (docs/library.md). */
  | { readonly kind: 'own'; readonly key: string }

/** Every form, for messages and for help. */
export const agentForms: readonly string[] = [
  'host',
  'script:FILE',
  'model:anthropic/NAME',
  'model:openai/NAME',
  'model:google/NAME',
  'model:NAME@BASE_URL',
  'claude',
  'claude:MODEL',
  'acp:claude',
  'acp:codex',
  'acp:gemini',
  'acp:opencode',
  'acp:PROGRAM ARGS',
  'command:PROGRAM ARGS',
]

const providers = ['anthropic', 'openai', 'google', 'compatible'] as const satisfies readonly Provider[]

/** Reads `BACKEND[:ARG]`. */
export function parseAgents(text: string): AgentName {
  const [, backend = '', argument] = /^([^:]*)(?::([\s\S]*))?$/.exec(text.trim()) ?? []
  const arg = argument?.trim() ?? ''
  switch (backend.trim()) {
    case 'host':
      if (argument !== undefined) throw unknown(text, 'host takes nothing after it')
      return { kind: 'host' }
    case 'script':
      if (arg === '') throw unknown(text, 'script wants a file')
      return { kind: 'script', file: arg }
    case 'model':
      return parseModel(text, arg)
    case 'claude':
      if (argument !== undefined && arg === '') throw unknown(text, 'the model after the colon is missing')
      return arg === '' ? { kind: 'claude' } : { kind: 'claude', model: arg }
    case 'command':
      return parseCommand(text, arg)
    case 'acp':
      return parseAcp(text, arg)
    case 'own':
      if (!/^[\w-]{1,60}$/.test(arg)) throw unknown(text, 'own wants the key of a backend')
      return { kind: 'own', key: arg }
    default:
      throw unknown(text, backend === '' ? 'no backend is named' : `there is no backend "${backend.trim()}"`)
  }
}

/** Parses `SEAT=BACKEND[:ARG]`; returns the backend's name as written, for the journal. */
export function parseSeat(text: string): { readonly seat: string; readonly name: string } {
  const [, seat = '', name = ''] = /^\s*([^=]*?)\s*=([\s\S]*)$/.exec(text) ?? []
  if (seat === '' || name.trim() === '') {
    throw new WrongUsage(
      `"${text}" does not say who speaks for which seat.`,
      'Write it as SEAT=BACKEND, such as theo=claude.',
    )
  }
  parseAgents(name)
  return { seat, name: name.trim() }
}

function parseModel(text: string, arg: string): AgentName {
  const [, named, baseUrl] = /^(.*)@(https?:\/\/\S+)$/i.exec(arg) ?? []
  if (baseUrl !== undefined) {
    if (!named || !URL.canParse(baseUrl)) throw unknown(text, 'a server wants a model and its address')
    return { kind: 'model', provider: 'compatible', model: named, baseUrl }
  }
  if (bareAddress.test(arg)) throw unknown(text, 'an address begins with http:// or https://')
  const [head = '', ...rest] = arg.split('/')
  const provider = providers.find((known) => known === head)
  if (!provider)
    throw unknown(text, arg === '' ? 'no model is named' : `"${head}" is no provider, and no address follows`)
  const model = rest.join('/')
  return model === '' ? { kind: 'model', provider } : { kind: 'model', provider, model }
}

function parseCommand(text: string, arg: string): AgentName {
  const argv = splitArgv(arg)
  if (!argv[0]) throw unknown(text, 'command wants a program')
  return { kind: 'command', argv }
}

/** What the name means is settled with the person's settings (acp/settle.ts): only they say which names there are. */
function parseAcp(text: string, arg: string): AgentName {
  const argv = splitArgv(arg)
  if (!argv[0]) throw unknown(text, 'acp wants an agent')
  return { kind: 'acp', words: arg, argv }
}

function unknown(text: string, why: string): WrongUsage {
  const all = `Choose one of: ${agentForms.join(', ')}.`
  const meant = probablyMeant(text)
  return new WrongUsage(
    `"${text}" names no agents: ${why}.`,
    meant === undefined ? all : `Did you mean ${meant}? ${all}`,
  )
}

/** A command line as words; no shell sees it. Splits at spaces, keeps what is quoted together. Inside double quotes a backslash escapes a quote or a backslash. */
export function splitArgv(line: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let rest = line
  while (rest !== '') {
    const [whole, space, single, double, escaped, plain] = token.exec(rest) ?? []
    if (whole === undefined)
      throw new WrongUsage(`A quote is not closed in: ${line}`, 'Close it, or write \\" for a plain quote.')
    rest = rest.slice(whole.length)
    if (space !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else {
      word = (word ?? '') + (single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? plain ?? '')
    }
  }
  return word === undefined ? words : [...words, word]
}

const token = /^(?:(\s+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+))/
