// What surfaces show of a deliberation: its seats, phases, notes, documents and outcome.

import { nothingTold, type OutcomeTold } from '../../story/outcome.js'
import { facesIn } from '../../story/plain.js'
import { fieldsOf, listIn, textIn, textsIn } from '../../story/reading.js'
import type { PhaseTold, Telling } from '../../story/telling.js'

export const telling: Telling = {
  protocols: { deliberate: 'Deliberation' },
  seats: (input) => facesIn(fieldsOf(input)['seats']),
  phase,
  documents: [
    { path: /\/sessions\/[^/]+\/design(-sketch)?\.md$/, kind: 'record', title: 'Design' },
    { path: /\/sessions\/[^/]+\/prd\.md$/, kind: 'record', title: 'PRD' },
    { path: /\/sessions\/[^/]+\/meeting-notes\.md$/, kind: 'notes', title: 'Notes' },
    { path: /\/sessions\/[^/]+\//, kind: 'session', title: 'Session', working: true },
  ],
  folders: ['.claude'],
  notes: {},
  tell,
}

function phase(name: string): PhaseTold {
  const [, cycle, round] = /^(?:cycle-(\d+)-)?round-(\d)$/.exec(name) ?? []
  if (round !== undefined)
    return { label: `Round ${round}${cycle ? ` of cycle ${cycle}` : ''}`, round: Number(round) }
  return { label: `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}` }
}

function tell(outcome: unknown): OutcomeTold | undefined {
  const [title, mode] = [textIn(outcome, 'title'), textIn(outcome, 'mode')]
  if (title === undefined || mode === undefined) return undefined
  const documents = Object.entries(fieldsOf(fieldsOf(outcome)['documents']))
  return {
    ...nothingTold,
    headline: title,
    facts: documents.flatMap(([label, value]) => (typeof value === 'string' ? [{ label, value }] : [])),
    remarks: [
      ...listIn(outcome, 'commits').flatMap((commit) => {
        const [subject, hash] = [textIn(commit, 'subject'), textIn(commit, 'hash')]
        return subject && hash ? [`Committed as ${hash.slice(0, 10)}: ${subject}`] : []
      }),
      ...textsIn(outcome, 'remarks'),
    ],
  }
}
