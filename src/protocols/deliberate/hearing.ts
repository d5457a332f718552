// How a seat is heard: one call, tried again once where it failed, sent back once where its content is wrong. What a failure means is
// said with the call.

import type { ZodType } from 'zod'
import { type Grant, nothing, type Seat } from '../../kernel/agents.js'
import type { Meeting, NotSaid, Said, SeatPrompt } from '../../kernel/protocol.js'
import { type Call, callOf } from './calls.js'
import { withLastReply } from './prompts/frame.js'
import { faultWords, gateReason } from './rules/fault-words.js'
import type { Gate } from './rules/gates.js'
import { ceilingHalt, gateHalt } from './rules/halts.js'
import type { Sitting } from './sitting.js'
import { compareTree, toolsUsed } from './tree.js'

const callTimeMs = 600_000

export type Heard<T> = { readonly kind: 'heard'; readonly value: T; readonly said: Said<T> } | Unheard

/** The same without the turn behind it. */
export type Words<T> = { readonly kind: 'heard'; readonly value: T } | Unheard

export interface Unheard {
  readonly kind: 'unheard'
  readonly reason: string
}

/** The parts of a call that its id does not say. */
interface Asked {
  readonly seat: Seat
  /** `round1.position`, or with `.again`. */
  readonly id: string
  /** The worktree that a working seat works in. */
  readonly worktree?: Worktree
}

export interface Worktree {
  /** Relative to the workspace. */
  readonly folder: string
  readonly branch: string
  /** Folders outside of it that may be read, relative to it. */
  readonly reads: readonly string[]
}

/** Plain text. An error, a time-out or an empty reply is tried once more. */
export async function hear(
  sitting: Sitting,
  meeting: Meeting,
  asked: Asked,
  prompt: SeatPrompt,
): Promise<Heard<string>> {
  const options = optionsOf(asked)
  return attempts(sitting, meeting, (after) => meeting.trySpeak(asked.seat, prompt, { ...options, after }))
}

/** A structured reply that the session can do without. One that does not fit its schema has failed. */
export async function hearShape<T, Raw>(
  sitting: Sitting,
  meeting: Meeting,
  asked: Asked,
  prompt: SeatPrompt,
  schema: ZodType<T, Raw>,
): Promise<Heard<T>> {
  const options = { ...optionsOf(asked), schema }
  return attempts(sitting, meeting, (after) =>
    meeting.trySpeak<T, Raw>(asked.seat, prompt, { ...options, after }),
  )
}

/** The ceiling leaves no room for a call; nobody has failed. */
export interface NoRoom {
  readonly kind: 'no-room'
  readonly reason: string
  readonly over?: 'cost'
}

/** As `hear`, for calls at the same time whose caller halts once for all of them. */
export async function hearTextIfRoom(
  sitting: Sitting,
  meeting: Meeting,
  asked: Asked,
  prompt: SeatPrompt,
): Promise<Heard<string> | NoRoom> {
  const options = optionsOf(asked)
  return attemptsIfRoom(sitting, (after) => meeting.trySpeak(asked.seat, prompt, { ...options, after }))
}

/** As `hearShape`, in the same way. */
export async function hearIfRoom<T, Raw>(
  sitting: Sitting,
  meeting: Meeting,
  asked: Asked,
  prompt: SeatPrompt,
  schema: ZodType<T, Raw>,
): Promise<Heard<T> | NoRoom> {
  const options = { ...optionsOf(asked), schema }
  return attemptsIfRoom(sitting, (after) =>
    meeting.trySpeak<T, Raw>(asked.seat, prompt, { ...options, after }),
  )
}

async function attemptsIfRoom<T>(
  sitting: Sitting,
  call: (after: NotSaid | undefined) => Promise<Said<T> | NotSaid>,
): Promise<Heard<T> | NoRoom> {
  let after: NotSaid | undefined
  for (;;) {
    const said = await call(after)
    if (said.kind === 'said') return heard(sitting, said)
    const { reason, cause, over } = said
    if (cause === 'ceiling') return { kind: 'no-room', reason, ...(over ? { over } : {}) }
    if (cause === 'invalid' || after !== undefined) return { kind: 'unheard', reason }
    after = said
  }
}

export function haltAtCeiling(
  meeting: Meeting,
  { reason, over }: Pick<NoRoom, 'reason' | 'over'>,
): Promise<void> {
  return meeting.halt(ceilingHalt(reason, over), { reason, rule: 'ceiling', ...(over ? { over } : {}) })
}

/**
 * A structured reply that nothing can stand in for: it is asked for twice, then the run fails, and resuming makes the call again. The
 * second attempt is the one that fails the run, because only such a step is made anew on resume.
 */
export async function mustHear<T, Raw>(
  sitting: Sitting,
  asked: Asked,
  prompt: SeatPrompt,
  schema: ZodType<T, Raw>,
): Promise<T> {
  const { meeting } = sitting
  const options = { ...optionsOf(asked), schema }
  const call = (more: { readonly must?: boolean; readonly after?: NotSaid }) =>
    withinCeiling(meeting, () => meeting.trySpeak<T, Raw>(asked.seat, prompt, { ...options, ...more }))
  const first = await call({})
  const said = first.kind === 'said' ? first : await call({ must: true, after: first })
  if (said.kind === 'not-said') throw new Error(`${asked.id} came back without a reply: ${said.reason}`)
  toolsUsed(sitting, said)
  return said.value
}

/**
 * A structured reply whose content passes a gate. It is sent back once with the faults; failing again halts, and whoever resumes
 * has the first call made anew.
 */
export async function passGate<T, Raw>(
  sitting: Sitting,
  gate: Gate,
  ask: {
    readonly seat: Seat
    readonly id: string
    readonly schema: ZodType<T, Raw>
    prompt(faults: readonly string[]): SeatPrompt
    faults(value: T): readonly string[]
  },
): Promise<T> {
  const { seat, id, schema } = ask
  for (;;) {
    const first = await mustHear(sitting, { seat, id }, ask.prompt([]), schema)
    const faults = ask.faults(first)
    await noteGate(sitting, gate, 1, faults)
    if (faults.length === 0) return first
    const second = await mustHear(
      sitting,
      { seat, id: `${id}.again` },
      withLastReply(ask.prompt(faults), first),
      schema,
    )
    const left = ask.faults(second)
    await noteGate(sitting, gate, 2, left)
    if (left.length === 0) return second
    await sitting.meeting.halt(gateHalt(gate, left), { reason: gateReason(gate, left) })
  }
}

/** A gate is where a part ends: the tree is looked at, too, where somebody had tools. */
export async function noteGate(
  sitting: Sitting,
  gate: Gate,
  attempt: 1 | 2,
  faults: readonly string[],
): Promise<void> {
  await compareTree(sitting)
  const ok = faults.length === 0
  const text = ok ? `gate ${gate} passed` : `gate ${gate} failed: ${faults.map(faultWords).join('; ')}`
  await sitting.meeting.note('gate', { gate, ok, attempt, faults, text })
}

function optionsOf({ id, worktree, seat }: Asked) {
  const call = callOf(id)
  if (call === undefined) throw new Error(`No call of a deliberation is named "${id}".`)
  const isApart = seat.id === 'conductor' || call.seat === 'auditor' || call.seat === 'verifier'
  return {
    id,
    tools: grantOf(call, worktree),
    maxOutput: call.maxOutput,
    timeoutMs: callTimeMs,
    apart: isApart,
  }
}

/** Work is never done in the person's own tree, so a call that works must name its worktree. */
function grantOf({ grant }: Call, worktree: Asked['worktree']): Grant {
  if (grant === 'none') return nothing
  if (grant === 'read') return { kind: 'read', ...(worktree === undefined ? {} : { root: worktree.folder }) }
  if (worktree === undefined) throw new Error('A call that works was given no worktree.')
  return { kind: 'work', root: worktree.folder, branch: worktree.branch, reads: worktree.reads }
}

async function attempts<T>(
  sitting: Sitting,
  meeting: Meeting,
  call: (after?: NotSaid) => Promise<Said<T> | NotSaid>,
): Promise<Heard<T>> {
  const first = await withinCeiling(meeting, () => call())
  if (first.kind === 'said') return heard(sitting, first)
  if (first.cause === 'invalid') return { kind: 'unheard', reason: first.reason }
  const second = await withinCeiling(meeting, () => call(first))
  return second.kind === 'said' ? heard(sitting, second) : { kind: 'unheard', reason: second.reason }
}

/** A spent ceiling is nobody's failure: the session halts, and a resume with a higher one makes the call again. */
async function withinCeiling<T>(
  meeting: Meeting,
  call: () => Promise<Said<T> | NotSaid>,
): Promise<Said<T> | NotSaid> {
  for (;;) {
    const said = await call()
    if (said.kind === 'said' || said.cause !== 'ceiling') return said
    await haltAtCeiling(meeting, said)
  }
}

function heard<T>(sitting: Sitting, said: Said<T>): Heard<T> {
  toolsUsed(sitting, said)
  return { kind: 'heard', value: said.value, said }
}
