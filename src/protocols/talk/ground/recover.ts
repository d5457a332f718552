// Recovery, before anyone is served: every talk that this machine knows of goes on where it stood, is closed with a reason, or is
// reported. A turn that was cut off is settled without calling a model. Open artifacts and branches without a journal are adopted where
// their worktree is there.
//
//   BACK1  Nothing that could hold work is removed: a talk whose worktree is gone is closed, and its branch is kept when it has commits.
//   BACK2  State that cannot be read, or belongs to a project that is not registered now, is kept and reported.

import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { messageOf } from '../../../kernel/errors.js'
import type { Summary } from '../../../kernel/summary.js'
import { shellWord } from '../../../rules/shell-word.js'
import type { Ready } from '../../manifest.js'
import { moveStatus, setSession } from '../documents/artifact.js'
import { type MeetingId, safeId } from '../documents/ids.js'
import { parseState, renderState, type TalkState } from '../documents/state.js'
import { paths, type TalkInput } from '../index.js'
import { TALK, TALKING } from '../names.js'
import { allCopies, type Copy, copyOf, lastingFile, textOf, writeText } from './copies.js'
import {
  activitiesIn,
  activityOf,
  commitIntegration,
  ensureIntegration,
  refsOf,
  removeActivity,
  syncIntegration,
  tipToForget,
} from './git/talk-git.js'
import { begin, firstWord, grounded, inputFor, liesIn, seatedBy, startTalk, workerNamed } from './opening.js'
import { findWorker, type WorkerPackage } from './packages.js'
import { projectLock, type RegisteredProject } from './ports.js'
import { gitOf, inputOf, packagesOf, type TalkContext } from './shared.js'

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
  const known = await states(context.home, report)
  for (const state of known)
    await each(report, state.meetingId, () => recoverState(context, projects, state, report))
  const told = new Set<string>(known.map(({ meetingId }) => meetingId))
  for (const config of projects.values())
    await each(report, config.name, () => adoptStrays(context, config, told, report))
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
  if (phase === TALKING && !hasPlace(context, config, input, id))
    return closeLost(context, config, { id, input }, report)
  if (phase === TALKING) await keepState(context, input, id)
  if (status === 'waiting' && (await firstWord(context, id)) === null) return
  // Steps without a model are done before anyone is served; a call of a model goes on in the background.
  const run = await startTalk(context, ref)
  await run.until((event) => event.type === 'speaking')
}

function hasPlace(context: TalkContext, config: RegisteredProject, input: TalkInput, id: string): boolean {
  if (input.scope === 'project') return true
  return existsSync(join(context.home, paths.activityPath(config.name, id), '.git'))
}

/** The reason is in its log, and its branch is kept when it has commits (BACK1). */
async function closeLost(
  context: TalkContext,
  config: RegisteredProject,
  { id, input }: { readonly id: string; readonly input: TalkInput },
  report: Report,
): Promise<void> {
  const reason = 'Its worktree was gone when parley started'
  await markClosed(context, config, id as MeetingId, reason)
  await context.journals.abandon(id, reason)
  const project = gitOf(context.home, config)
  const tip = input.rehearsal ? await tipToForget(project, id as MeetingId) : null
  const { branch } = await removeActivity(project, id as MeetingId, tip ?? undefined)
  await rm(join(context.home, paths.statePath(id)), { force: true })
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

/** A state file that is missing is written again from the journal. */
async function keepState(context: TalkContext, input: TalkInput, id: string): Promise<void> {
  const file = join(context.home, paths.statePath(id))
  if (existsSync(file)) return
  const last = await lastState(context, id)
  await writeText(file, last ?? renderState(stateFor(input, id)), context.home)
}

/** The same bytes as the journal recorded, so that the record still fits the disk. */
async function lastState(context: TalkContext, id: string): Promise<string | null> {
  const input = await inputOf(context, id)
  if (!input) return null
  const turns = (await context.journals.lines(id)).flatMap(({ kind, data }) => {
    const session = kind === 'turn' && data.call === 'talk.turn' ? data.receipt.session : undefined
    return session ? [session] : []
  })
  return renderState({
    ...stateFor(input, id),
    sdkSessionId: (turns.at(-1) ?? null) as TalkState['sdkSessionId'],
  })
}

function stateFor(input: TalkInput, id: string): TalkState {
  const { project, worker, branch, scope } = input
  return {
    meetingId: id as MeetingId,
    projectName: project,
    workerName: worker.name,
    packageName: worker.packageName,
    sdkSessionId: null,
    worktreeDir: paths.workFolder(project, id, scope),
    branchName: branch,
    status: 'open',
    ...(scope === 'project' ? { scope: 'project' as const } : {}),
  }
}

/** What cannot be read may be somebody's only pointer to their work: it is kept and reported (BACK2). */
async function states(home: string, report: Report): Promise<readonly TalkState[]> {
  const folder = join(home, paths.stateFolder)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const read = await Promise.all(
    names.map(async (name) => ({ name, state: parseState((await textOf(join(folder, name))) ?? '') })),
  )
  return read.flatMap(({ name, state }) => {
    if (!('kind' in state)) return [state]
    report(`${paths.stateFolder}/${name} cannot be read and is kept: ${state.why}`)
    return []
  })
}

/** State without a journal: the talk is adopted where its worktree is, else closed. */
async function recoverState(
  context: TalkContext,
  projects: ReadonlyMap<string, RegisteredProject>,
  state: TalkState,
  report: Report,
): Promise<void> {
  const id = safeId(state.meetingId)
  if (id === null || (await context.journals.summary(id))) return
  const config = projects.get(state.projectName)
  if (!config) return report(`${id}: its project ${state.projectName} is not at hand; its state is kept.`)
  const copy = await copyOf(gitOf(context.home, config), id)
  if (copy?.artifact.status === 'open' && isThere(context, config, copy, state))
    return adopt(context, config, copy, report, state)
  await markClosed(context, config, id, 'Its worktree was gone when parley started')
  await removeActivity(gitOf(context.home, config), id)
  await rm(join(context.home, paths.statePath(id)), { force: true })
  report(`${id}: closed, since its worktree is gone.`)
}

function isThere(
  context: TalkContext,
  config: RegisteredProject,
  { id, worktree }: Copy,
  state?: TalkState,
): boolean {
  if (state?.scope === 'project') return true
  return (
    worktree === 'activity' && existsSync(join(context.home, paths.activityPath(config.name, id), '.git'))
  )
}

/**
 * Open artifacts and branches of which neither a journal nor a state tells: adopted where their worktree or a free branch is there,
 * else reported. `told` are those whose state was looked at before.
 */
async function adoptStrays(
  context: TalkContext,
  config: RegisteredProject,
  told: ReadonlySet<string>,
  report: Report,
): Promise<void> {
  const project = gitOf(context.home, config)
  const copies = new Map((await allCopies(project)).map((copy) => [String(copy.id), copy]))
  for (const copy of copies.values()) {
    const { id, artifact } = copy
    if (artifact.status === null)
      report(`${config.name}: ${copy.folder}/${id}.md is no talk: ${artifact.troubles.join('; ')}.`)
    if (artifact.status !== 'open' || told.has(id) || (await context.journals.summary(id))) continue
    await each(report, id, () => adoptOrSay(context, config, copy, report))
  }
  for (const { id, branch, worktree, ahead } of await activitiesIn(project)) {
    const copy = copies.get(id)
    if ((await context.journals.summary(id)) || copy?.artifact.status === 'open' || copy?.artifact.merge)
      continue
    if (ahead === 0 && !worktree) await removeActivity(project, id)
    else report(`${id}: no open talk tells of the branch ${branch}; it is kept.`)
  }
}

async function adoptOrSay(
  context: TalkContext,
  config: RegisteredProject,
  copy: Copy,
  report: Report,
): Promise<void> {
  const project = gitOf(context.home, config)
  const { branch } = activityOf(project, copy.id)
  const { heads, checkedOut } = await refsOf(project)
  const elsewhere = checkedOut.get(branch)
  if (isThere(context, config, copy) || (heads.has(branch) && elsewhere === undefined))
    return adopt(context, config, copy, report)
  report(`${copy.id}: open, but ${elsewhere === undefined ? nowhere : worktreeOf(elsewhere)}`)
}

const nowhere = 'nothing of it is on this machine. Close it, or go on where it was opened.'

/** Another home, ours or that of another tool, has its worktrees, transcripts and pointers laid out as ours has. */
function worktreeOf(folder: string): string {
  const worktrees = dirname(dirname(folder))
  if (basename(worktrees) !== 'worktrees')
    return `its branch is checked out in ${folder}. Close it, or remove that worktree and start parley again.`
  const home = dirname(worktrees)
  return `its worktree and its transcript are in ${home}. Go on there: PARLEY_HOME=${shellWord(home)} parley serve; or close it here.`
}

/** A new journal for a talk that was found open: it goes on with the session and the transcript that are there. */
async function adopt(
  context: TalkContext,
  config: RegisteredProject,
  copy: Copy,
  report: Report,
  state?: TalkState,
): Promise<void> {
  const ref = { project: config.name, id: copy.id }
  const worker = await workerOf(context, copy, state)
  if (state) await keepSession(context, config, copy, state)
  await context.begin({ protocol: TALK, ready: await foundTalk(context, config, copy, worker) }, config)
  await begin(context, ref)
  report(`${ref.id}: had no journal here; it was adopted and goes on.`)
}

/** By the name in the artifact, else by those in the state: a worker may have been renamed since. */
async function workerOf(
  context: TalkContext,
  { artifact }: Copy,
  state: TalkState | undefined,
): Promise<WorkerPackage> {
  const packages = await packagesOf(context)
  const names = [artifact.worker, state?.packageName ?? '', state?.workerName ?? '']
  const found = names.map((name) => findWorker(packages, name)).find((worker) => worker !== null)
  return found ?? workerNamed(context, artifact.worker)
}

/** Other tools keep the session in their state alone; the artifact's own counts where it names one. */
async function keepSession(
  context: TalkContext,
  config: RegisteredProject,
  { file, text, worktree, artifact, id }: Copy,
  { sdkSessionId }: TalkState,
): Promise<void> {
  if (sdkSessionId === null || artifact.sessionId !== null) return
  await context.locks.exclusively(projectLock(config.name), async () => {
    await writeText(file, setSession(text, sdkSessionId))
    if (worktree === 'integration') await commitIntegration(gitOf(context.home, config), `Note in ${id}`)
  })
}

async function foundTalk(
  context: TalkContext,
  config: RegisteredProject,
  { id, artifact, folder }: Copy,
  worker: WorkerPackage,
): Promise<Ready<TalkInput>> {
  const project = gitOf(context.home, config)
  const earlier = (await textOf(join(context.home, paths.transcriptPath(id)))) ?? ''
  const { title, agenda, log } = artifact
  const started = log.findLast(({ event }) => event === 'opened')?.timestamp ?? context.now().toISOString()
  const own = { title, agenda, referenced: [...artifact.referenced], started, earlier, ...liesIn(folder) }
  return {
    ...seatedBy(worker),
    async propose(voicing) {
      const input = { ...inputFor(project, config, worker, voicing), ...own, message: null, request: null }
      return { id, input: grounded(project, id, { ...input, origin: 'adopted' }) }
    },
  }
}
