// Broken citations of the facilitator's drafts: the lines go back to it once, by themselves. A memory is its seat's own and is only marked.

import { nothing } from '../../kernel/agents.js'
import { type DraftedText, type FaultyLine, faultyLines, withNewLines } from '../../rules/faulty-lines.js'
import { mendPrompt } from './close-prompts.js'
import type { ItemDraft } from './drafts.js'
import { facilitator } from './facilitator.js'
import { mapStrings, told } from './fair.js'
import { checkDrafted } from './references.js'
import { Mended, type Notes } from './schemas.js'
import type { MeetState } from './state.js'

interface Drafted {
  readonly notes: Notes | undefined
  readonly items: readonly ItemDraft[]
}

/** The drafts, mended where they cite what is not there. What does not come back stays, and is marked when it is saved. */
export async function mendDrafts(state: MeetState, drafted: Drafted): Promise<Drafted> {
  const texts = textsOf(drafted)
  const faulty = faultyLines(texts, await checkDrafted(state, texts))
  if (faulty.length === 0) return drafted
  const said = await state.meeting.trySpeak(facilitator, mendPrompt(state, faulty), {
    id: 'close.mend',
    schema: Mended,
    tools: nothing,
    maxOutput: 1500,
    draft: true,
  })
  state.heard(facilitator, said)
  return said.kind === 'said' ? withLines(state, drafted, faulty, said.value.lines) : drafted
}

function textsOf(drafted: Drafted): DraftedText[] {
  const texts: DraftedText[] = []
  mapDrafted(drafted, (where, text) => {
    texts.push({ where, text })
    return text
  })
  return texts
}

function withLines(
  state: MeetState,
  drafted: Drafted,
  faulty: readonly FaultyLine[],
  lines: Mended['lines'],
): Drafted {
  const { notes, items } = mapDrafted(drafted, (where, text) => withNewLines({ where, text }, faulty, lines))
  const words = (text: string, before: string) =>
    text === before ? before : told(state, text, facilitator) || before
  return {
    notes,
    items: items.map((item, at) => ({
      ...item,
      context_for_target: words(item.context_for_target, drafted.items[at]?.context_for_target ?? ''),
      acceptance: words(item.acceptance, drafted.items[at]?.acceptance ?? ''),
    })),
  }
}

/** What is mended of the notes passes the same checks as the rest of them afterwards. */
function mapDrafted({ notes, items }: Drafted, change: (where: string, text: string) => string): Drafted {
  return {
    notes: notes && mapNotes(notes, change),
    items: items.map((item) => ({
      ...item,
      context_for_target: change(`action item ${item.key}`, item.context_for_target),
      acceptance: change(`acceptance of ${item.key}`, item.acceptance),
    })),
  }
}

function mapNotes(notes: Notes, change: (where: string, text: string) => string): Notes {
  const list = <T extends { readonly text: string }>(lines: readonly T[], name: string): T[] =>
    lines.map((line, at) => ({ ...line, text: change(`${name} ${at + 1}`, line.text) }))
  let part = 0
  return {
    summary: change('summary', notes.summary),
    closing: mapStrings(notes.closing, (text) => change(`closing part ${++part}`, text)) as Notes['closing'],
    decisions: list(notes.decisions, 'decision'),
    open_questions: list(notes.open_questions, 'open question'),
  }
}
