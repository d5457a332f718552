// Finishing a session: synthesize, write the record, pass the gates, archive, commit. Nothing is archived before both gates pass.

import { type Moment, minuteOf } from '../../text/calendar.js'
import { sectionText } from './documents/clean.js'
import { costSentence } from './documents/costs.js'
import type { Mode } from './documents/pad-header.js'
import { archivePath, padPath, recordPath, stopPath } from './documents/places.js'
import { type CouncilRecord, renderRecord, titleText } from './documents/record.js'
import { isSessionId, minuteOfId } from './documents/session-id.js'
import { recallMemory } from './memory.js'
import type { Outcome } from './outcome.js'
import { attendance } from './rules/standing.js'
import type { StopReason } from './rules/stop.js'
import { rosterOf, type Sitting } from './sitting.js'
import { brokenOnTheWay, sourceSentences } from './sources.js'
import { type Synthesized, synthesize } from './synthesis.js'
import { remember } from './topics.js'
import { commitTrail, passGates, trailPaths } from './trail.js'
import { sentencesOf } from './work-facts.js'

/** How a session came to its end. */
export interface Ended {
  readonly mode: Mode
  /** Why work stopped, and at which turn; null for a meeting, which the person concluded. */
  readonly stop: { readonly reason: StopReason; readonly turn: number } | null
}

export type Finished = Omit<Outcome, 'work' | 'commit'>

/** Everything up to the archive. Committing is left to the caller, since meeting and work commit different things. */
export async function finish(sitting: Sitting, ended: Ended): Promise<Finished> {
  const { meeting } = sitting
  await meeting.phase('finish')
  const memory = await recallMemory(sitting)
  const synthesized = await synthesize(sitting, memory, ended.stop?.reason ?? null)
  const { unwritten = false } = sitting.input
  const topics = unwritten ? [] : synthesized.synthesis.topics
  const remembered = await remember(sitting, topics, memory, synthesized.ledger)
  const remarks = [...synthesized.remarks, ...remembered.remarks, ...withoutJournal(sitting)]
  const record = await compose(sitting, ended, synthesized, remarks, remembered.names)
  if (!unwritten) await keep(sitting, record)
  return {
    id: meeting.id,
    mode: ended.mode,
    title: titleText(record.title),
    recommendation: record.recommendation,
    ...(unwritten ? { reasoning: record.reasoning } : {}),
    followUps: record.followUps,
    record: unwritten ? null : recordPath(meeting.id),
    archive: unwritten ? null : archivePath(meeting.id),
    topics: remembered.names,
    remarks,
    ...(record.degraded?.length ? { degraded: record.degraded } : {}),
    dissents: synthesized.ledger,
    sources: synthesized.sources,
  }
}

/** Writes the record, and archives the pad once both gates pass. */
async function keep(sitting: Sitting, record: CouncilRecord): Promise<void> {
  const { meeting, pad } = sitting
  await meeting.write(recordPath(meeting.id), renderRecord(record))
  await meeting.act('gates', (world) => passGates(world, meeting.id, pad.text), { redo: true })
  await archive(sitting)
}

/** What a scratchpad holds without its journal, nobody can vouch for. */
function withoutJournal(sitting: Sitting): string[] {
  if (sitting.input.pad === undefined) return []
  return [
    'The session was taken up from a scratchpad whose journal was gone: what stood there is as it was found.',
  ]
}

/** Commits the audit trail on the current branch of the main tree; a remark says why when that was not possible. */
export async function keepTrail({ meeting }: Sitting) {
  const commit = await meeting.act(
    'commit',
    async (world) => commitTrail(world, meeting.id, await trailPaths(world, meeting.id)),
    { redo: true },
  )
  const remarks = commit.kind === 'skipped' ? [`The record is written but not committed: ${commit.why}.`] : []
  return { commit, remarks }
}

/** A session that leaves no files has nothing to commit. */
export const leftNothing = {
  commit: { kind: 'skipped', why: 'it leaves no files' },
  remarks: [],
} as const

async function compose(
  sitting: Sitting,
  { mode, stop }: Ended,
  { synthesis, dissents, sources }: Synthesized,
  remarks: readonly string[],
  topics: readonly string[],
): Promise<CouncilRecord> {
  const { input, pad, meeting } = sitting
  const { unwritten = false } = input
  const { spoke, skipped } = attendance(pad.entries, rosterOf(sitting))
  const trail = [
    ...(stop ? [`The work stopped after turn ${stop.turn}: \`${stop.reason}\`.`] : []),
    ...(sitting.facts ? sentencesOf(sitting.facts) : []),
    ...(skipped.length > 0 ? [`Skipped after two failed attempts: ${skipped.join(', ')}.`] : []),
    ...remarks,
  ]
  return {
    title: synthesis.title,
    preamble: synthesis.preamble,
    session: meeting.id,
    mode,
    concluded: await concludedAt(sitting),
    chair: input.council.chair,
    seats: rosterOf(sitting).filter((seat) => spoke.includes(seat) || seat === input.council.chair),
    task: input.task,
    recommendation: synthesis.recommendation,
    reasoning: [
      sectionText(synthesis.reasoning),
      trail.join(' '),
      [...sourceSentences(sources), ...brokenOnTheWay(sitting)].join(' '),
      await costsIn(sitting),
      unwritten ? '' : `Journal: ${await meeting.journalHash()}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    dissents,
    followUps: synthesis.follow_ups,
    topics,
    degraded: meeting.degraded(),
  }
}

async function costsIn(sitting: Sitting): Promise<string> {
  const costs = await sitting.meeting.costs()
  return costSentence(rosterOf(sitting).flatMap((seat) => costs.filter((one) => one.seat === seat)))
}

/** Clocks go back in autumn, and a record must not conclude before its session began: the latest of these times is taken. */
async function concludedAt({ meeting, input }: Sitting): Promise<string> {
  const now = await meeting.act('clock', async (world): Promise<Moment> => {
    const at = world.now()
    return { ms: at.getTime(), offset: world.utcOffset(at) }
  })
  const opened = isSessionId(meeting.id) ? minuteOfId(meeting.id) : ''
  return [minuteOf(now), input.started.minute, opened].toSorted().at(-1)!
}

async function archive({ meeting, pad }: Sitting): Promise<void> {
  await meeting.write(archivePath(meeting.id), pad.text)
  await meeting.remove(padPath(meeting.id))
  const asked = await meeting.act('stop file', (world) => world.files.exists(stopPath(meeting.id)))
  if (asked) await meeting.remove(stopPath(meeting.id))
}
