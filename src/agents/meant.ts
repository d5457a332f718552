// What a wrong name of agents was probably meant to be: the name of a model alone, an address without its scheme, a slip. Pure.

import { closeNames } from '../rules/close-names.js'

const backends = ['script', 'model', 'claude', 'acp', 'command']

/** Whose models are called so. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt|chatgpt|o\d)/i, 'openai'],
  [/^claude/i, 'anthropic'],
  [/^gemini/i, 'google'],
]

/** Coding agents by their names alone. */
const codingAgents = ['codex', 'gemini', 'opencode', 'goose']

/** Servers on this machine that have a name, and where they listen by default. */
const localServers: Readonly<Record<string, string>> = {
  ollama: 'http://localhost:11434/v1',
  lmstudio: 'http://localhost:1234/v1',
}

/** The address of a server after `@`, without its scheme. Some models have an `@` in their name, but nothing like a host behind it. */
export const bareAddress = /^(.+)@((?:localhost|[\w-]+(?:\.[\w-]+)+|[\w.-]+(?=:\d))(?::\d+)?(?:\/\S*)?)$/i

/** A name as it should be given, or nothing where that can only be guessed. */
export function probablyMeant(text: string): string | undefined {
  const name = text.trim().replace(/^model:/i, '')
  const [, model, host] = bareAddress.exec(name) ?? []
  if (model && host) return `model:${model}@http://${host}${host.includes('/') ? '' : '/v1'}`
  const address = addressAlone(name)
  if (address) return address
  const [maker = '', ...rest] = name.split('/')
  const alone = rest.length === 0 ? maker.toLowerCase() : ''
  if (codingAgents.includes(alone)) return `acp:${alone}`
  if (families.some(([, provider]) => provider === alone)) return `model:${alone}/NAME`
  if (alone !== '' && Object.hasOwn(localServers, alone)) return `model:NAME@${localServers[alone]}`
  const server = localServers[maker.toLowerCase()]
  if (server && rest.length > 0) return `model:${rest.join('/')}@${server}`
  if (rest.length > 0 && families.some(([, provider]) => provider === maker.toLowerCase()))
    return `model:${maker.toLowerCase()}/${rest.join('/')}`
  if (/^(?:opus|sonnet|haiku)$/i.test(name)) return `claude:${name.toLowerCase()}`
  const family = rest.length === 0 && families.find(([begins]) => begins.test(name))
  return family ? `model:${family[1]}/${name}` : slip(text)
}

/** The address of a server where a model was to stand before it: `localhost:11434`, `http://host/v1/llama3`. */
function addressAlone(name: string): string | undefined {
  const [, scheme = 'http://', host, port, path = ''] =
    /^(https?:\/\/)?(localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+)(:\d+)?((?:\/[^\s@]*)?)$/i.exec(
      name,
    ) ?? []
  if (host === undefined || (!/^https?:/i.test(name) && port === undefined)) return undefined
  const parts = path.split('/').filter(Boolean)
  const at = parts.lastIndexOf('v1')
  const model = parts.slice(at + 1).join('/') || 'NAME'
  const base = at < 0 ? 'v1' : parts.slice(0, at + 1).join('/')
  return `model:${model}@${scheme}${host}${port ?? ''}/${base}`
}

/** A backend that was mistyped, with what stood behind it. */
function slip(text: string): string | undefined {
  const [, backend = '', behind = ''] = /^\s*([^:]*)(:[\s\S]*)?$/.exec(text) ?? []
  const [near] = closeNames(backend.trim(), backends, 1)
  return near === undefined || near === backend.trim() ? undefined : `${near}${behind.trimEnd()}`
}
