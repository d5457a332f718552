// How a draft becomes a turn: it is asked for, judged, and sent back at most twice, whatever its faults.
//
//   UNSEEN1  A draft that failed the gate is in no transcript and in no other seat's prompt.

import { nothing } from '../../kernel/agents.js'
import type { NotSaid } from '../../kernel/protocol.js'
import { pagesFrom } from '../../kernel/run/sources.js'
import type { Page } from '../../rules/citation-check.js'
import { visibleText } from '../../text/clean.js'
import { claimsIn } from './documents/stances.js'
import {
  changeBesidePins,
  judgedText,
  markedBeyond,
  readTurn,
  shownText,
  type Turn,
} from './documents/turn-text.js'
import type { Invitee } from './input.js'
import { closeNeed } from './needs.js'
import { type TurnAsk, turnPrompt } from './prompts.js'
import { haltedCiteQuestion } from './questions.js'
import { type Checked, checkReferences } from './references.js'
import {
  type Fault,
  flattenLine,
  structureFaults,
  unflaggedFaults,
  withoutLines,
  withoutOwnName,
} from './rules/draft-gate.js'
import type { MeetState } from './state.js'
import { watchTree } from './tree.js'

export interface Draft {
  readonly kind: 'draft'
  readonly text: string
  readonly shown: string
  readonly turn: Turn
  /** Spoken tokens: the output of all drafts of this turn. */
  readonly cost: number
  readonly checked: readonly Checked[]
}

export type Drafted =
  | Draft
  | { readonly kind: 'skipped'; readonly reason: string; readonly cost: number }
  | { readonly kind: 'ceiling'; readonly over: 'tokens' | 'cost'; readonly cost: number }
  | { readonly kind: 'wrap-up'; readonly cost: number }

const reemissions = 2

/** Asks until there is a turn, or the person has said what to do without one. */
export async function draftTurn(state: MeetState, seat: Invitee, ask: TurnAsk): Promise<Drafted> {
  let cost = 0
  for (;;) {
    const drafted = await threeDrafts(state, seat, ask)
    if (drafted.kind !== 'stuck') return { ...drafted, cost: cost + drafted.cost }
    cost += drafted.cost
    const detail = `${drafted.faults.length} unflagged line(s) after ${reemissions} re-emissions`
    const lines = drafted.faults.map(({ line, text }) => `line ${line}: ${text}`)
    await state.halt('CITE-OR-FLAG', detail, seat.id, lines)
    const answer = await state.meeting.ask(
      haltedCiteQuestion({ name: seat.name, draft: drafted.text, lines }),
    )
    if (answer.choose === 'skip') return { kind: 'skipped', reason: 'would not cite or flag', cost }
    if (answer.choose === 'wrap-up') return { kind: 'wrap-up', cost }
    if (answer.choose === 'abort') await state.meeting.abort('aborted by the person after a halt')
  }
}

type Tried =
  | Drafted
  | {
      readonly kind: 'stuck'
      readonly faults: readonly Fault[]
      readonly text: string
      readonly cost: number
    }

async function threeDrafts(state: MeetState, seat: Invitee, ask: TurnAsk): Promise<Tried> {
  let cost = 0
  const pages: Page[] = []
  let faults: readonly Fault[] = []
  let draft: Judged | undefined
  for (let sent = 0; sent <= reemissions; sent++) {
    const reply = await callTwice(state, seat, sent === 0 ? ask : { ...ask, id: 'discuss.reemit', faults })
    cost += reply.cost
    if (reply.kind === 'ceiling') return { ...reply, cost }
    if (reply.kind === 'skipped') return { kind: 'skipped', reason: reply.reason, cost }
    pages.push(...reply.pages)
    draft = await judge(state, seat, reply.text, pages)
    faults = draft.faults
    if (faults.length === 0) return finished(draft, cost)
  }
  return draft ? lastResort(state, draft, cost) : { kind: 'skipped', reason: 'nothing was drafted', cost }
}

type Reply =
  | { readonly kind: 'text'; readonly text: string; readonly pages: readonly Page[]; readonly cost: number }
  | {
      readonly kind: 'skipped'
      readonly reason: string
      readonly cost: number
      readonly failed?: NotSaid
    }
  | { readonly kind: 'ceiling'; readonly over: 'tokens' | 'cost'; readonly cost: number }

/** After an error, a time-out or an empty reply the call is made once more; that does not count as a re-emission. */
async function callTwice(state: MeetState, seat: Invitee, ask: TurnAsk): Promise<Reply> {
  const first = await call(state, seat, ask)
  if (first.kind !== 'skipped') return first
  const second = await call(state, seat, ask, first.failed)
  return { ...second, cost: first.cost + second.cost }
}

async function call(state: MeetState, seat: Invitee, ask: TurnAsk, after?: NotSaid): Promise<Reply> {
  const said = await state.meeting.trySpeak(seat, turnPrompt(state, seat, ask), {
    id: ask.id,
    tools: ask.tools ?? nothing,
    maxOutput: ask.maxOutput,
    keepFree: closeNeed(state),
    draft: true,
    after,
    beyond: markedBeyond,
  })
  const cost = said.usage.output
  state.heard(seat, said)
  await watchTree(state, seat, said)
  if (said.kind === 'not-said') return failure(said, cost)
  const whole = said.beyond === '' ? said.text : `${said.text}\n${said.beyond}`
  return { kind: 'text', text: whole, pages: pagesFrom(said.tools), cost }
}

function failure(said: NotSaid, cost: number): Reply {
  const { cause, over, reason } = said
  return cause === 'ceiling'
    ? { kind: 'ceiling', over: over ?? 'tokens', cost }
    : { kind: 'skipped', reason, cost, failed: said }
}

interface Judged {
  readonly text: string
  readonly faults: readonly Fault[]
  readonly checked: readonly Checked[]
}

/** The gate, in its order: clean, forged structure, speaking for the person, flatten, cite or flag, broken citations. */
async function judge(state: MeetState, seat: Invitee, raw: string, pages: readonly Page[]): Promise<Judged> {
  const clean = visibleText(raw)
  const text = changeBesidePins(withoutOwnName(clean, seat.name), flattenLine)
  const forged = forgedIn([clean, text], state.input.person.name)
  if (forged.length > 0) return { text, faults: forged, checked: [] }
  const unflagged = unflaggedFaults(claimsIn(text), state.cite)
  const checked = await checkReferences(state, text, pages)
  return { text, faults: [...unflagged, ...checked.flatMap(brokenFault)], checked }
}

/** Checked before and after flattening, which may bring to column 1 what quote marks or the seat's name hid. One fault a line. */
function forgedIn(texts: readonly string[], person: string): Fault[] {
  const faults = texts.flatMap((text) => structureFaults(judgedText(text), person))
  return [...new Map(faults.map((fault) => [fault.line, fault])).values()].sort((a, b) => a.line - b.line)
}

function brokenFault({ ref, line, outcome }: Checked): Fault[] {
  return outcome.kind === 'broken' ? [{ kind: 'broken', line, text: ref, reason: outcome.reason }] : []
}

function finished({ text, checked }: Judged, cost: number): Draft {
  return { kind: 'draft', text, shown: shownText(text), turn: readTurn(text), cost, checked }
}

/** The third draft still has faults: forged lines go, broken citations stay and are shown as broken, a bare claim halts. */
async function lastResort(state: MeetState, draft: Judged, cost: number): Promise<Tried> {
  const forged = draft.faults.filter(({ kind }) => kind === 'forged' || kind === 'person')
  if (forged.length === 0) {
    const unflagged = draft.faults.filter(({ kind }) => kind === 'unflagged')
    return unflagged.length > 0
      ? { kind: 'stuck', faults: unflagged, text: draft.text, cost }
      : finished(draft, cost)
  }
  state.linesRemoved += forged.length
  const text = withoutLines(draft.text, forged)
  const unflagged = unflaggedFaults(claimsIn(text), state.cite)
  if (unflagged.length > 0) return { kind: 'stuck', faults: unflagged, text, cost }
  return finished({ text, faults: [], checked: await checkReferences(state, text, []) }, cost)
}
