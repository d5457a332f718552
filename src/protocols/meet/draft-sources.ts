// What the drafts of a meeting cite, as they are reviewed and as they are saved: checked, told to the person, and marked where it is not there.

import type { DraftedText } from '../../rules/faulty-lines.js'
import { brokenList, markBroken, toldSource } from '../../rules/source-words.js'
import type { ProposalTold } from '../../view/proposals.js'
import type { ItemDraft, NotesDraft, SeatMemory } from './drafts.js'
import { type Checked, checkDrafted } from './references.js'
import type { MeetState } from './state.js'

export interface CitingDrafts {
  readonly items: readonly ItemDraft[] | null
  readonly memories: readonly SeatMemory[]
  readonly notes: NotesDraft | null
  /** Everything that was proposed, in the words of its maker. */
  readonly proposals?: readonly ProposalTold[]
}

export type DraftKind = 'items' | 'notes' | 'proposals' | `memory of ${string}`

/** Every citation of these drafts, and what was found there. */
export async function checkDrafts(state: MeetState, drafts: CitingDrafts): Promise<readonly Checked[]> {
  const texts: DraftedText[] = []
  mapDrafts(drafts, (where, text) => {
    texts.push({ where, text })
    return text
  })
  return checkDrafted(state, texts)
}

/** The same drafts with a mark behind every broken citation. */
export function markedDrafts<T extends CitingDrafts>(drafts: T, checked: readonly Checked[]): T {
  const marked = mapDrafts(drafts, (where, text) =>
    markBroken(
      text,
      checked.filter((one) => one.where === where),
    ),
  )
  return { ...drafts, ...marked }
}

/** The broken ones of these drafts, in words; empty without any. */
export function brokenIn(checked: readonly Checked[], ...kinds: readonly DraftKind[]): string {
  return brokenList(checked.filter(({ where }) => kinds.includes(kindOf(where))).map(toldSource))
}

/** Those of all drafts. */
export function allBroken(checked: readonly Checked[]): string {
  return brokenList(checked.map(toldSource))
}

/** The sources that a memory lists were cited in turns, and those of proposals there or in decisions: they were counted. */
export function isNew({ where }: Checked): boolean {
  return !/^memory of [^,]*, sources |^proposal /.test(where)
}

function kindOf(where: string): DraftKind {
  const [, seat] = /^memory of ([^,]*),/.exec(where) ?? []
  if (seat !== undefined) return `memory of ${seat}`
  if (where.startsWith('proposal ')) return 'proposals'
  return where.startsWith('item ') ? 'items' : 'notes'
}

type Change = (where: string, text: string) => string

function mapDrafts({ items, memories, notes, proposals }: CitingDrafts, change: Change): CitingDrafts {
  return {
    items: items?.map((item) => mapItem(item, change)) ?? null,
    memories: memories.map((memory) => mapMemory(memory, change)),
    notes: notes && mapNotes(notes, change),
    ...(proposals ? { proposals: proposals.map((one) => mapProposal(one, change)) } : {}),
  }
}

/** Decisions in the notes hold the same words, and are what the notes rest on. */
function mapProposal(proposal: ProposalTold, change: Change): ProposalTold {
  const where = `proposal ${proposal.id}`
  return {
    ...proposal,
    text: change(where, proposal.text),
    why: change(`${where}, end`, proposal.why),
  }
}

function mapItem(item: ItemDraft, change: Change): ItemDraft {
  return {
    ...item,
    context_for_target: change(`item ${item.key}`, item.context_for_target),
    acceptance: change(`item ${item.key}, acceptance`, item.acceptance),
  }
}

function mapMemory({ seat, draft }: SeatMemory, change: Change): SeatMemory {
  const list = (name: 'decided' | 'constraints' | 'open_items' | 'sources') =>
    draft[name].map((text, at) => change(`memory of ${seat}, ${name} ${at + 1}`, text))
  return {
    seat,
    draft: {
      ...draft,
      decided: list('decided'),
      constraints: list('constraints'),
      open_items: list('open_items'),
      sources: list('sources'),
    },
  }
}

/** Risks are words of turns, which were checked when they were said, and stand in the notes as they were said. */
function mapNotes(notes: NotesDraft, change: Change): NotesDraft {
  return {
    ...notes,
    summary: change('summary', notes.summary),
    closing: change('closing', notes.closing),
    decisions: notes.decisions.map((text, at) => change(`decision ${at + 1}`, text)),
    openQuestions: notes.openQuestions.map((text, at) => change(`question ${at + 1}`, text)),
  }
}
