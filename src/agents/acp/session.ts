// Session: one seat's conversation as an agent keeps it: opened anew, resumed or loaded, with the mode and the model set and read back.

import { BackendFailed, WrongUsage } from '../../kernel/errors.js'
import { fieldsOf, isRecord } from '../../rules/values.js'
import type { AcpAgent, Footing } from './catalog.js'
import { refusal } from './failure.js'
import { modeFor } from './guard.js'
import { type AcpProcess, READY_MS } from './process.js'
import type { McpServerStdio, NewSessionResponse, SessionConfigOption } from './wire.js'

export interface SessionAsk {
  readonly process: AcpProcess
  readonly footing: Footing
  readonly cwd: string
  readonly servers: readonly McpServerStdio[]
  /** The session to go on with, if there is one. */
  readonly known?: string | undefined
  readonly model?: string | undefined
}

export interface OpenSession {
  readonly id: string
  readonly process: AcpProcess
  /** It remembers what was said before. */
  readonly resumed: boolean
  /** The mode that was set, and that the agent says it is in; undefined where it has none for this, or says another. */
  readonly mode: string | undefined
  /** The value of its option for the model. */
  readonly model: string | undefined
}

/** A session that cannot be reopened is begun anew. Rejects where the agent gives none at all. */
export async function openSession(ask: SessionAsk): Promise<OpenSession> {
  const { known } = ask
  if (known !== undefined) ask.process.forgetMode(known)
  const reopened = known === undefined ? undefined : await reopen(ask, known)
  const { id, given: told } = reopened ? { id: known ?? '', given: reopened } : await begun(ask)
  const given = readable(told, id, ask.process.agent)
  const mode = await setMode(ask, id, given)
  const model = await setModel(ask, id, given.configOptions ?? [])
  return { id, process: ask.process, resumed: reopened !== undefined, mode, model }
}

type Given = Partial<NewSessionResponse>

/** The library checks the frame of a message, not what stands in it. */
function readable(given: Given, id: unknown, { title }: AcpAgent): Given {
  const { modes, configOptions } = given
  const areRecords = (list: unknown) => Array.isArray(list) && list.every(isRecord)
  const values = (option: SessionConfigOption) =>
    option.type !== 'select' || areRecords(option.options as unknown)
  const isFine =
    typeof id === 'string' &&
    (!modes || areRecords(modes.availableModes)) &&
    (!configOptions || (areRecords(configOptions) && configOptions.every(values)))
  if (!isFine) throw new BackendFailed('failed', `${title} opened a session that cannot be read.`)
  return given
}

async function begun(ask: SessionAsk): Promise<{ id: string; given: Given }> {
  const given = await begin(ask)
  return { id: given.sessionId, given }
}

async function begin({ process, footing, cwd, servers }: SessionAsk): Promise<NewSessionResponse> {
  const { agent, about } = process
  try {
    return await process.request(
      'session/new',
      { cwd, mcpServers: servers, ...metaOf(agent, footing) },
      READY_MS,
    )
  } catch (error) {
    const wantsLogin = fieldsOf(error)['code'] === -32000
    if (wantsLogin && about?.authMethods?.length) throw new BackendFailed('failed', process.loginMethods())
    throw refusal(agent, error)
  }
}

/** Undefined where the agent cannot, or does not know the session any more. */
async function reopen(ask: SessionAsk, sessionId: string): Promise<Given | undefined> {
  const { process, footing, cwd, servers } = ask
  const { sessionCapabilities, loadSession } = process.about?.agentCapabilities ?? {}
  const method = sessionCapabilities?.resume ? 'session/resume' : loadSession ? 'session/load' : undefined
  if (method === undefined) return undefined
  const params = { sessionId, cwd, mcpServers: servers, ...metaOf(process.agent, footing) }
  try {
    return (await process.request<Given | null>(method, params, READY_MS)) ?? {}
  } catch (error) {
    const failed = refusal(process.agent, error)
    if (failed.kind === 'expired') return undefined
    throw failed
  }
}

function metaOf(agent: AcpAgent, footing: Footing) {
  return agent.meta ? { _meta: agent.meta(footing) } : {}
}

/**
 * Agents tell their modes in one of two places. A mode that is not listed is not set, and counts as none. An option is answered with what
 * is set now. `session/set_mode` is answered without a word: there the mode is what the agent says of it by itself, else what was asked for.
 */
async function setMode(ask: SessionAsk, sessionId: string, given: Given): Promise<string | undefined> {
  const { process, footing } = ask
  const wanted = modeFor(process.agent, footing)
  if (wanted === undefined) return undefined
  const { modes, configOptions } = given
  const option = optionOf(configOptions ?? [], 'mode')
  if (option && valuesOf(option).includes(wanted))
    return (await setOption(process, sessionId, option, wanted)) === wanted ? wanted : undefined
  if (!modes?.availableModes.some(({ id }) => id === wanted)) return undefined
  if (modes.currentModeId !== wanted) {
    process.forgetMode(sessionId)
    await asked(process, 'session/set_mode', { sessionId, modeId: wanted })
  }
  return (process.modeOf(sessionId) ?? wanted) === wanted ? wanted : undefined
}

async function setModel(
  { process, model }: SessionAsk,
  sessionId: string,
  options: readonly SessionConfigOption[],
): Promise<string | undefined> {
  const option = optionOf(options, 'model')
  if (model === undefined) return option?.type === 'select' ? option.currentValue : undefined
  const values = option ? valuesOf(option) : []
  if (!option || !values.includes(model))
    throw new WrongUsage(
      `acp:${process.agent.name} has no model "${model}".`,
      values.length === 0 ? 'It offers no choice of models.' : `Its models are: ${values.join(', ')}.`,
    )
  return (await setOption(process, sessionId, option, model)) ?? model
}

function optionOf(
  options: readonly SessionConfigOption[],
  category: string,
): SessionConfigOption | undefined {
  return options.find((option) => option.category === category)
}

function valuesOf(option: SessionConfigOption): readonly string[] {
  if (option.type !== 'select') return []
  return option.options.flatMap((one) =>
    'options' in one ? one.options.map(({ value }) => value) : [one.value],
  )
}

/** The value that the agent says it has now. */
async function setOption(
  process: AcpProcess,
  sessionId: string,
  option: SessionConfigOption,
  value: string,
): Promise<string | undefined> {
  if (option.type === 'select' && option.currentValue === value) return value
  const params = { sessionId, configId: option.id, value }
  const told = await asked<{ configOptions?: SessionConfigOption[] }>(
    process,
    'session/set_config_option',
    params,
  )
  const now = told?.configOptions?.find(({ id }) => id === option.id)
  return now?.type === 'select' ? now.currentValue : undefined
}

async function asked<T>(process: AcpProcess, method: string, params: unknown): Promise<T> {
  try {
    return await process.request<T>(method, params, READY_MS)
  } catch (error) {
    throw refusal(process.agent, error)
  }
}
