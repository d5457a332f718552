// Closing a talk, and trying again what failed in it. Only the person closes.
//
//   C1  One close at a time: a second is told so.
//   C2  A turn under way is ended first, and what was said is kept.

import { openQuestion } from '../../kernel/hold.js'
import { moveStatus } from '../../protocols/talk/documents/artifact.js'
import { safeId } from '../../protocols/talk/documents/ids.js'
import { commitIntegration, previewMerge } from '../../protocols/talk/ground/git/talk-git.js'
import { CLOSE } from '../../protocols/talk/index.js'
import { type ClosePreview, type CloseResult, type MeetingRef, Refused } from '../api.js'
import { gitOf, isTalkOf, type Parts, unknownMeeting, usableProject } from '../parts.js'
import { refusing } from '../refusals.js'
import { keyOf } from '../runs.js'
import { copyOf, writeText } from './copies.js'
import { projectLock } from './lock-names.js'
import { startTalk, whyEnded } from './open.js'
import { closedResult } from './view.js'

export class Closings {
  readonly #under = new Set<string>()
  readonly #parts: Pick<Parts, 'runs' | 'talks'>

  constructor(parts: Pick<Parts, 'runs' | 'talks'>) {
    this.#parts = parts
  }

  /** Also one that an earlier process began to close, and that goes on by itself. */
  has(ref: MeetingRef): boolean {
    const { runs, talks } = this.#parts
    return (
      this.#under.has(keyOf(ref)) || (runs.of(ref) !== undefined && talks.summary(ref.id)?.phase === 'close')
    )
  }

  /** Law C1. */
  async guard<T>(ref: MeetingRef, work: () => Promise<T>): Promise<T> {
    if (this.has(ref))
      throw new Refused('closing', `${ref.id} is being closed already.`, 'Wait for its notes.')
    this.#under.add(keyOf(ref))
    try {
      return await work()
    } finally {
      this.#under.delete(keyOf(ref))
    }
  }
}

export function closeTalk(parts: Parts, closings: Closings, ref: MeetingRef): Promise<CloseResult> {
  return closings.guard(ref, async () => {
    await mustBe(parts, ref, 'open', 'closed')
    if (!isTalkOf(parts, ref)) return closeFound(parts, ref)
    await settle(parts, ref)
    const asks = await asked(parts, ref)
    if (asks === 'afterwards') throw new Refused('wrong-state', 'A talk that is closed cannot become closed.')
    if (asks === 'message') await refusing(() => parts.talks.answer(ref.id, { choose: CLOSE, by: 'person' }))
    const run = startTalk(parts, ref, { choose: CLOSE })
    return resultOf(parts, ref, whyEnded(await run.ended))
  })
}

/** Answers what the closed talk asks. */
export function retry(
  parts: Parts,
  closings: Closings,
  ref: MeetingRef,
  what: 'notes' | 'merge',
): Promise<CloseResult> {
  return closings.guard(ref, async () => {
    if (!isTalkOf(parts, ref)) throw unknownMeeting(ref)
    await parts.runs.free(ref, () => parts.talks.summary(ref.id)?.status === 'waiting')
    const question = openQuestion(await parts.talks.lines(ref.id))?.question
    if (question?.id !== 'afterwards' || !question.options.some(({ key }) => key === what))
      throw new Refused('wrong-state', `Nothing is left to do about the ${what} of ${ref.id}.`)
    await refusing(() => parts.talks.answer(ref.id, { choose: what, by: 'person' }))
    const run = startTalk(parts, ref)
    return resultOf(parts, ref, whyEnded(await run.ended))
  })
}

export async function preview(parts: Parts, ref: MeetingRef): Promise<ClosePreview> {
  const { copy, project } = await found(parts, ref)
  if (copy.artifact.merge === null && copy.artifact.status !== 'open')
    throw new Refused('wrong-state', `${ref.id} is ${copy.artifact.status}: there is nothing to merge.`)
  return refusing(() => previewMerge(project, copy.id))
}

/** Law C2. */
async function settle(parts: Parts, ref: MeetingRef): Promise<void> {
  const run = parts.runs.of(ref)
  run?.interrupt()
  await run?.ended
}

async function asked(parts: Parts, ref: MeetingRef): Promise<string | undefined> {
  return openQuestion(await parts.talks.lines(ref.id))?.question.id
}

async function resultOf(parts: Parts, ref: MeetingRef, why: string): Promise<CloseResult> {
  const result = closedResult(await parts.talks.lines(ref.id), parts.home, ref.project)
  if (result) return result
  parts.log(`${ref.id}: could not be closed: ${why}`)
  throw new Refused(
    'not-possible',
    `The talk could not be closed: ${why}`,
    'It is still open; mend that and close it again.',
  )
}

/** An open talk without a journal here has no worker to ask for notes: it is marked, and its branch, if any, is kept. */
async function closeFound(parts: Parts, ref: MeetingRef): Promise<CloseResult> {
  const reason = 'User closed the meeting; it had no journal on this machine'
  await parts.locks.exclusively(projectLock(ref.project), async () => {
    const { copy, project } = await found(parts, ref)
    const moved = moveStatus(copy.text, { to: 'closed', at: parts.now().toISOString(), reason })
    if (moved.kind === 'refused') throw new Refused('wrong-state', moved.message)
    await writeText(copy.file, moved.text)
    await commitIntegration(project, `Close ${ref.id}`)
  })
  parts.feed.nudge()
  const notes = { state: 'failed', text: '', reason: 'nobody was there to write them' } as const
  return { status: 'closed', notes, merge: { state: 'none', files: [], howTo: null } }
}

async function mustBe(parts: Parts, ref: MeetingRef, wanted: string, to: string): Promise<void> {
  const { copy } = await found(parts, ref)
  const { status } = copy.artifact
  if (status !== wanted)
    throw new Refused('wrong-state', `A talk that is ${status ?? 'in no known state'} cannot become ${to}.`)
}

async function found(parts: Parts, ref: MeetingRef) {
  const project = gitOf(parts.home, await usableProject(parts, ref.project))
  const id = safeId(ref.id)
  const copy = id === null ? null : await copyOf(project, id)
  if (copy === null) throw unknownMeeting(ref)
  return { copy, project }
}
