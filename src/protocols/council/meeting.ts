// Council meeting: every seat speaks in every round, the person says where next, the chair synthesizes.

import type { Protocol } from '../../kernel/protocol.js'
import type { Answer, AnswerAhead } from '../../kernel/question.js'
import { quotedWords } from '../../rules/relayed.js'
import { renderHeader } from './documents/pad-header.js'
import { inputBody, type UserInput } from './documents/pad-lines.js'
import { sessionBoundary } from './documents/places.js'
import { untickedRecord } from './documents/record-reading.js'
import { ledgerRows, roundTable, sizeLine } from './documents/round-table.js'
import { finish, keepTrail, leftNothing } from './finish.js'
import { type CouncilInput, councilInput } from './input.js'
import { type Memory, recallMemory } from './memory.js'
import type { Outcome } from './outcome.js'
import { isBlind, meetingTurn } from './prompts.js'
import { whereNext } from './questions.js'
import { nextInMeeting, nobodyAnswered } from './rules/standing.js'
import { seatTurn } from './seats.js'
import {
  haltFor,
  heardTurn,
  noteDissents,
  rosterOf,
  type Sitting,
  seatNamed,
  sit,
  skippedIn,
  webOf,
} from './sitting.js'
import { withSources } from './sources.js'

export const meeting: Protocol<CouncilInput, Outcome> = {
  name: 'council.meeting',
  version: 1,
  input: councilInput,
  title: ({ task }) => task,
  boundary: (_, id) => sessionBoundary(id),
  unticked: untickedRecord,

  async run(meeting, input) {
    const sitting = sit(meeting, input)
    await sitting.pad.open(input.pad ?? header(sitting))
    for (let round = 0, memory = nothingRemembered; ; ) {
      const step = nextInMeeting(sitting.pad.entries, rosterOf(sitting))
      if (step.kind === 'finish') break
      if (step.kind === 'ask') {
        await pause(sitting, step.round)
        continue
      }
      if (step.round !== round) {
        round = step.round
        await meeting.phase(`round-${round}`)
        memory = await recallMemory(sitting)
      }
      await speakInRound(sitting, step, memory)
    }
    const finished = await finish(sitting, { mode: 'meeting', stop: null })
    const { commit, remarks } = input.unwritten ? leftNothing : await keepTrail(sitting)
    return { ...finished, commit, remarks: [...finished.remarks, ...remarks], work: null }
  },
}

const nothingRemembered: Memory = { manifest: '', topics: [] }

function header(sitting: Sitting): string {
  const { meeting, input } = sitting
  const { task, started, council } = input
  const seats = council.seats.map(({ name }) => name)
  const fields = {
    task,
    session: meeting.id,
    started: started.minute,
    epoch: null,
    chair: council.chair,
    seats,
  }
  return renderHeader({ mode: 'meeting', ...fields })
}

/** One seat speaks, given the pad so far. A round in which no seat answered halts the session; the pad is kept. */
async function speakInRound(
  sitting: Sitting,
  step: { round: number; seat: string },
  memory: Memory,
): Promise<void> {
  const { pad } = sitting
  const seat = seatNamed(sitting, step.seat)
  const prompt = meetingTurn({ sitting, seat, memory }, step.round)
  const body = await withSources(
    sitting,
    seat,
    await seatTurn(sitting, seat, prompt, { kind: 'read', ...webOf(sitting) }),
  )
  await pad.append({ kind: 'round', n: step.round, seat: seat.id, body })
  if (isBlind(sitting.input, step.round)) pad.wroteBlind(seat.id)
  else pad.readBy(seat.id)
  heardTurn(sitting, seat, 'meeting', memory.manifest)
  await noteDissents(sitting)
  const next = nextInMeeting(pad.entries, rosterOf(sitting))
  if (next.kind === 'speak' && next.round > step.round && nobodyAnswered(pad.entries, step.round)) {
    await haltFor(
      sitting,
      `no seat answered in round ${step.round}; the scratchpad is kept, resume to ask them again`,
    )
  }
}

/** Asks the person after every round. Free text only steers: a meeting ends by the explicit choice, never by a phrase. */
async function pause(sitting: Sitting, round: number): Promise<void> {
  const { meeting, pad, input } = sitting
  const rows = ledgerRows(pad.entries, round)
  const [table, size] = [roundTable(rows), sizeLine(round, pad.text)]
  await meeting.note('round', { round, rows, table, size, skipped: skippedIn(sitting) })
  const answer = await meeting.ask(whereNext(table, size, input.unwritten), aheadOf(input, round))
  await pad.append({ kind: 'input', n: round, body: inputBody(userInput(answer)) })
}

/** What the person said at the opening about this pause; undefined where they want to be asked. */
function aheadOf({ ahead }: CouncilInput, round: number): AnswerAhead | undefined {
  if (!ahead) return undefined
  if (round < ahead.rounds) return { choose: 'another-round' }
  return ahead.conclude ? { choose: 'conclude' } : undefined
}

function userInput(answer: Answer): UserInput {
  const { choose } = answer
  if (choose === 'steer') return { kind: 'steer', text: quotedWords(answer) }
  return { kind: choose === 'conclude' ? 'conclude' : 'another-round' }
}
