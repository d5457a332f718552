// Domain toolboxes: the only packages that are code. A factory gets the context of the talk and returns tools, which are checked before
// anybody speaks.

import { pathToFileURL } from 'node:url'
import type { Tool, ToolResult } from '../../../../kernel/agents.js'
import { CannotGoOn, messageOf } from '../../../../kernel/errors.js'
import type { ToolboxPackage } from '../packages.js'
import type { TalkTools } from './context.js'

/** What a toolbox package exports, as `toolbox` or by default. Called once for every session; what it makes is never shared. */
export type ToolboxFactory = (
  activity: ToolboxActivity,
) => Promise<readonly ToolboxTool[]> | readonly ToolboxTool[]

export interface ToolboxActivity {
  readonly meetingId: string
  readonly project: string
  readonly worker: string
  /** The absolute folder of the talk's worktree: the only place to write. */
  readonly folder: string
}

export interface ToolboxTool {
  readonly name: string
  readonly description: string
  /** A JSON schema of an object. */
  readonly input: Readonly<Record<string, unknown>>
  /** Whether it can change anything; taken for true when left out. */
  readonly writes?: boolean
  /** A text is a success. What it throws is told to the worker as a failure. */
  run(input: unknown, signal: AbortSignal): Promise<ToolResult | string> | ToolResult | string
}

export type Importer = (url: string) => Promise<unknown>

/** A dynamic import that the bundler must leave alone: a toolbox is a module outside the bundle. */
const importModule: Importer = (url) => import(/* @vite-ignore */ url)

export async function domainToolbox(
  toolbox: ToolboxPackage,
  context: TalkTools,
  importer: Importer = importModule,
): Promise<readonly Tool[]> {
  const { packageName, entry } = toolbox
  try {
    const factory = factoryIn(await importer(pathToFileURL(entry).href))
    if (factory === null) throw new Error('it exports no function called toolbox, and none by default')
    const { meetingId, project, worker, activity } = context
    const made: unknown = await factory({
      meetingId,
      project,
      worker: worker.identity.name,
      folder: activity,
    })
    if (!Array.isArray(made)) throw new Error('its factory gave no list of tools')
    return made.map((tool: unknown) => adopted(tool))
  } catch (error) {
    const why = messageOf(error)
    throw new CannotGoOn('TOOLBOX', `The toolbox ${packageName} cannot be used: ${why}.`, `Fix it: ${entry}`)
  }
}

function factoryIn(module: unknown): ToolboxFactory | null {
  const exports = module as { toolbox?: unknown; default?: unknown } | null
  const nested = (exports?.default as { toolbox?: unknown } | null | undefined)?.toolbox
  const found = [exports?.toolbox, exports?.default, nested].find((one) => typeof one === 'function')
  return (found as ToolboxFactory | undefined) ?? null
}

function adopted(value: unknown): Tool {
  const tool = value as Partial<ToolboxTool> | null
  const name = tool?.name
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name))
    throw new Error('a tool needs a name of letters, digits, hyphens and underscores')
  if (typeof tool?.description !== 'string' || typeof tool.run !== 'function')
    throw new Error(`its tool ${name} needs a description and a run function`)
  if (typeof tool.input !== 'object' || tool.input === null)
    throw new Error(`its tool ${name} needs an input schema`)
  const { description, input, writes } = tool
  const run = tool.run.bind(tool)
  return {
    name,
    description,
    input,
    writes: writes !== false,
    run: (given, signal) => outcome(() => run(given, signal)),
  }
}

async function outcome(run: () => unknown): Promise<ToolResult> {
  try {
    const result = await run()
    if (typeof result === 'string') return { ok: true, output: result }
    const { ok, output } = (result ?? {}) as Partial<ToolResult>
    return { ok: ok === true, output: typeof output === 'string' ? output : JSON.stringify(result ?? null) }
  } catch (error) {
    return { ok: false, output: messageOf(error) }
  }
}
