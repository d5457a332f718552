// Recovery, before anyone is served: every talk that this machine knows of goes on where it stood, is closed with a reason, or is
// reported. A turn that was cut off is settled without calling a model. Open artifacts and branches without a journal are reported.
//
//   BACK1  Nothing that could hold work is removed: a talk whose worktree is gone is closed, and its branch is kept when it has commits.
//   BACK2  A talk of a project that is not registered now is kept and reported.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../../kernel/errors.js'
import type { Summary } from '../../../kernel/line/summary.js'
import { moveStatus } from '../documents/artifact.js'
import type { MeetingId } from '../documents/ids.js'
import { paths } from '../index.js'
import { TALKING } from '../names.js'
import { allCopies, lastingFile, textOf, writeText } from './copies.js'
import {
  activitiesIn,
  commitIntegration,
  ensureIntegration,
  removeActivity,
  syncIntegration,
} from './git/talk-git.js'
import { begin, firstWord, startTalk } from './opening.js'
import { projectLock, type RegisteredProject } from './ports.js'
import { gitOf, inputOf, type TalkContext } from './shared.js'

/** What was found that a person should know of. */
export async function recover(context: TalkContext): Promise<readonly string[]> {
  const found: string[] = []
  const report = (line: string) => {
    found.push(line)
    context.log(line)
  }
  const projects = new Map<string, RegisteredProject>()
  for (const config of await context.projects()) {
    const trouble = config.trouble ?? (await prepared(context, config))
    if (trouble === null) projects.set(config.name, config)
    else report(`${config.name}: ${trouble}`)
  }
  for (const summary of await context.journals.list())
    await each(report, summary.id, () => recoverTalk(context, projects, summary, report))
  for (const config of projects.values())
    await each(report, config.name, () => reportStrays(context, config, report))
  return found
}

type Report = (line: string) => void

/** A talk that cannot be recovered is reported, and the others are recovered all the same. */
async function each(report: Report, what: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => report(`${what}: ${messageOf(error)}`))
}

/** Makes the integration worktree where it is missing, and brings its branch up to the person's where no talk is open. */
async function prepared(context: TalkContext, config: RegisteredProject): Promise<string | null> {
  const project = gitOf(context.home, config)
  try {
    await context.locks.exclusively(projectLock(config.name), async () => {
      await ensureIntegration(project)
      await commitIntegration(project, 'Keep what lay in the integration worktree')
      await syncIntegration(project)
    })
    return null
  } catch (error) {
    return messageOf(error)
  }
}

async function recoverTalk(
  context: TalkContext,
  projects: ReadonlyMap<string, RegisteredProject>,
  summary: Summary,
  report: Report,
): Promise<void> {
  const { id, status, phase } = summary
  const input = await inputOf(context, id)
  const config = input && projects.get(input.project)
  if (status === 'concluded') return
  if (status === 'aborted') return phase === 'open' ? context.journals.forget(id) : undefined
  if (!input || !config)
    return report(`${id}: its project ${input?.project ?? ''} is not at hand; it is kept as it is.`)
  const ref = { project: config.name, id }
  if (phase === '' || phase === 'open')
    return void (await begin(context, ref).catch((error) => report(`${id}: ${messageOf(error)}`)))
  if (phase === TALKING && !hasPlace(context, config, id))
    return closeLost(context, config, id as MeetingId, report)
  if (status === 'waiting' && (await firstWord(context, id)) === null) return
  // Steps without a model are done before anyone is served; a call of a model goes on in the background.
  const run = await startTalk(context, ref)
  await run.until((event) => event.type === 'speaking')
}

function hasPlace(context: TalkContext, config: RegisteredProject, id: string): boolean {
  return existsSync(join(context.home, paths.activityPath(config.name, id), '.git'))
}

/** The reason is in its log, and its branch is kept when it has commits (BACK1). */
async function closeLost(
  context: TalkContext,
  config: RegisteredProject,
  id: MeetingId,
  report: Report,
): Promise<void> {
  const reason = 'Its worktree was gone when parley started'
  await markClosed(context, config, id, reason)
  await context.journals.abandon(id, reason)
  const project = gitOf(context.home, config)
  const { branch } = await removeActivity(project, id)
  const kept = branch.kind === 'kept' ? ' Its branch holds commits and is kept.' : ''
  report(`${id}: closed, since its worktree is gone.${kept}`)
}

async function markClosed(
  context: TalkContext,
  config: RegisteredProject,
  id: MeetingId,
  reason: string,
): Promise<void> {
  const project = gitOf(context.home, config)
  await context.locks.exclusively(projectLock(config.name), async () => {
    const text = await textOf(lastingFile(project, id))
    const moved =
      text === null ? null : moveStatus(text, { to: 'closed', at: context.now().toISOString(), reason })
    if (moved?.kind !== 'moved') return
    await writeText(lastingFile(project, id), moved.text)
    await commitIntegration(project, `Close ${id}: ${reason}`)
  })
}

/** Open artifacts and branches without a journal are reported, and left alone; a branch that holds nothing goes. */
async function reportStrays(context: TalkContext, config: RegisteredProject, report: Report): Promise<void> {
  const project = gitOf(context.home, config)
  const copies = new Map((await allCopies(project)).map((copy) => [String(copy.id), copy]))
  const branches = await activitiesIn(project)
  for (const { id, artifact, folder } of copies.values()) {
    if (artifact.status === null)
      report(`${config.name}: ${folder}/${id}.md is no talk: ${artifact.troubles.join('; ')}.`)
    if (artifact.status !== 'open' || (await context.journals.summary(id))) continue
    const branch = branches.find((one) => one.id === id)?.branch
    const kept = branch === undefined ? '' : ` Its branch ${branch} is kept.`
    report(`${id}: open, but without a journal here.${kept} Go on where it was opened, or close it here.`)
  }
  for (const { id, branch, worktree, ahead } of branches) {
    const copy = copies.get(id)
    if ((await context.journals.summary(id)) || copy?.artifact.status === 'open' || copy?.artifact.merge)
      continue
    if (ahead === 0 && !worktree) await removeActivity(project, id)
    else report(`${id}: no open talk tells of the branch ${branch}; it is kept.`)
  }
}
