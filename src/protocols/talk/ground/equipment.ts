// The tools of one turn of a talk, built from the data of its grant for every turn, so that two talks share nothing.

import type { Grant, Tool } from '../../../kernel/agents.js'
import { CannotGoOn } from '../../../kernel/errors.js'
import { commandRules, loadConfig, settledSecretFiles } from '../../../workspace/config.js'
import { standOn } from '../../../workspace/git/stand-on.js'
import { scrubbed } from '../../../workspace/secrets.js'
import type { MeetingId } from '../documents/ids.js'
import type { MemoryScope } from '../documents/memory.js'
import { activityOf, commitIntegration, integrationOf } from './git/talk-git.js'
import { findWorker } from './packages.js'
import { gitOf, packagesOf, type TalkContext } from './shared.js'
import { resolveTools } from './toolboxes/resolve.js'

export interface Equipment {
  readonly meeting: string
  readonly project: string
  readonly worker: string
  /** Scopes of memory that the session has read already. */
  readonly memoryRead: readonly string[]
}

export function toolsOf(
  context: TalkContext,
  grant: Extract<Grant, { kind: 'tools' }>,
): Promise<readonly Tool[]> {
  return equip(context, grant.of as unknown as Equipment)
}

export async function equip(context: TalkContext, asked: Equipment): Promise<readonly Tool[]> {
  const packages = await packagesOf(context)
  const worker = findWorker(packages, asked.worker)
  if (!worker) throw new CannotGoOn('NO_WORKER', `There is no worker "${asked.worker}" any more.`)
  const config = await context.project(asked.project)
  const project = gitOf(context.home, config)
  const id = asked.meeting as MeetingId
  const integration = integrationOf(project).folder
  const rules = await commandRules(context.home)
  const { memoryLimit } = config
  // Where the worktree lies is found out for every turn; one that leads into another repository gets no tools.
  const { folder: activity } = activityOf(project, id)
  await standOn(project.path, { ...activityOf(project, id), mustBe: true })
  return resolveTools(
    {
      worker,
      project: asked.project,
      meetingId: id,
      home: context.home,
      activity,
      integration,
      commands: { ...rules, network: rules.network || context.online.has(id) },
      locks: context.locks,
      alreadyRead: asked.memoryRead as readonly MemoryScope[],
      ...(memoryLimit === undefined ? {} : { memoryLimit }),
      now: () => context.now().toISOString(),
      scrub: async (text) => (await scrubbed(text)).text,
      scrubbed,
      secretFiles: await settledSecretFiles(context.home),
      web: () => webFor(context, id, project.path),
      commitIntegration: async (message) => void (await commitIntegration(project, message)),
      changed: (artifact) => {
        if (artifact) context.touched.add(id, artifact)
        context.changed()
      },
    },
    packages,
  )
}

/** By the ground that holds them: the tools of one talk count its pages over all its turns. */
const webOf = new WeakMap<object, Map<string, Promise<readonly Tool[]>>>()

function webFor(context: { readonly home: string }, id: string, root: string): Promise<readonly Tool[]> {
  const known = webOf.get(context) ?? new Map<string, Promise<readonly Tool[]>>()
  webOf.set(context, known)
  const tools = known.get(id) ?? openWeb(context.home, root)
  known.set(id, tools)
  return tools
}

async function openWeb(home: string, root: string): Promise<readonly Tool[]> {
  const { webTools } = await import('../../../agents/web/web.js')
  const { web } = await loadConfig(root, home)
  return webTools({ config: web, scrub: scrubbed })
}
