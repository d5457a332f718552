// `Ground` on real worktrees: every step takes the lock it needs, and is safe to run again after a kill.

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotGoOn, messageOf } from '../../../kernel/errors.js'
import type { Removal } from '../../../kernel/world.js'
import { guardHere } from '../../../workspace/guard.js'
import { foldersOf, withoutFolders } from '../../../workspace/machine-folders.js'
import {
  markMerged,
  moveStatus,
  parseArtifact,
  renderArtifact,
  setMergePending,
  titleFrom,
} from '../documents/artifact.js'
import { parseDecisionLines } from '../documents/decisions.js'
import { followupId, type MeetingId } from '../documents/ids.js'
import { systemPrompt } from '../documents/prompt.js'
import type { OwnTree } from '../ground.js'
import type { Change, Ground, Kept, Merge, TalkInput } from '../index.js'
import { paths } from '../index.js'
import { countingFile, lastingFile, removeFile, textOf, writeText } from './copies.js'
import { equip } from './equipment.js'
import {
  activityOf,
  changesOf,
  commitActivity,
  commitIntegration,
  integrationOf,
  openActivity,
  removeActivity,
  settledByHand,
  settledRef,
  squashMerge,
  undoOpen,
} from './git/talk-git.js'
import type { TalkProject } from './git/types.js'
import { liftRequests } from './lift.js'
import { statusDigest } from './manager.js'
import { readMemories } from './memory.js'
import { callForHelp, closedText, mergeOf } from './merging.js'
import { TreeWatch } from './own-tree.js'
import { findWorker, type WorkerPackage } from './packages.js'
import { meetingLock, projectLock } from './ports.js'
import { fileRequest } from './requests.js'
import { gitOf, packagesOf, type TalkContext } from './shared.js'

export function groundFor(context: TalkContext, meeting: string, input: TalkInput): Ground {
  const id = meeting as MeetingId
  const own = new OwnGround(context, id, input)
  const ground: Ground = {
    announce: (at) => own.announce(at),
    branch: () => own.branch(),
    activate: () => own.activate(),
    undo: () => own.undo(),
    look: (known) => own.look(known),
    ownTree: () => own.ownTree(),
    keep: (message) => own.keep(message),
    edit: (change) => own.edit(change),
    decisions: () => own.decisions(),
    lasts: async () => existsSync(lastingFile(await own.project(), id)),
    merge: (message) => own.merge(message),
    remove: (tip) => own.remove(tip),
    read: async () => (await textOf(countingFile(await own.project(), id).file)) ?? '',
    mergeAgain: (message, at, kept) => own.mergeAgain(message, at, kept),
    settled: (at, kept) => own.settled(at, kept),
    pend: (pending) => own.pend(pending),
    request: (ask) => own.request(ask),
    tidy: () => own.tidy(),
  }
  return namingNoFolder(ground, (text) => own.withoutFolders(text))
}

/** What git and the system say of a failure names folders of this machine; the record must not. */
function namingNoFolder(ground: Ground, plain: (text: string) => Promise<string>): Ground {
  const wrapped = Object.entries(ground).map(
    ([name, call]: [string, (...given: never[]) => Promise<unknown>]) => {
      const plainly = async (...given: never[]) => {
        try {
          return await call(...given)
        } catch (error) {
          if (error instanceof Error) error.message = await plain(error.message)
          throw error
        }
      }
      return [name, plainly]
    },
  )
  return Object.fromEntries(wrapped) as Ground
}

class OwnGround {
  readonly #context: TalkContext
  readonly #id: MeetingId
  readonly #input: TalkInput

  constructor(context: TalkContext, id: MeetingId, input: TalkInput) {
    this.#context = context
    this.#id = id
    this.#input = input
  }

  async project(): Promise<TalkProject> {
    return gitOf(this.#context.home, await this.#context.project(this.#input.project))
  }

  async withoutFolders(text: string): Promise<string> {
    const { name, path } = await this.#context
      .project(this.#input.project)
      .catch(() => ({ name: '', path: '' }))
    const folders = [...foldersOf(this.#context.home, this.#context.home), { folder: path, as: name }]
    return withoutFolders(folders)(text)
  }

  async announce(at: string): Promise<void> {
    await this.#locked(async (project) => {
      const file = lastingFile(project, this.#id)
      const text = await textOf(file)
      if (text === null || parseArtifact(text).status !== 'open')
        await writeText(file, this.#opened(text, at))
      const done = await commitIntegration(project, `Open ${this.#id}`)
      if (done.kind === 'skipped')
        throw new CannotGoOn('WORKTREE', `In the integration worktree, ${done.why}.`, 'Finish that first.')
    })
  }

  #opened(text: string | null, at: string): string {
    const { title, worker, agenda, referenced, origin } = this.#input
    if (text !== null) {
      const moved = moveStatus(text, { to: 'open', at, reason: 'User accepted the request' })
      if (moved.kind === 'moved') return moved.text
      throw new CannotGoOn('STATE', moved.message)
    }
    if (origin === 'accepted') throw new CannotGoOn('STATE', `The request ${this.#id} is gone.`)
    const { name, displayTitle } = worker
    const fresh = { title, at, worker: name, workerDisplayTitle: displayTitle, agenda, referenced }
    return renderArtifact({ ...fresh, status: 'open', reason: 'User started the meeting' })
  }

  async branch(): Promise<void> {
    await this.#locked((project) => openActivity(project, this.#id, this.#input.checkout))
  }

  async activate() {
    const worker = await this.#worker()
    const { identity, posture, soul, limits } = worker
    const tools = await equip(this.#context, { ...this.#asked, memoryRead: [] })
    const { memoryLimit } = await this.#context.project(this.#input.project)
    const seconds = limits.turnTimeoutSeconds
    const starts = tools.some(({ name }) => name === 'run_command')
    const { layer, about } = await guardHere(this.#context.home)
    return {
      ...(starts && layer === null ? { unguarded: about } : {}),
      system: systemPrompt({ ...identity, posture, soul }),
      tools: tools.map(({ name }) => name),
      maxOutput: limits.maxOutputTokens ?? defaultOutput,
      timeoutMs: seconds === undefined ? null : seconds * 1000,
      memoryLimit: memoryLimit ?? null,
      digest: await statusDigest(this.#context, worker, this.#input.project),
    }
  }

  async undo(): Promise<void> {
    await this.#locked(async (project) => {
      // The artifact first: whatever git says to the rest, a talk that was not opened is not listed as open.
      const file = lastingFile(project, this.#id)
      if (this.#input.request !== null) await writeText(file, this.#input.request)
      else if (this.#input.origin === 'created') await removeFile(file)
      try {
        await undoOpen(project, this.#id)
      } finally {
        await commitIntegration(project, `Take back the opening of ${this.#id}`)
      }
    })
  }

  async look(known: string) {
    const { home } = this.#context
    const { project, worker } = this.#input
    const { mark, scopes } = await readMemories({ home, project, worker: worker.name })
    const text = await textOf(countingFile(await this.project(), this.#id).file)
    const session = text === null ? null : parseArtifact(text).sessionId
    await this.#watch()
    return { session, mark, memory: mark === known ? null : scopes }
  }

  readonly #tree = new TreeWatch()

  async #watch(): Promise<void> {
    const starts = (await this.#worker()).builtInTools.includes('run_command')
    const { home, now } = this.#context
    if (starts) await this.#tree.begin(home, (await this.project()).path, `${this.#id}-${now().getTime()}`)
  }

  async ownTree(): Promise<OwnTree> {
    return this.#tree.since((await this.project()).path)
  }

  /** Includes what the tools reported: git may be told to ignore it. */
  async keep(message: string): Promise<readonly Change[]> {
    const told = this.#context.touched.take(this.#id)
    const project = await this.project()
    await this.#liftRequests(project)
    await commitActivity(project, this.#id, message)
    const changes = await changesOf(project, this.#id)
    const known = new Set(changes.map(({ path }) => path))
    return [...changes, ...told.filter(({ path }) => !known.has(path))]
  }

  async #liftRequests(project: TalkProject): Promise<void> {
    const lifted = await liftRequests({
      activity: activityOf(project, this.#id).folder,
      integration: integrationOf(project).folder,
      own: this.#id,
      exclusively: (work) => this.#locked(work),
      commit: (message) => commitIntegration(project, message),
    })
    if (lifted.length > 0) this.#context.changed()
  }

  /** In the copy that counts now (COPY1), committed where it is the integration branch's (COPY2), also when nothing had to be changed. */
  edit(change: (text: string) => string): Promise<void> {
    return this.#locked((project) =>
      this.#context.locks.exclusively(meetingLock(this.#id), async () => {
        const { worktree, file } = countingFile(project, this.#id)
        const before = await textOf(file)
        if (before === null)
          throw new CannotGoOn('GONE', `The artifact of ${this.#id} is gone.`, `Put ${file} back.`)
        const after = change(before)
        if (after !== before) await writeText(file, after)
        if (worktree === 'integration') await commitIntegration(project, `Note in ${this.#id}`)
      }),
    )
  }

  async decisions() {
    const text = await textOf(join(this.#context.home, paths.decisionsPath(this.#id)))
    return parseDecisionLines(text ?? '')
  }

  merge(message: string): Promise<Merge> {
    return this.#locked((project) => this.#squash(project, message))
  }

  /** The integration copy may have been changed since the close, so its text wins over the branch's. */
  mergeAgain(message: string, at: string, kept: string): Promise<Merge> {
    return this.#locked(async (project) => {
      const merge = await this.#squash(project, message)
      if (merge.kind === 'pending') return merge
      await writeText(lastingFile(project, this.#id), markMerged(kept, at))
      await commitIntegration(project, `Mark ${this.#id} as merged`)
      return merge
    })
  }

  settled(at: string, kept: string): Promise<Merge> {
    return this.#locked(async (project) => {
      const mark = () => writeText(lastingFile(project, this.#id), markMerged(kept, at))
      const merge = mergeOf(await settledByHand(project, this.#id, mark))
      if (merge.kind === 'merged')
        this.#context.log(`${this.#id}: merged by hand; its last commit stays as ${settledRef(this.#id)}`)
      return this.#told(merge)
    })
  }

  async remove(tip: string | null): Promise<readonly Kept[]> {
    return this.#locked(async (project) => {
      const { worktree, branch } = await removeActivity(project, this.#id, tip ?? undefined)
      const kept: Kept[] = []
      for (const [what, removal] of Object.entries({ worktree, branch }) as [Kept['what'], Removal][]) {
        if (removal.kind === 'removed') continue
        this.#context.log(`${this.#id}: the ${what} is kept: ${removal.why}`)
        kept.push({ what, why: await this.withoutFolders(removal.why) })
      }
      return kept
    })
  }

  pend({ at, cause, files }: { at: string; cause: string; files: readonly string[] }) {
    return this.#locked(async (project) => {
      const { branch } = this.#input
      const closed = await closedText(project, this.#id)
      await writeText(lastingFile(project, this.#id), setMergePending(closed, { branch, files }))
      await commitIntegration(project, `Mark ${this.#id} as waiting to be merged`)
      const id = await fileRequest(
        project,
        await callForHelp(this.#context, { id: this.#id, input: this.#input }, { at, cause, files }),
      )
      this.#context.log(`${this.#id}: ${branch} was not merged: ${cause}; ${id} asks for help`)
      this.#context.changed()
      return { id }
    })
  }

  request({ at, agenda, referenced }: { at: string; agenda: string; referenced: readonly string[] }) {
    const { name, displayTitle } = this.#input.worker
    return this.#locked(async (project) => {
      const id = await fileRequest(project, {
        idFor: (n) => followupId(name, at, n),
        at,
        title: titleFrom(agenda),
        worker: name,
        workerDisplayTitle: displayTitle,
        agenda,
        reason: `Left open by ${this.#id}`,
        referenced,
      })
      this.#context.changed()
      return { id }
    })
  }

  async tidy(): Promise<void> {
    this.#context.touched.take(this.#id)
    await rm(join(this.#context.home, paths.stateFolder, this.#id), { recursive: true, force: true })
  }

  get #asked() {
    const { project, worker } = this.#input
    return { meeting: this.#id, project, worker: worker.packageName }
  }

  async #worker(): Promise<WorkerPackage> {
    const { packageName, name } = this.#input.worker
    const packages = await packagesOf(this.#context)
    const worker = findWorker(packages, packageName) ?? findWorker(packages, name)
    if (worker) return worker
    throw new CannotGoOn(
      'NO_WORKER',
      `There is no worker "${packageName}" any more.`,
      'Put its package back.',
    )
  }

  async #squash(project: TalkProject, message: string): Promise<Merge> {
    try {
      return await this.#told(mergeOf(await squashMerge(project, this.#id, message)))
    } catch (error) {
      return this.#told({ kind: 'pending', cause: messageOf(error), files: [] })
    }
  }

  async #told(merge: Merge): Promise<Merge> {
    return merge.kind === 'pending' ? { ...merge, cause: await this.withoutFolders(merge.cause) } : merge
  }

  #locked<T>(work: (project: TalkProject) => Promise<T>): Promise<T> {
    return this.#context.locks.exclusively(projectLock(this.#input.project), async () =>
      work(await this.project()),
    )
  }
}

const defaultOutput = 8_000
