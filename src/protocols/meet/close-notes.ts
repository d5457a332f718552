// The notes of CLOSE: the facilitator drafts summary and closing part; decisions, risks and open questions follow from the record.

import { nothing } from '../../kernel/agents.js'
import { mendDrafts } from './close-mend.js'
import { notesPrompt } from './close-prompts.js'
import { readTemplate, renderClosing } from './documents/closing.js'
import { withoutInference } from './documents/stances.js'
import type { DraftedItems, ItemDraft, NotesDraft } from './drafts.js'
import { facilitator } from './facilitator.js'
import { mapStrings, told, toldText } from './fair.js'
import { type Notes, notesFor } from './schemas.js'
import type { MeetState, SettledProposal } from './state.js'
import type { Emitted } from './turn-note.js'

interface NotesAndItems {
  readonly notes: NotesDraft
  /** The action items, whose citations are mended with those of the notes. */
  readonly items: readonly ItemDraft[]
}

export async function draftNotes(
  state: MeetState,
  given: DraftedItems,
  spoke: boolean,
): Promise<NotesAndItems> {
  const text = await state.meeting.act('read template', ({ library }) =>
    library.read(`meet/templates/notes-template-${state.input.bias}.md`),
  )
  state.template = readTemplate(text ?? '')
  const first = spoke ? await callNotes(state, text ?? '', given) : undefined
  if (spoke && !first) state.degrade('notes-by-engine')
  const { notes: drafted, items } = await mendDrafts(state, { notes: first, items: given.items })
  return { notes: notesOf(state, drafted, spoke), items }
}

function notesOf(state: MeetState, drafted: Notes | undefined, spoke: boolean): NotesDraft {
  const decisions = decisionsOf(state, drafted)
  return {
    summary: drafted ? toldText(state, drafted.summary, facilitator) : noSummary(spoke),
    closing: renderClosing(
      state.template,
      state.input.bias,
      drafted ? closingOf(state, drafted) : undefined,
      false,
    ),
    decisions: decisions.taken,
    risks: [...challenges(state), ...state.settled.flatMap(objectionsTo)],
    openQuestions: [...openQuestions(state, drafted), ...decisions.besides],
  }
}

function closingOf(state: MeetState, { closing }: Notes): Notes['closing'] {
  return mapStrings(closing, (text) => toldText(state, text, facilitator)) as Notes['closing']
}

async function callNotes(
  state: MeetState,
  template: string,
  items: DraftedItems,
): Promise<Notes | undefined> {
  const said = await state.meeting.trySpeak(facilitator, notesPrompt(state, template, items), {
    id: 'close.notes',
    schema: notesFor(state.input.bias),
    tools: nothing,
    maxOutput: 2500,
    draft: true,
  })
  state.heard(facilitator, said)
  return said.kind === 'said' ? said.value : undefined
}

function noSummary(spoke: boolean): string {
  return spoke ? '_(no summary: drafting failed)_' : '_(no summary: nobody spoke)_'
}

function challenges(state: MeetState): string[] {
  return state.turns.flatMap((turn) =>
    turn.challenges.map((said) => `${said} — ${turn.speaker}, turn ${turn.t}`),
  )
}

/** An objection that its seat has not given up stands in the notes in its own words, whatever became of the proposal. */
function objectionsTo({ id, text, objections }: SettledProposal): string[] {
  return objections.map(
    (one) => `Objection to ${id} (${text}): ${one.text || 'no reason given'} — ${one.by}, turn ${one.turn}`,
  )
}

interface Decisions {
  readonly taken: readonly string[]
  /** Drafted, but not to be had as decisions: shown among the open questions. */
  readonly besides: readonly string[]
}

/** What was adopted is a decision, in the words of its proposal. In a meeting that decides by proposals nothing else is one. */
function decisionsOf(state: MeetState, drafted: Notes | undefined): Decisions {
  const { taken, unfounded } = drafted ? settled(state, drafted) : { taken: [], unfounded: [] }
  const strangers = unfounded.map((text) => `Noted by the facilitator without a turn: ${text}`)
  if (state.settled.length === 0) return { taken: drafted ? taken : proposed(state), besides: strangers }
  const ours = state.settled.flatMap(decisionOn)
  if (state.input.mode !== 'decide') return { taken: [...ours, ...taken], besides: strangers }
  return {
    taken: ours,
    besides: [...taken.map((text) => `Noted, but never proposed: ${text}`), ...strangers],
  }
}

function decisionOn({ state, text, turn, support, why }: SettledProposal): string[] {
  const turns = [...new Set([turn, ...support.map((voice) => voice.turn)])].join(', ')
  if (state === 'adopted') return [`${text} — turns ${turns}`]
  if (state === 'rejected') return [`Rejected: ${text}${why === '' ? '' : ` (${why})`} — turns ${turns}`]
  return []
}

/** A decision must name turns that exist; else it is left out, and the record says so. */
function settled(state: MeetState, { decisions }: Notes): { taken: string[]; unfounded: string[] } {
  const exist = (turns: readonly number[]) =>
    turns.length > 0 && turns.every((t) => state.turns.some((turn) => turn.t === t))
  const good = decisions.filter(({ turns }) => exist(turns))
  state.leftOut += decisions.length - good.length
  return {
    taken: good.map(({ text, turns }) => `${told(state, text, facilitator)} — turns ${turns.join(', ')}`),
    unfounded: decisions
      .filter(({ turns }) => !exist(turns))
      .map(({ text }) => told(state, text, facilitator)),
  }
}

function proposed(state: MeetState): string[] {
  return state.turns.flatMap((turn) =>
    turn.decisions.map((said) => `${withoutInference(said)} — turns ${turn.t} (as proposed)`),
  )
}

/** What was proposed and not settled, what was asked for and not reached, and what the draft adds. */
function openQuestions(state: MeetState, drafted: Notes | undefined): string[] {
  const asked = (drafted?.open_questions ?? []).map(
    ({ text, turns }) =>
      `${told(state, text, facilitator)}${turns?.length ? ` — turns ${turns.join(', ')}` : ''}`,
  )
  return [...asked, ...unsettled(state, drafted), ...state.notReached]
}

function unsettled(state: MeetState, drafted: Notes | undefined): string[] {
  if (state.settled.length > 0)
    return state.settled.flatMap((one) =>
      one.state === 'open' ? [notSettled(one.text, one.by, one.turn)] : [],
    )
  if (!drafted) return []
  const named = new Set(drafted.decisions.flatMap(({ turns }) => turns))
  return state.turns.filter(({ t }) => !named.has(t)).flatMap((turn) => unsettledIn(turn))
}

function unsettledIn(turn: Emitted): string[] {
  return turn.decisions.map((said) => notSettled(withoutInference(said), turn.speaker, turn.t))
}

function notSettled(text: string, by: string, turn: number): string {
  return `Proposed, not settled: ${text} — ${by}, turn ${turn}`
}
