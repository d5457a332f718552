// Probe: finds the available backends. It requests lists of models from this machine and from servers that the person named, and
// opens no other connection.

import { connect } from 'node:net'
import { fieldsOf } from '../rules/values.js'
import type { Probe } from './choose.js'
import type { ModelServer } from './servers.js'

/** A closed port on this machine fails at once; this limit is for a program that accepts and does not answer. */
const patience = { here: 1500, elsewhere: 3000 }

export const probe: Probe = {
  async models(server) {
    const { baseUrl, by, apiKey } = server
    if (by === null && !isHere(baseUrl)) return null
    if (isHere(baseUrl) && !(await listens(baseUrl))) return null
    const ids = idsIn(await answer(`${baseUrl}/models`, { apiKey }))
    if (ids === null) return null
    const silent = await embedders(server, ids)
    return ids.filter((id) => !silent.has(id) && !/\bembed/i.test(id))
  },

  async claude() {
    const [{ claude }, { notInstalled }] = await Promise.all([
      import('./claude/claude.js'),
      import('./claude/packages.js'),
    ])
    return notInstalled() === null ? claude({}).check() : null
  },

  async acp() {
    const { agentsHere } = await import('./acp/acp.js')
    return agentsHere(process.env)
  },
}

/** Most machines have no such server, and a look at the port costs a tenth of what the first request of a process does. */
function listens(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const at = { host, port: Number(port) || (protocol === 'https:' ? 443 : 80), timeout: patience.here }
  return new Promise((resolve) => {
    const socket = connect(at)
    const is = (answer: boolean) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', is(true)).once('error', is(false)).once('timeout', is(false))
  })
}

/** Undefined for anything but JSON with a good status. */
async function answer(
  url: string,
  { apiKey, body }: { readonly apiKey?: string | undefined; readonly body?: unknown } = {},
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(isHere(url) ? patience.here : patience.elsewhere),
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

const isHere = (url: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname)

/** Other programs listen on these ports too: only an answer in the known shape counts. */
function idsIn(told: unknown): readonly string[] | null {
  const list = fieldsOf(told)['data']
  if (!Array.isArray(list)) return null
  const ids = list.map((item: unknown) => fieldsOf(item)['id'])
  return ids.filter((id) => typeof id === 'string' && /^[\w.:/@+-]+$/.test(id)) as string[]
}

/** Embedding models: the list that all servers have does not mark them, but some servers say so elsewhere. */
async function embedders(
  { kind, baseUrl }: ModelServer,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const root = baseUrl.replace(/\/v1$/, '')
  if (kind === 'lm-studio') {
    const list = fieldsOf(await answer(`${root}/api/v0/models`))['data']
    const all = Array.isArray(list) ? list.map(fieldsOf) : []
    return new Set(all.flatMap(({ id, type }) => (type === 'embeddings' ? [String(id)] : [])))
  }
  if (kind !== 'ollama') return new Set()
  const told = await Promise.all(ids.map((model) => answer(`${root}/api/show`, { body: { model } })))
  return new Set(ids.filter((_, at) => onlyEmbeds(fieldsOf(told[at])['capabilities'])))
}

const onlyEmbeds = (capabilities: unknown): boolean =>
  Array.isArray(capabilities) && capabilities.includes('embedding') && !capabilities.includes('completion')
