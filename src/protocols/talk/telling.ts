// How a talk is told.

import { type DecisionTold, nothingTold, type OutcomeTold } from '../../view/outcome.js'
import { phaseLabel } from '../../view/phase-label.js'
import { fieldsOf, textIn, textsIn } from '../../view/reading.js'
import type { Face } from '../../view/story.js'
import type { Telling, ToldBefore } from '../../view/telling.js'
import { NEXT_WORD, TALK } from './names.js'
import { SAY } from './questions.js'

export const telling: Telling = {
  protocols: { [TALK]: 'Talk' },
  seats,
  openingWords: (input) => textIn(input, 'message'),
  // The open question says whose turn it is, so phases are not shown.
  phase: (name) => ({ label: phaseLabel(name), quiet: true }),
  documents: [
    { path: /^\.lore\//, kind: 'artifact', title: 'Artifact' },
    { path: /^projects\/[^/]+\/\.lore\//, kind: 'artifact', title: 'Artifact', working: true },
    { path: /^(?:meetings|state)\//, kind: 'other', title: 'Working file', working: true },
  ],
  folders: ['.lore'],
  // The outcome says the same.
  notes: { closed: () => [] },
  showsAsides: true,
  acted: ({ name, result }) =>
    name === 'decisions' ? [{ kind: 'decisions', decisions: decisionsIn(result) }] : [],
  answer: ({ choose }) => ({ talk: choose === SAY }),
  awaitsWords: (question) => question === NEXT_WORD,
  tell,
}

function seats(input: unknown): readonly Face[] {
  const { worker } = fieldsOf(input)
  const name = textIn(worker, 'name')
  if (!name) return []
  return [{ id: textIn(worker, 'packageName') || name, name, role: textIn(worker, 'displayTitle') ?? '' }]
}

function tell(outcome: unknown, before?: ToldBefore): OutcomeTold | undefined {
  const { notes, merge } = fieldsOf(outcome)
  const [written, merged] = [textIn(notes, 'state'), textIn(merge, 'state')]
  if (textIn(outcome, 'status') !== 'closed' || written === undefined || merged === undefined)
    return undefined
  const text = textIn(notes, 'text') ?? ''
  const reason = textIn(notes, 'reason') ?? 'no reason was given'
  const { decisions = [] } = before ?? {}
  const [first, ...others] = decisions
  return {
    ...nothingTold,
    paragraphs: [...listed(decisions), ...(text === '' ? [] : [text])],
    decision: first ? first.decision : null,
    ...(first?.reasoning && others.length === 0 ? { because: first.reasoning } : {}),
    facts: textsIn(outcome, 'artifacts').map((value) => ({ label: 'Artifact', value })),
    remarks: [...mergeRemarks(merge, merged), ...openItems(outcome)],
    degraded: written === 'failed' ? [`no notes were written: ${reason}`] : [],
  }
}

/** What the worker recorded as settled with the person, in their order. */
function decisionsIn(result: unknown): readonly DecisionTold[] {
  if (!Array.isArray(result)) return []
  return result.flatMap((one) => {
    const [question, decision] = [textIn(one, 'question'), textIn(one, 'decision')]
    if (question === undefined || decision === undefined) return []
    return [{ question, decision, reasoning: textIn(one, 'reasoning') ?? '' }]
  })
}

function listed(decisions: readonly DecisionTold[]): readonly string[] {
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim()
  const lines = decisions.map(({ question, decision, reasoning }) =>
    flat(`- ${question} **${decision}** ${reasoning}`),
  )
  return lines.length === 0 ? [] : [`**Decided**\n\n${lines.join('\n')}`]
}

function mergeRemarks(merge: unknown, state: string): readonly string[] {
  const branch = textIn(merge, 'branch') ?? 'its branch'
  const cause = textIn(merge, 'cause') ?? 'it waits for you'
  if (state === 'pending') return [`${branch} is not merged: ${cause}.`]
  const commit = textIn(merge, 'commit')
  return state === 'done' && commit
    ? [`Merged into the integration branch as ${commit.slice(0, 10)}, in one commit.`]
    : []
}

function openItems(outcome: unknown): readonly string[] {
  return textsIn(outcome, 'openItems').map((item) => `Left to do: ${item}`)
}
