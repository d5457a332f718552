// Council work: the chair routes, one seat at a time acts in a worktree of the session, the chair judges, until a trigger stops it.

import type { Grant } from '../../kernel/agents.js'
import type { Protocol } from '../../kernel/protocol.js'
import type { TreeChange } from '../../kernel/world.js'
import { shellQuoted } from '../../rules/shell-word.js'
import { uncommittedText, unguardedText } from '../watched-tree.js'
import { adjudicate, route, select } from './chair.js'
import { foreignLine } from './documents/clean.js'
import { renderHeader } from './documents/pad-header.js'
import { callBody, isSkipped, routingBody } from './documents/pad-lines.js'
import { memoryFromWorktree, sessionBoundary, stopPath, workBranch } from './documents/places.js'
import { untickedRecord } from './documents/record-reading.js'
import { oneLine } from './documents/text.js'
import { finish, keepTrail } from './finish.js'
import { type CouncilInput, councilInput } from './input.js'
import { recallMemory } from './memory.js'
import type { Outcome } from './outcome.js'
import { copyText, escapedFrom, haltText, type OwnTree, uncommittedIn, watchTree } from './own-tree.js'
import { workTurn } from './prompts.js'
import {
  everyoneOut,
  failuresInARow,
  nextInWork,
  sitting as stillSitting,
  turnsTaken,
} from './rules/standing.js'
import { type StopReason, stopReason } from './rules/stop.js'
import { seatTurn } from './seats.js'
import {
  haltFor,
  headerOf,
  heardTurn,
  noteDissents,
  type Sitting,
  seatNamed,
  sit,
  skippedIn,
  webOf,
} from './sitting.js'
import { withSources } from './sources.js'
import { commandsIn } from './work-facts.js'
import { committedSources, handOver, prepareWorkplace, seeFacts, type Workplace } from './workplace.js'

export const work: Protocol<CouncilInput, Outcome> = {
  name: 'council.work',
  version: 1,
  input: councilInput,
  title: ({ task }) => task,
  boundary: (_, id) => sessionBoundary(id),
  unticked: untickedRecord,

  async run(meeting, input) {
    const sitting = sit(meeting, input)
    const place = await prepareWorkplace(sitting)
    sitting.folder = place.folder
    if (place.isolated) {
      sitting.memoryAt = memoryFromWorktree
      sitting.worktree = { folder: place.folder, base: place.base, reads: memoryFromWorktree }
    }
    const team = await openPad(sitting, place)
    await warnOfNoSandbox(sitting)
    const own = await watchTree(sitting, place)
    await warnOfUncommitted(sitting, own)
    const job: Job = { sitting, place, own, tools: { used: 0, worked: 0 }, ...team }
    for (let turn = 0; ; ) {
      const step = nextInWork(sitting.pad.entries)
      if (step.kind === 'finish') return conclude(job, { reason: step.reason as StopReason, turn: step.turn })
      if (step.turn !== turn) {
        turn = step.turn
        await meeting.phase(`turn-${turn}`)
      }
      if (step.kind === 'route') await routeTurn(job, turn)
      else if (step.kind === 'act') await actInTurn(job, step)
      else await judgeTurn(job, turn)
    }
  },
}

interface Job {
  readonly sitting: Sitting
  readonly place: Workplace
  /** The seats that the chair selected. */
  readonly seats: readonly string[]
  /** How they were selected, for the first routing entry. */
  readonly remark: string
  /** The person's tree before the seats acted; taken again when the person resumes after it changed. */
  own: OwnTree
  /** How many tool calls there were, and how many of them worked. */
  readonly tools: { used: number; worked: number }
}

/** The header lists the selected seats, so the chair selects first. A session that continues from a pad reads them there. */
async function openPad(sitting: Sitting, place: Workplace): Promise<Pick<Job, 'seats' | 'remark'>> {
  const { input, meeting, pad } = sitting
  if (input.pad !== undefined) {
    await pad.open(input.pad)
    return { seats: headerOf(input.pad).seats, remark: '' }
  }
  const { seats, remark } = await select(sitting)
  const remarks = place.isolated
    ? []
    : ['There is no git repository here, so isolation is unavailable and the work is done in place.']
  const { task, started, council } = input
  const fields = {
    task,
    session: meeting.id,
    started: started.minute,
    epoch: started.epoch,
    chair: council.chair,
    seats,
  }
  await pad.open(renderHeader({ mode: 'work', ...fields }, remarks))
  return { seats, remark }
}

async function warnOfNoSandbox(sitting: Sitting): Promise<void> {
  const { meeting } = sitting
  const why = await meeting.act('sandbox', (world) => world.unguarded())
  if (why === null) return
  await meeting.note('warning', { text: unguardedText(why) })
}

async function warnOfUncommitted({ meeting }: Sitting, own: OwnTree): Promise<void> {
  const paths = uncommittedIn(own)
  if (paths.length === 0) return
  await meeting.note('warning', { text: uncommittedText(paths, copyText(own)), paths })
}

async function routeTurn(job: Job, turn: number): Promise<void> {
  const { sitting, seats, remark } = job
  const { pad, input } = sitting
  const may = stillSitting(pad.entries, seats)
  const memory = await recallMemory(sitting)
  const { next, subGoal, remarks, heard } = await route(sitting, may, afterLast(job, may), memory)
  const body = routingBody({ next, subGoal }, turn === 1 ? [remark, ...remarks] : remarks)
  await pad.append({ kind: 'routing', n: turn, seat: input.council.chair, body })
  // A chair whose call failed has not read what was added: it is told next time, with the routing that the engine chose instead.
  if (!heard) return
  pad.readBy(input.council.chair)
  sitting.shown.set(input.council.chair, memory.manifest)
}

/** The next seat in roster order after the one that had the last turn. */
function afterLast({ sitting, seats }: Job, may: readonly string[]): string {
  const last = sitting.pad.entries.findLast((entry) => entry.kind === 'turn')?.seat
  const from = last === undefined ? 0 : seats.indexOf(last) + 1
  const inOrder = [...seats.slice(from), ...seats.slice(0, from)]
  return inOrder.find((seat) => may.includes(seat)) ?? may[0]!
}

/** The seat's reply is in the pad before anything is judged, also when its edits escaped the worktree. */
async function actInTurn(job: Job, step: { turn: number; seat: string; subGoal: string }): Promise<void> {
  const { sitting, place } = job
  const { meeting, pad, input } = sitting
  const [of, subGoal] = [input.council.maxTurns, oneLine(step.subGoal)]
  const line = `Turn ${step.turn}/${of} — ${step.seat}: ${subGoal}`
  const told = { line, turn: step.turn, of, seat: step.seat, subGoal, skipped: skippedIn(sitting) }
  await meeting.note('progress', told)
  const seat = seatNamed(sitting, step.seat)
  const memory = await recallMemory(sitting)
  const saying = { sitting, seat, memory }
  const assignment = { subGoal: step.subGoal, isolated: place.isolated }
  const turn = await seatTurn(sitting, seat, workTurn(saying, assignment), grantOf(sitting, place))
  const escaped = await escapedFrom(sitting, place, job.own)
  // A skip line is recognised only when it stands alone in its entry; the halt below names the paths either way.
  const alone = escaped.length === 0 || isSkipped(turn.body)
  const sourced = await withSources(sitting, seat, turn)
  const body = alone ? sourced : withEscaped(sourced, escaped)
  await pad.append({ kind: 'turn', n: step.turn, seat: seat.id, body })
  pad.readBy(seat.id)
  heardTurn(sitting, seat, 'work', memory.manifest)
  await noteDissents(sitting)
  job.tools.used += turn.tools.length
  job.tools.worked += turn.tools.filter(({ ok }) => ok).length
  await seeFacts(sitting, place, commandsIn(turn.tools, step.turn, seat.id))
  await haltIfEscaped(job, escaped)
  await haltIfStuck(job)
}

function withEscaped(reply: string, escaped: readonly TreeChange[]): string {
  return `${reply}\n\n${foreignLine(`Edits outside the worktree: ${escaped.map(({ text }) => text).join(', ')}.`)}`
}

/** The seat may change the worktree; of the main tree it may only read the memory. */
function grantOf(sitting: Sitting, { folder, isolated }: Workplace): Grant {
  const { meeting, memoryAt } = sitting
  const own = isolated ? { reads: [memoryAt], branch: workBranch(meeting.id) } : {}
  return { kind: 'work', root: folder, ...own, ...webOf(sitting) }
}

async function haltIfEscaped(job: Job, escaped: readonly TreeChange[]): Promise<void> {
  if (escaped.length === 0) return
  await haltFor(job.sitting, haltText(job.own, escaped))
  job.own = await watchTree(job.sitting, job.place)
}

/** A session in which nothing could be read or written has done nothing, whatever its seats say. */
async function haltIfFruitless({ sitting, tools }: Job): Promise<void> {
  if (tools.used === 0 || tools.worked > 0) return
  await haltFor(
    sitting,
    `not one of ${tools.used} tool calls worked; look why, and resume to conclude nevertheless`,
  )
}

/** A repository inside the worktree would be handed over without its files: the person decides what becomes of it, then it goes on. */
async function haltIfNested({ sitting, place }: Job): Promise<void> {
  for (let nested = sitting.facts?.nested ?? []; nested.length > 0; nested = sitting.facts?.nested ?? []) {
    const [first = ''] = nested
    await haltFor(
      sitting,
      `${nested.join(', ')} in ${place.folder} is a repository of its own, whose files no commit would hold. To add them: ` +
        `rm -rf ${shellQuoted(`${place.folder}/${first}/.git`)}. To leave them out: move it elsewhere. Then resume to go on`,
    )
    await seeFacts(sitting, place, [])
  }
}

async function haltIfStuck({ sitting, seats }: Job): Promise<void> {
  const failures = failuresInARow(sitting.pad.entries)
  if (failures > 0 && failures % 3 === 0) {
    await haltFor(sitting, 'three turns in a row failed; the scratchpad is kept, resume to go on')
  } else if (failures > 0 && everyoneOut(sitting.pad.entries, seats)) {
    await haltFor(sitting, 'no selected seat is left to take a turn; resume to try them all again')
  }
}

/** The chair's call comes before the limits: where both would stop the session, the chair's is the recorded reason. */
async function judgeTurn({ sitting }: Job, turn: number): Promise<void> {
  const { meeting, pad, input } = sitting
  const call = await adjudicate(sitting)
  const { epoch, userStop } = await meeting.act('turn boundary', async (world) => ({
    epoch: Math.floor(world.now().getTime() / 1000),
    userStop: await world.files.exists(stopPath(meeting.id)),
  }))
  const turns = turnsTaken(pad.entries)
  const elapsed = epoch - input.started.epoch
  const reason = stopReason(
    { chairDone: call.done, turns, padBytes: pad.bytes, elapsed, userStop },
    input.council,
  )
  const body = callBody(reason, call.why, call.remarks)
  await pad.append({ kind: 'adjudication', n: turn, seat: input.council.chair, body })
  if (call.heard) pad.readBy(input.council.chair)
}

async function conclude(job: Job, stop: { reason: StopReason; turn: number }): Promise<Outcome> {
  const { sitting, place } = job
  await haltIfFruitless(job)
  await haltIfNested(job)
  const finished = await finish(sitting, { mode: 'work', stop })
  const handed = await handOver(sitting, place, finished.title)
  const sources = await committedSources(sitting, finished.sources, handed.work.commit)
  const { commit, remarks } = await keepTrail(sitting)
  return {
    ...finished,
    ...(sources ? { sources } : {}),
    commit,
    remarks: [...finished.remarks, ...handed.remarks, ...remarks],
    work: { stop: stop.reason, turns: turnsTaken(sitting.pad.entries), ...handed.work },
  }
}
