// What surfaces show of a chartered meeting: its seats, phases, turns, notices, documents and outcome.

import { isBoundary, PHASES } from '../../rules/lifecycle.js'
import { citedIn } from '../../view/citations.js'
import { degreeOf } from '../../view/notes.js'
import { nothingTold, type OutcomeTold } from '../../view/outcome.js'
import { facesIn } from '../../view/plain.js'
import { fieldsOf, listIn, oneOf, textIn, textsIn } from '../../view/reading.js'
import type { Telling, Told, ToldBefore } from '../../view/telling.js'
import { degradedWords } from './degraded-words.js'
import { labelled, withoutLabel } from './notices.js'
import { tellLine } from './told-line.js'
import { proposalsIn } from './told-proposals.js'
import { tellEmitted } from './told-turn.js'
import { turnParts } from './turn-parts.js'

export const telling: Telling = {
  protocols: { meet: 'Chartered meeting' },
  seats: (input) => facesIn(fieldsOf(input)['seats']),
  person: (input) => textIn(fieldsOf(input)['person'], 'name'),
  phases: PHASES,
  documents: [
    { path: /^\.gaia\/state\/action-items\.yaml$/, kind: 'action-items', title: 'Action items' },
    { path: /^\.gaia\/memory\//, kind: 'memory', title: 'Memory' },
    { path: /^\.gaia\/artifacts\/.*meeting-scratchpad\//, kind: 'pad', title: 'Extracted pin' },
    { path: /^\.gaia\/artifacts\/.*meeting-/, kind: 'notes', title: 'Notes' },
  ],
  folders: ['.gaia/memory', '.gaia/state', '.gaia/artifacts'],
  notes: { emitted: tellEmitted, line: tellLine, notice: tellNotice, passed: () => [], settled: tellSettled },
  // Any note may name reasons, new since the last one, why the result is degraded.
  degraded: (_, data) => degradedIn(data),
  parts: turnParts,
  answer: ({ choose }) => ({ repeated: choose === 'interject' }),
  acted: ({ name, result }) =>
    name === 'check citations' ? [{ kind: 'checked', cited: citedIn(result) }] : [],
  tell,
  toTheLetter: true,
  saysHow: isBoundary,
}

function degradedIn(data: unknown): readonly string[] {
  return textsIn(data, 'degraded').map(degradedWords)
}

/** The label with the degree is only for surfaces that print the transcript. */
function tellNotice(data: unknown): readonly Told[] | undefined {
  const text = textIn(data, 'text')
  if (text === undefined) return undefined
  const degree = degreeOf('notice', data)
  const label = oneOf(degree.toUpperCase(), ['INFO', 'WARNING', 'CRITICAL']) ?? 'INFO'
  const words = withoutLabel(text)
  return [{ kind: 'notice', degree, text: words, verbatim: labelled(label, words), beside: true }]
}

/** What became of the proposals: the whole list, and a line each. */
function tellSettled(data: unknown): readonly Told[] {
  const proposals = proposalsIn(data)
  const lines = proposals.map(({ id, by, state, text, why }): Told => {
    const words = `${id} (${by}) ${state === 'open' ? 'stays open' : `was ${state}`}: ${text}${why ? ` — ${why}` : ''}`
    return { kind: 'notice', degree: 'info', text: words, beside: true }
  })
  return [{ kind: 'proposals', proposals }, ...lines]
}

/** The documents that the meeting left, one line each. */
function tell(outcome: unknown, before?: ToldBefore): OutcomeTold | undefined {
  const { notes } = fieldsOf(outcome)
  if (textIn(outcome, 'endedBy') === undefined || (notes !== null && typeof notes !== 'string'))
    return undefined
  const journal = textIn(outcome, 'journal')
  const items = textsIn(outcome, 'actionItems')
  const fact = (label: string) => (value: string) => ({ label, value })
  const decisions = textsIn(outcome, 'decisions').map((text) => text.replace(/ — turns (\d+)$/, ' — turn $1'))
  const settled = decisions.map((text) => text.replace(/ — turns? [\d, ]+$/, ''))
  return {
    ...nothingTold,
    paragraphs: [
      ...listed('Decided', decisions),
      ...listed('Risks and objections', withoutSpoken(textsIn(outcome, 'risks'), before?.dissents ?? [])),
    ],
    decision: settled[0] ?? null,
    commits: [],
    ...(settled.length > 1 ? { decisions: settled } : {}),
    ...reasonFor(decisions[0], outcome),
    followUps: listIn(outcome, 'toDo').map((one) => ({
      action: textIn(one, 'action') ?? '',
      owner: textIn(one, 'owner') ?? '',
    })),
    facts: [
      ...(notes === null ? [] : [{ label: 'Notes', value: notes }]),
      ...(journal === undefined ? [] : [{ label: 'Journal', value: journal }]),
      ...(items.length > 0 ? [{ label: 'Action items', value: items.join(', ') }] : []),
      ...textsIn(outcome, 'memories').map(fact('Memory')),
      ...textsIn(outcome, 'extractions').map(fact('Extracted')),
      ...(notes === null ? [] : [fact('Committed')('nothing; these files are yours to commit')]),
    ],
    remarks: notes === null ? ['The notes were dropped.'] : [],
    degraded: degradedIn(outcome),
  }
}

/** Why the first decision was taken, where a proposal became it and the facilitator said why. */
function reasonFor(decision: string | undefined, outcome: unknown): Pick<OutcomeTold, 'because'> {
  const adopted = proposalsIn(outcome).find(
    ({ state, text }) => state === 'adopted' && decision?.startsWith(text),
  )
  return adopted && adopted.why !== '' ? { because: adopted.why } : {}
}

/** The notes take challenges and objections over as risks, each with its speaker; those are shown as dissents. */
function withoutSpoken(risks: readonly string[], dissents: ToldBefore['dissents']): readonly string[] {
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim()
  const spoken = dissents.map(({ name, text }) => `${flat(text)} — ${name}, turn `)
  return risks.filter((risk) => !spoken.some((words) => flat(risk).includes(words)))
}

/** A heading and its list, as Markdown; nothing without items. */
function listed(heading: string, items: readonly string[]): string[] {
  if (items.length === 0) return []
  const lines = items.map((item) => `- ${item.replace(/\s+/g, ' ')}`)
  return [`**${heading}**\n\n${lines.join('\n')}`]
}
