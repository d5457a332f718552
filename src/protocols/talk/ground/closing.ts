// Closing a talk, and trying again what failed in it. Only the person closes.

import { existsSync } from 'node:fs'
import { Refused } from '../../../kernel/errors.js'
import { openQuestion } from '../../../kernel/run/hold.js'
import { nestedFault, nestedHint, nestedIn } from '../../../workspace/git/nested.js'
import { moveStatus } from '../documents/artifact.js'
import { safeId } from '../documents/ids.js'
import { CLOSE } from '../index.js'
import { NEXT_WORD } from '../names.js'
import { SETTLED } from '../questions.js'
import { type ClosePreview, type CloseResult, keyOf, type MeetingRef } from '../views.js'
import { copyOf, writeText } from './copies.js'
import { activityOf, commitIntegration, previewMerge } from './git/talk-git.js'
import { startTalk, whyEnded } from './opening.js'
import { projectLock } from './ports.js'
import { gitOf, isTalk, type TalkContext, unknownMeeting } from './shared.js'
import { closedResult } from './view.js'

export class Closings {
  readonly #under = new Set<string>()
  readonly #context: Pick<TalkContext, 'runs' | 'journals'>

  constructor(context: Pick<TalkContext, 'runs' | 'journals'>) {
    this.#context = context
  }

  /** Also one that an earlier process began to close, and that goes on by itself. */
  async has(ref: MeetingRef): Promise<boolean> {
    return this.#under.has(keyOf(ref)) || (await this.#goesOn(ref))
  }

  /** One close at a time: a second one is refused. */
  async guard<T>(ref: MeetingRef, work: () => Promise<T>): Promise<T> {
    if (this.#under.has(keyOf(ref))) throw beingClosed(ref)
    this.#under.add(keyOf(ref))
    try {
      if (await this.#goesOn(ref)) throw beingClosed(ref)
      return await work()
    } finally {
      this.#under.delete(keyOf(ref))
    }
  }

  async #goesOn(ref: MeetingRef): Promise<boolean> {
    const { runs, journals } = this.#context
    return runs.of(ref) !== undefined && (await journals.summary(ref.id))?.phase === 'close'
  }
}

function beingClosed({ id }: MeetingRef): Refused {
  return new Refused('closing', `${id} is being closed already.`, 'Wait for its notes.')
}

export function closeTalk(context: TalkContext, closings: Closings, ref: MeetingRef): Promise<CloseResult> {
  return closings.guard(ref, async () => {
    await mustBe(context, ref, 'open', 'closed')
    if (!(await isTalk(context, ref))) return closeFound(context, ref)
    await settle(context, ref)
    const asks = await asked(context, ref)
    if (asks?.id === NEXT_WORD) await refuseNested(context, ref)
    if (asks?.id === 'afterwards')
      throw new Refused('wrong-state', 'A talk that is closed cannot become closed.')
    if (asks?.id === NEXT_WORD)
      await context.journals.answer(ref.id, { choose: CLOSE, question: asks.key, by: 'person' })
    const run = await startTalk(context, ref, { word: { choose: CLOSE } })
    return resultOf(context, ref, whyEnded(await run.ended))
  })
}

/** Files of a repository inside the worktree would not be merged: the talk stays open until the person has decided about them. */
async function refuseNested(context: TalkContext, ref: MeetingRef): Promise<void> {
  const { copy, project } = await found(context, ref)
  const { folder } = activityOf(project, copy.id)
  const nested = existsSync(folder) ? await nestedIn(folder) : []
  if (nested.length > 0)
    throw new Refused(
      'not-possible',
      `${nestedFault(nested)}.`,
      `${nestedHint(nested, folder)}. Then close the talk again.`,
    )
}

/** Answers the question of a closed talk about what is left to do. */
export function retry(
  context: TalkContext,
  closings: Closings,
  ref: MeetingRef,
  what: 'notes' | 'merge',
  settled = false,
): Promise<CloseResult> {
  return closings.guard(ref, async () => {
    if (!(await isTalk(context, ref))) throw unknownMeeting(ref)
    await context.runs.free(ref)
    const open = openQuestion(await context.journals.lines(ref.id))
    const question = open?.question
    const offers = (choice: string) => question?.options.some(({ key }) => key === choice)
    if (question?.id !== 'afterwards' || !offers(what))
      throw new Refused('wrong-state', `Nothing is left to do about the ${what} of ${ref.id}.`)
    const choose = settled ? SETTLED : what
    if (!offers(choose)) throw cannotBeSettled(ref, what)
    await context.journals.answer(ref.id, { choose, question: open?.key, by: 'person' })
    const run = await startTalk(context, ref)
    return resultOf(context, ref, whyEnded(await run.ended))
  })
}

function cannotBeSettled({ id }: MeetingRef, what: 'notes' | 'merge'): Refused {
  if (what === 'notes')
    return new Refused('bad-request', 'Only a merge can be settled by hand.', 'Leave "settled" out.')
  return new Refused(
    'wrong-state',
    `${id} was closed by an older parley, which knows no word for a merge that was settled by hand.`,
    'Commit with the message that `git merge --squash` prepares, then try the merge again: that is recognised.',
  )
}

export async function preview(context: TalkContext, ref: MeetingRef): Promise<ClosePreview> {
  const { copy, project } = await found(context, ref)
  if (copy.artifact.merge === null && copy.artifact.status !== 'open')
    throw new Refused('wrong-state', `${ref.id} is ${copy.artifact.status}: there is nothing to merge.`)
  return previewMerge(project, copy.id)
}

/** A turn under way is ended first; what was said in it is kept. */
async function settle(context: TalkContext, ref: MeetingRef): Promise<void> {
  const run = context.runs.of(ref)
  run?.interrupt()
  await run?.ended
}

async function asked(context: TalkContext, ref: MeetingRef) {
  return (await context.journals.summary(ref.id))?.questions[0]
}

async function resultOf(context: TalkContext, ref: MeetingRef, why: string): Promise<CloseResult> {
  const result = closedResult(await context.journals.lines(ref.id), context.home, ref.project)
  if (result) return result
  context.log(`${ref.id}: could not be closed: ${why}`)
  throw new Refused(
    'not-possible',
    `The talk could not be closed: ${why}`,
    'It is still open; mend that and close it again.',
  )
}

/** An open talk without a journal here has no worker to ask for notes: it is marked, and its branch, if any, is kept. */
async function closeFound(context: TalkContext, ref: MeetingRef): Promise<CloseResult> {
  const reason = 'User closed the meeting; it had no journal on this machine'
  await context.locks.exclusively(projectLock(ref.project), async () => {
    const { copy, project } = await found(context, ref)
    const moved = moveStatus(copy.text, { to: 'closed', at: context.now().toISOString(), reason })
    if (moved.kind === 'refused') throw new Refused('wrong-state', moved.message)
    await writeText(copy.file, moved.text)
    await commitIntegration(project, `Close ${ref.id}`)
  })
  context.changed()
  const notes = { state: 'failed', text: '', reason: 'nobody was there to write them' } as const
  return { status: 'closed', notes, merge: { state: 'none', files: [], howTo: null } }
}

async function mustBe(context: TalkContext, ref: MeetingRef, wanted: string, to: string): Promise<void> {
  const { copy } = await found(context, ref)
  const { status } = copy.artifact
  if (status !== wanted)
    throw new Refused('wrong-state', `A talk that is ${status ?? 'in no known state'} cannot become ${to}.`)
}

async function found(context: TalkContext, ref: MeetingRef) {
  const project = gitOf(context.home, await context.project(ref.project))
  const id = safeId(ref.id)
  const copy = id === null ? null : await copyOf(project, id)
  if (copy === null) throw unknownMeeting(ref)
  return { copy, project }
}
