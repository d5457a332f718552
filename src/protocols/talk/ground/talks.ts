// The talks of all registered projects: everything that can be done with them, on whatever host holds their journals.

import type { Grant, Tool } from '../../../kernel/agents.js'
import { messageOf, Refused } from '../../../kernel/errors.js'
import type { Protocol } from '../../../kernel/protocol.js'
import type { MeetingKind } from '../../manifest.js'
import { kind } from '../kind.js'
import type { ClosePreview, CloseResult, MeetingRef, TalkRequest, Worker } from '../views.js'
import { Closings, closeTalk, preview, retry } from './closing.js'
import { toolsOf } from './equipment.js'
import { ensureIntegration } from './git/talk-git.js'
import { say } from './message.js'
import { acceptedTalk, newTalk, openTalks, openUnderLock, protocolOn, startTalk } from './opening.js'
import type { RegisteredProject, RunAllowance, TalkHost } from './ports.js'
import { recover } from './recover.js'
import { decline, defer, requests } from './requests.js'
import { createTouched, gitOf, isTalk, packagesOf, type TalkContext } from './shared.js'
import { Steps } from './step.js'
import { workers } from './workers.js'

export interface Talks {
  /** The kind by which talks are held and verified; new ones are opened by `newTalk`. */
  readonly kind: MeetingKind
  toolsOf(grant: Extract<Grant, { kind: 'tools' }>): Promise<readonly Tool[]>
  /** Recovers every open talk. Returns what a person should know about. */
  recover(): Promise<readonly string[]>
  /** Makes the integration branch and its worktree of a project that is about to be registered. */
  makeReady(project: RegisteredProject): Promise<void>
  /** Brings the integration branch up to the person's when that has moved. */
  follow(project: RegisteredProject): Promise<void>
  has(ref: MeetingRef): Promise<boolean>
  /** Ids of the talks of this project that are open or being opened. */
  openIn(project: RegisteredProject): Promise<readonly string[]>

  /** A new talk in this project, to be prepared and begun as any other meeting. */
  newTalk(project: RegisteredProject, given?: Pick<RunAllowance, 'relayedBy'>): MeetingKind
  /** The talk that this request asks for. */
  acceptedTalk(project: RegisteredProject, ref: MeetingRef): MeetingKind
  /** Claims an id under the project's lock, then waits until the talk is open. When it rejects, the opening has been undone. */
  open(project: string, claim: () => Promise<string>, allowed?: RunAllowance): Promise<MeetingRef>
  resume(ref: MeetingRef): Promise<void>
  /** Gives the number of the line that records it. */
  say(ref: MeetingRef, text: string, allowed?: RunAllowance): Promise<number>
  /** Refuses while the talk is being closed. */
  mustNotClose(ref: MeetingRef): Promise<void>
  /** Starts closing in the background. The log has the error when that fails. */
  answerClose(ref: MeetingRef): void
  preview(ref: MeetingRef): Promise<ClosePreview>
  close(ref: MeetingRef): Promise<CloseResult>
  /** `settled`: the person says that they made the merge by hand. */
  retry(ref: MeetingRef, what: 'notes' | 'merge', settled?: boolean): Promise<CloseResult>

  /** Of one project, or of all. */
  requests(project?: string): Promise<readonly TalkRequest[]>
  decline(ref: MeetingRef, reason?: string): Promise<void>
  defer(ref: MeetingRef, until: string): Promise<void>
  workers(): Promise<readonly Worker[]>
}

export function talksOn(host: TalkHost): Talks {
  const context: TalkContext = { ...host, touched: createTouched(), online: new Set(), steps: new Steps() }
  const closings = new Closings(context)
  return {
    kind: { ...kind, protocol: protocolOn(context) as unknown as Protocol },
    toolsOf: (grant) => toolsOf(context, grant),
    async recover() {
      for (const trouble of (await packagesOf(context)).troubles) context.log(trouble)
      return recover(context)
    },
    makeReady: async (project) => void (await ensureIntegration(gitOf(context.home, project))),
    follow: (project) => context.steps.keep(context, project),
    has: (ref) => isTalk(context, ref),
    openIn: (project) => openTalks(context, project),

    newTalk: (project, given) => newTalk(context, project, given),
    acceptedTalk: (project, ref) => acceptedTalk(context, project, ref),
    open: (project, claim, allowed) => openUnderLock(context, project, claim, allowed),
    resume: async (ref) => void (await startTalk(context, ref)),
    say: (ref, text, allowed) => say(context, closings, ref, { text, ...allowed }),
    async mustNotClose(ref) {
      if (await closings.has(ref)) throw new Refused('closing', `${ref.id} is being closed.`)
    },
    answerClose: (ref) => {
      closeTalk(context, closings, ref).catch((error: unknown) => {
        context.log(`Closing ${ref.id} failed: ${messageOf(error)}`)
      })
    },
    preview: (ref) => preview(context, ref),
    close: (ref) => closeTalk(context, closings, ref),
    retry: (ref, what, settled) => retry(context, closings, ref, what, settled),

    requests: (project) => requests(context, project),
    decline: (ref, reason) => decline(context, ref, reason),
    defer: (ref, until) => defer(context, ref, until),
    workers: () => workers(context),
  }
}
