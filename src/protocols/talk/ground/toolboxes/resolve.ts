// Which tools a worker has in a talk: base, context, system, domain, built-ins, in this order and no others.
//
// Tools are built anew for every session, so that two talks share nothing. What a tool returns is masked before a model sees it.

import { maskedTool } from '../../../../agents/tools/define.js'
import { toolsFor } from '../../../../agents/tools/tools.js'
import type { Tool } from '../../../../kernel/agents.js'
import { CannotGoOn } from '../../../../kernel/errors.js'
import type { Packages } from '../packages.js'
import { artifactTools } from './artifacts.js'
import type { TalkTools } from './context.js'
import { decisionTool } from './decisions.js'
import { domainToolbox } from './domain.js'
import { managerToolbox } from './manager.js'
import { meetingToolbox } from './meeting.js'
import { memoryTools } from './memory.js'

/** The package that the manager is; the person may put one of their own in its place. */
export const MANAGER_PACKAGE = 'manager'

/**
 * Rejects with `CannotGoOn` when the worker cannot have all that it declares, and says what is missing and what there is: a worker
 * that lacks a tool would fail in the middle of its work. Only the manager can have the manager's toolbox.
 */
export async function resolveTools(context: TalkTools, packages: Packages): Promise<readonly Tool[]> {
  const own = [...baseToolbox(context), ...meetingToolbox(context), ...systemToolboxes(context, packages)]
  const domain = await domainToolboxes(context, packages)
  const tools = [
    ...[...own, ...domain].map((tool) => maskedTool(tool, (text) => context.scrubbed(text))),
    ...builtIns(context),
    ...(await webBuiltIns(context)),
  ]
  refuseTwins(tools)
  return tools
}

function baseToolbox(context: TalkTools): readonly Tool[] {
  return [...artifactTools(context), ...memoryTools(context), decisionTool(context)]
}

/** Every worker has these two anyway; a package may still name them. */
const AUTOMATIC = ['base', 'meeting']

function systemToolboxes(context: TalkTools, packages: Packages): readonly Tool[] {
  const { systemToolboxes: declared, packageName } = context.worker
  return declared.flatMap((name) => {
    if (AUTOMATIC.includes(name)) return []
    if (name !== 'manager') throw missing(packageName, 'system toolbox', name, ['manager'])
    if (packageName !== MANAGER_PACKAGE)
      throw new CannotGoOn(
        'TOOLBOX',
        `${packageName} declares the system toolbox manager, which only the worker ${MANAGER_PACKAGE} may have.`,
        'Take it out of systemToolboxes in its package.json.',
      )
    return managerToolbox(context, packages)
  })
}

async function domainToolboxes(context: TalkTools, { toolboxes }: Packages): Promise<readonly Tool[]> {
  const tools: Tool[] = []
  for (const name of context.worker.domainToolboxes) {
    const found = toolboxes.find(({ packageName }) => packageName === name)
    const known = toolboxes.map(({ packageName }) => packageName)
    if (found === undefined) throw missing(context.worker.packageName, 'domain toolbox', name, known)
    tools.push(...(await domainToolbox(found, context)))
  }
  return tools
}

/** The tools of the workspace, confined to the talk's own worktree; only those declared. */
function builtIns({ worker, activity, commands, secretFiles = [] }: TalkTools): readonly Tool[] {
  const declared = new Set(worker.builtInTools.filter((name) => !WEB.includes(name)))
  if (declared.size === 0) return []
  const limits = { secretFiles, ...(commands === undefined ? {} : { commands }) }
  const all = toolsFor({ kind: 'work', root: activity }, activity, limits)
  const unknown = [...declared].find((name) => !all.some((tool) => tool.name === name))
  if (unknown !== undefined)
    throw missing(
      worker.packageName,
      'built-in tool',
      unknown,
      all.map(({ name }) => name),
    )
  return all.filter(({ name }) => declared.has(name))
}

const WEB = ['fetch_url', 'web_search']
const WRITING = ['write_file', 'edit_file', 'run_command']

/**
 * Those of the web that the worker declares, where the person has not switched them off. Never beside tools that write or run: a page could tell
 * the worker what to do with them.
 */
async function webBuiltIns({ worker, web }: TalkTools): Promise<readonly Tool[]> {
  const declared = worker.builtInTools.filter((name) => WEB.includes(name))
  if (declared.length === 0) return []
  const writing = worker.builtInTools.find((name) => WRITING.includes(name))
  if (writing !== undefined)
    throw new CannotGoOn(
      'TOOLBOX',
      `${worker.packageName} declares ${declared[0]} beside ${writing}: what a page says must not reach a worker that can write or run programs.`,
      'Take one of them out of builtInTools in its package.json.',
    )
  return ((await web?.()) ?? []).filter(({ name }) => declared.includes(name))
}

function refuseTwins(tools: readonly Tool[]): void {
  const names = tools.map(({ name }) => name)
  const twin = names.find((name, at) => names.indexOf(name) !== at)
  if (twin !== undefined)
    throw new CannotGoOn('TOOLBOX', `Two tools are called ${twin}.`, 'Rename the one in your own toolbox.')
}

function missing(worker: string, what: string, name: string, known: readonly string[]): CannotGoOn {
  const there = known.length === 0 ? 'There are none.' : `There are: ${known.join(', ')}.`
  return new CannotGoOn('TOOLBOX', `${worker} declares the ${what} ${name}, which is not here. ${there}`)
}
