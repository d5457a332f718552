// A message to an open talk: the answer to its question for the next message. The run that records it makes the turn.

import { Refused } from '../../../kernel/errors.js'
import { safeId } from '../documents/ids.js'
import { SAY } from '../questions.js'
import type { MeetingRef } from '../views.js'
import type { Closings } from './closing.js'
import { copyOf } from './copies.js'
import { startTalk } from './opening.js'
import type { RunAllowance } from './ports.js'
import { gitOf, isTalk, type TalkContext, unknownMeeting } from './shared.js'

/** Recorded when this returns; gives the number of its line. Where an earlier run failed before it asked, this run asks first. */
export async function say(
  context: TalkContext,
  closings: Closings,
  ref: MeetingRef,
  { text, ...allowed }: { readonly text: string } & RunAllowance,
): Promise<number> {
  if (text.trim() === '')
    throw new Refused('bad-request', 'There is nothing in this message.', 'Say something.')
  if (await closings.has(ref)) throw new Refused('closing', `${ref.id} is being closed.`)
  if (await isTalk(context, ref)) await context.runs.free(ref)
  const state = await stateOf(context, ref)
  if (state !== 'open')
    throw new Refused('wrong-state', `The talk ${ref.id} is ${state}; only an open one can be spoken to.`)
  const run = await startTalk(context, ref, { word: { choose: SAY, text }, ...allowed })
  const answered = await run.until((event) => event.type === 'line' && event.line.kind === 'answered')
  if (answered?.type === 'line') return answered.line.n
  const ended = await run.ended
  if (ended.kind === 'failed' || ended.kind === 'broke') throw ended.error
  throw new Refused('not-possible', `${ref.id} did not take the message: it is ${ended.kind}.`, 'Try again.')
}

/** The artifact's status, except that a talk whose journal has ended is closed whatever its artifact says. */
async function stateOf(context: TalkContext, ref: MeetingRef): Promise<string> {
  const id = safeId(ref.id)
  const copy = id === null ? null : await copyOf(gitOf(context.home, await context.project(ref.project)), id)
  if (copy === null) throw unknownMeeting(ref)
  const { status } = copy.artifact
  if (status !== 'open') return status ?? 'in no known state'
  const summary = (await isTalk(context, ref)) ? await context.journals.summary(ref.id) : undefined
  if (!summary) return 'open elsewhere'
  const { question, phase } = summary
  if (phase === '' || phase === 'open') return 'being opened'
  const over = question?.id === 'afterwards' || summary.status === 'concluded' || summary.status === 'aborted'
  return over ? 'closed' : 'open'
}
