// Recovery, before anyone is served: every talk that this machine knows of is put back where it stood, closed with a reason, or
// reported. Nothing that could hold work is removed.
//
//   V1  A talk whose worktree is there goes on as it stood; a turn that was cut off is settled without calling a model.
//   V2  A talk whose worktree is gone is closed with a reason; a branch with commits is kept.
//   V3  State that cannot be read, or belongs to a project that is not registered now, is kept and reported.
//   V4  Open artifacts and branches that no journal tells of are adopted where their worktree is there, else reported.

import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openedIn } from '../../kernel/hold.js'
import type { Summary } from '../../kernel/summary.js'
import { moveStatus } from '../../protocols/talk/documents/artifact.js'
import { type MeetingId, safeId } from '../../protocols/talk/documents/ids.js'
import { parseState, renderState, type TalkState } from '../../protocols/talk/documents/state.js'
import {
  activitiesIn,
  commitIntegration,
  ensureIntegration,
  removeActivity,
  syncIntegration,
} from '../../protocols/talk/ground/git/talk-git.js'
import { places, type TalkInput } from '../../protocols/talk/index.js'
import { readFirst } from '../../workspace/journal-file.js'
import { agentsFor } from '../agents.js'
import { gitOf, type Parts } from '../parts.js'
import { type ProjectConfig, readProjects, troubleWith } from '../projects.js'
import { messageOf } from '../refusals.js'
import { allCopies, type Copy, copyOf, lastingFile, textOf, writeText } from './copies.js'
import { projectLock } from './lock-names.js'
import { begin, claim, forget, inputFor, startTalk, workerNamed } from './open.js'

/** What was found that a person should know of. */
export async function recover(parts: Parts): Promise<readonly string[]> {
  const found: string[] = []
  const report = (line: string) => {
    found.push(line)
    parts.log(line)
  }
  const projects = new Map<string, ProjectConfig>()
  for (const config of await readProjects(parts.home)) {
    const trouble = troubleWith(config.path) ?? (await prepared(parts, config))
    if (trouble === null) projects.set(config.name, config)
    else report(`${config.name}: ${trouble}`)
  }
  for (const summary of parts.talks.list())
    await each(report, summary.id, () => recoverTalk(parts, projects, summary, report))
  for (const state of await states(parts.home, report))
    await each(report, state.meetingId, () => recoverState(parts, projects, state, report))
  for (const config of projects.values())
    await each(report, config.name, () => adoptStrays(parts, config, report))
  return found
}

type Report = (line: string) => void

/** One talk that cannot be recovered must not keep the others from it. */
async function each(report: Report, what: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => report(`${what}: ${messageOf(error)}`))
}

/** The integration worktree, made again where it is missing and in step where nothing is open. */
async function prepared(parts: Parts, config: ProjectConfig): Promise<string | null> {
  const project = gitOf(parts.home, config)
  try {
    await parts.locks.exclusively(projectLock(config.name), async () => {
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
  parts: Parts,
  projects: ReadonlyMap<string, ProjectConfig>,
  summary: Summary,
  report: Report,
): Promise<void> {
  const { id, status, phase } = summary
  const input = inputOf(parts, id)
  const config = input && projects.get(input.project)
  if (status === 'concluded') return
  if (status === 'aborted') return phase === 'open' ? forget(parts, id) : undefined
  if (!input || !config)
    return report(`${id}: its project ${input?.project ?? ''} is not at hand; it is kept as it is.`)
  const ref = { project: config.name, id }
  if (phase === '' || phase === 'open')
    return void (await begin(parts, ref).catch((error) => report(`${id}: ${messageOf(error)}`)))
  if (phase === 'talk' && !hasPlace(parts, config, input, id)) return closeLost(parts, config, id, report)
  if (phase === 'talk') await keepState(parts, input, id)
  const { firstWord } = parts.shelf.details(parts.talks.folder(id))
  if (status === 'waiting' && firstWord === null) return
  // What is only left to be recorded is recorded now; what takes a model's time goes on by itself.
  await startTalk(parts, ref).until((event) => event.type === 'speaking')
}

function inputOf(parts: Parts, id: string): TalkInput | undefined {
  const first = readFirst(parts.talks.folder(id))
  return first && (openedIn([first.line]).input as TalkInput)
}

function hasPlace(parts: Parts, config: ProjectConfig, input: TalkInput, id: string): boolean {
  if (input.scope === 'project') return true
  return existsSync(join(parts.home, places.activityPath(config.name, id), '.git'))
}

/** Law V2. */
async function closeLost(parts: Parts, config: ProjectConfig, id: string, report: Report): Promise<void> {
  const reason = 'Its worktree was gone when parley started'
  await markClosed(parts, config, id as MeetingId, reason)
  await parts.talks.abandon(id, reason)
  const { branch } = await removeActivity(gitOf(parts.home, config), id as MeetingId)
  await rm(join(parts.home, places.statePath(id)), { force: true })
  const kept = branch.kind === 'kept' ? ' Its branch holds commits and is kept.' : ''
  report(`${id}: closed, since its worktree is gone.${kept}`)
}

async function markClosed(parts: Parts, config: ProjectConfig, id: MeetingId, reason: string): Promise<void> {
  const project = gitOf(parts.home, config)
  await parts.locks.exclusively(projectLock(config.name), async () => {
    const text = await textOf(lastingFile(project, id))
    const moved =
      text === null ? null : moveStatus(text, { to: 'closed', at: parts.now().toISOString(), reason })
    if (moved?.kind !== 'moved') return
    await writeText(lastingFile(project, id), moved.text)
    await commitIntegration(project, `Close ${id}: ${reason}`)
  })
}

/** Pointers that got lost are written again from what the journal and the artifact know. */
async function keepState(parts: Parts, input: TalkInput, id: string): Promise<void> {
  const file = join(parts.home, places.statePath(id))
  if (existsSync(file)) return
  const last = await lastState(parts, id)
  await writeText(file, last ?? renderState(stateFor(input, id)))
}

/** The same bytes as the journal recorded, so that the record still fits the disk. */
async function lastState(parts: Parts, id: string): Promise<string | null> {
  const input = inputOf(parts, id)
  if (!input) return null
  const turns = (await parts.talks.lines(id)).flatMap(({ kind, data }) => {
    const session = kind === 'turn' && data.call === 'talk.turn' ? data.receipt.session : undefined
    return session ? [session] : []
  })
  return renderState({
    ...stateFor(input, id),
    sdkSessionId: (turns.at(-1) ?? null) as TalkState['sdkSessionId'],
  })
}

function stateFor(input: TalkInput, id: string): TalkState {
  const { project, worker, folder, branch, scope } = input
  return {
    meetingId: id as MeetingId,
    projectName: project,
    workerName: worker.name,
    packageName: worker.packageName,
    sdkSessionId: null,
    worktreeDir: folder,
    branchName: branch,
    status: 'open',
    ...(scope === 'project' ? { scope: 'project' as const } : {}),
  }
}

/** Law V3. */
async function states(home: string, report: Report): Promise<readonly TalkState[]> {
  const folder = join(home, places.stateFolder)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const read = await Promise.all(
    names.map(async (name) => ({ name, state: parseState((await textOf(join(folder, name))) ?? '') })),
  )
  return read.flatMap(({ name, state }) => {
    if (!('kind' in state)) return [state]
    report(`${places.stateFolder}/${name} cannot be read and is kept: ${state.why}`)
    return []
  })
}

/** State without a journal: the talk is adopted where its worktree is, else closed. */
async function recoverState(
  parts: Parts,
  projects: ReadonlyMap<string, ProjectConfig>,
  state: TalkState,
  report: Report,
): Promise<void> {
  const id = safeId(state.meetingId)
  if (id === null || parts.talks.summary(id)) return
  const config = projects.get(state.projectName)
  if (!config) return report(`${id}: its project ${state.projectName} is not at hand; its state is kept.`)
  const copy = await copyOf(gitOf(parts.home, config), id)
  if (copy?.artifact.status === 'open' && isThere(parts, config, copy, state))
    return adopt(parts, config, copy, report)
  await markClosed(parts, config, id, 'Its worktree was gone when parley started')
  await removeActivity(gitOf(parts.home, config), id)
  await rm(join(parts.home, places.statePath(id)), { force: true })
  report(`${id}: closed, since its worktree is gone.`)
}

function isThere(parts: Parts, config: ProjectConfig, { id, place }: Copy, state?: TalkState): boolean {
  if (state?.scope === 'project') return true
  return place === 'activity' && existsSync(join(parts.home, places.activityPath(config.name, id), '.git'))
}

/** Law V4. */
async function adoptStrays(parts: Parts, config: ProjectConfig, report: Report): Promise<void> {
  const project = gitOf(parts.home, config)
  const copies = new Map((await allCopies(project)).map((copy) => [String(copy.id), copy]))
  for (const copy of copies.values()) {
    if (copy.artifact.status !== 'open' || parts.talks.summary(copy.id)) continue
    if (isThere(parts, config, copy)) await adopt(parts, config, copy, report)
    else
      report(
        `${copy.id}: open, but nothing of it is on this machine. Close it, or go on where it was opened.`,
      )
  }
  for (const { id, branch, worktree, ahead } of await activitiesIn(project)) {
    const copy = copies.get(id)
    if (parts.talks.summary(id) || copy?.artifact.status === 'open' || copy?.artifact.merge) continue
    if (ahead === 0 && !worktree) await removeActivity(project, id)
    else report(`${id}: no open talk tells of the branch ${branch}; it is kept.`)
  }
}

/** A new journal for a talk that was found open: it goes on with the session and the transcript that are there. */
async function adopt(parts: Parts, config: ProjectConfig, copy: Copy, report: Report): Promise<void> {
  const { id, artifact } = copy
  const project = gitOf(parts.home, config)
  const worker = await workerNamed(parts, artifact.worker)
  const agents = await agentsFor(undefined, { root: config.path, home: parts.home })
  const earlier = (await textOf(join(parts.home, places.transcriptPath(id)))) ?? ''
  const { title, agenda, log } = artifact
  const started = log.findLast(({ event }) => event === 'opened')?.timestamp ?? parts.now().toISOString()
  const own = { title, agenda, referenced: [...artifact.referenced], started, earlier }
  const input = { ...inputFor(project, config, worker, agents), ...own, message: null, request: null }
  await claim(parts, project, id, agents, { ...input, origin: 'adopted' })
  await begin(parts, { project: config.name, id })
  report(`${id}: had no journal here; it was adopted and goes on.`)
}
