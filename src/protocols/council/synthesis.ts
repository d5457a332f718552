// Synthesis: what the chair makes of a session, and the first gate over it: every marked dissent is answered, and none is lost.

import type { ZodType } from 'zod'
import type { SeatPrompt } from '../../kernel/protocol.js'
import type { CheckedSource } from '../../kernel/run/sources.js'
import { endingWords } from '../../view/told-dissents.js'
import type { RecordDissent } from './documents/record.js'
import { oneLine } from './documents/text.js'
import type { Memory } from './memory.js'
import { dissentLedger, type LedgerDissent, standing, type Where } from './rules/dissent-ledger.js'
import { withinCeiling } from './seats.js'
import { chairOf, meantSeat, type Sitting, toolless } from './sitting.js'
import { soundSources } from './sources.js'
import { chairSynthesize, dissentsUnanswered } from './synthesis-prompts.js'
import { answersShape, type DissentAnswer, type SynthesisText, synthesisShape } from './synthesis-shape.js'

export interface Synthesized {
  readonly synthesis: SynthesisText
  readonly dissents: readonly RecordDissent[]
  /** Every dissent with what became of it. */
  readonly ledger: readonly SettledDissent[]
  /** Everything that the synthesis and the dissents cite, and what was found there. */
  readonly sources: readonly CheckedSource[]
  /** What had to be corrected, in sentences for the record. */
  readonly remarks: readonly string[]
}

/** A dissent at the end of its session. */
export interface SettledDissent extends LedgerDissent {
  /** The chair's answer; null for one that its seat withdrew. */
  readonly answer: { readonly kind: DissentAnswer['answer']; readonly reason: string } | null
}

const longestOutput = 8_000

export async function synthesize(
  sitting: Sitting,
  memory: Memory,
  stop: string | null,
): Promise<Synthesized> {
  const ledger = dissentLedger(sitting.pad.entries)
  const saying = { sitting, seat: chairOf(sitting), memory }
  const prompt = chairSynthesize(saying, stop, ledger)
  const value = await chairWrites(sitting, prompt, synthesisShape)
  const answers = await everyAnswer(sitting, ledger, value.dissents)
  const sound = await soundSources(sitting, { ...value, dissents: [...answers] }, ledger)
  const settled = ledger.map((dissent) => settle(dissent, sound.value.dissents))
  const unknown = value.dissents.filter(
    ({ id }) => id !== '' && !ledger.some((known) => known.id === idOf(id)),
  )
  return {
    synthesis: withOwners(sitting, sound.value),
    dissents: settled.map(({ seat, text, ...end }) => ({
      seat,
      text: sound.words.get(end.id) ?? text,
      ending: endingLine(end),
    })),
    ledger: settled,
    sources: sound.sources,
    remarks: [
      ...unanswered(settled),
      ...(unknown.length > 0
        ? ['The synthesis answered dissents that nobody had marked; they were left out.']
        : []),
    ],
  }
}

/** The synthesis is asked for once more when the call fails; a second failure ends the run, and a resumed session asks again. */
async function chairWrites<T, Raw>(
  sitting: Sitting,
  prompt: SeatPrompt,
  schema: ZodType<T, Raw>,
): Promise<T> {
  const chair = chairOf(sitting)
  const options = { id: 'chair.synthesize', schema, maxOutput: longestOutput, tools: toolless(sitting) }
  const first = await withinCeiling(sitting, () => sitting.meeting.trySpeak(chair, prompt, options))
  const said =
    first.kind === 'said' ? first : await sitting.meeting.speak(chair, prompt, { ...options, after: first })
  return said.value
}

/** Answers that are missing are asked for once, by themselves: the synthesis is not written again. */
async function everyAnswer(
  sitting: Sitting,
  ledger: readonly LedgerDissent[],
  given: readonly DissentAnswer[],
): Promise<readonly DissentAnswer[]> {
  const open = standing(ledger).filter(({ id }) => !given.some((answer) => idOf(answer.id) === id))
  if (open.length === 0) return given
  const chair = chairOf(sitting)
  const prompt = dissentsUnanswered(sitting, chair, open)
  const options = { id: 'chair.answer', schema: answersShape, tools: toolless(sitting) }
  const said = await withinCeiling(sitting, () => sitting.meeting.trySpeak(chair, prompt, options))
  return said.kind === 'said' ? [...given, ...said.value.dissents] : given
}

function settle(dissent: LedgerDissent, answers: readonly DissentAnswer[]): SettledDissent {
  if (dissent.withdrawn) return { ...dissent, answer: null }
  const given = answers.find(({ id }) => idOf(id) === dissent.id)
  const answer = { kind: given?.answer ?? 'carried', reason: oneLine(given?.reason ?? '') } as const
  return { ...dissent, answer }
}

function idOf(text: string): string {
  return /D\d+/i.exec(text)?.[0].toUpperCase() ?? ''
}

/** How a dissent ended, for the line below its words in the record. */
function endingLine(of: Omit<SettledDissent, 'seat' | 'text'>): string {
  const { id, against, where, withdrawn, answer } = of
  const end = withdrawn
    ? { kind: 'withdrawn' as const, reason: withdrawn.reason, where: inWords(withdrawn) }
    : { kind: answer?.kind ?? 'carried', reason: answer?.reason ?? '', where: null }
  return endingWords({ id, where: inWords(where), against, end })
}

function inWords({ kind, n }: Where): string {
  return `${kind} ${n}`
}

function unanswered(settled: readonly SettledDissent[]): string[] {
  const silent = settled.filter(({ answer }) => answer?.kind !== 'accepted' && answer?.reason === '')
  if (silent.length === 0) return []
  return [`The chair gave no reason for how it answered ${silent.map(({ id }) => id).join(', ')}.`]
}

/** A chair may write a seat's title where its name belongs. */
function withOwners<T extends SynthesisText>(sitting: Sitting, synthesis: T): T {
  const owner = (text: string) => meantSeat(sitting, text) ?? 'user'
  return {
    ...synthesis,
    follow_ups: synthesis.follow_ups.map((item) => ({ ...item, owner: owner(item.owner) })),
  }
}
