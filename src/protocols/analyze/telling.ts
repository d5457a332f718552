// What surfaces show of an analysis: three voices, what the person said, and the documents. How it is steered is never part of the thread.
// Runs in the browser too.

import { nothingTold, type OutcomeTold } from '../../view/outcome.js'
import { facesIn } from '../../view/plain.js'
import { fieldsOf, listIn, textIn, textsIn } from '../../view/reading.js'
import type { Telling } from '../../view/telling.js'
import { draws } from './drawn.js'
import { endLine, isEnd, nextUses } from './ends.js'
import { markWords } from './marks.js'
import { leadSeat, nameIn } from './names.js'
import { documents } from './places.js'
import { notes, tellEdits } from './told-notes.js'

export const telling: Telling = {
  protocols: { analyze: 'Analysis' },
  seats: (input) => facesIn(fieldsOf(input)['seats']),
  // Phases are for keys only.
  phase: (name) => ({ label: name, quiet: true }),
  documents,
  folders: ['docs/requirements'],
  notes,
  degraded: (kind, data) => (kind === 'degraded' ? textsOf(data) : []),
  recap: (kind, data) => (kind === 'coverage' ? textIn(data, 'recap') : undefined),
  hidesFailures: true,
  acted: ({ name, result }) => (name === 'edits' ? tellEdits(result) : []),
  answer: ({ choose }) => ({ talk: choose === 'say' }),
  awaitsWords: (question) => question === 'reply',
  readsFirst: true,
  chat: {
    said: (question) => question === 'reply',
    unnamed: (seat) => seat === leadSeat,
    ends: { says: '/done', label: 'Stop early' },
  },
  draws,
  tell,
}

/** The name becomes a file in a folder of the person's, and the journal may be somebody else's. */
function issueIn(issue: unknown): NonNullable<OutcomeTold['issues']>[number][] {
  const [file, title, body] = [textIn(issue, 'file'), textIn(issue, 'title'), textIn(issue, 'body')]
  if (file === undefined || title === undefined || body === undefined) return []
  return /^\d{2,3}-[a-z0-9-]{1,60}\.md$/.test(file) ? [{ file, title, body }] : []
}

function textsOf(data: unknown): string[] {
  const what = textIn(data, 'what')
  // Turns are mended one after another: the outcome has their number, each note of it another.
  return what === undefined || what.startsWith('turns-salvaged:') ? [] : [markWords(what)]
}

/** Gaps of one topic, whose name each of them begins with, are one line. */
function grouped(gaps: readonly string[]): readonly string[] {
  const lines = new Map<string, string[]>()
  for (const gap of gaps) {
    const [, topic = gap, what = ''] = /^(.+?): (.+)$/.exec(gap) ?? []
    lines.set(topic, [...(lines.get(topic) ?? []), what])
  }
  return [...lines].map(([topic, what]) =>
    [topic, what.filter(Boolean).join('; ')].filter(Boolean).join(': '),
  )
}

function tell(outcome: unknown): OutcomeTold | undefined {
  const [status, slug] = [textIn(outcome, 'status'), textIn(outcome, 'slug')]
  if (status === undefined || slug === undefined || !isEnd(status)) return undefined
  const folder = textIn(outcome, 'folder') ?? ''
  return {
    ...nothingTold,
    headline: endLine(slug, { status, tier: textIn(outcome, 'tier'), domains: textsIn(outcome, 'domains') }),
    facts: [
      ...(folder === '' ? [] : [{ label: 'Documents', value: `in ${folder}` }]),
      ...listIn(outcome, 'artifacts').flatMap((file) => {
        const path = textIn(file, 'path')
        const worth = [textIn(file, 'status'), textIn(file, 'confidence')?.toLowerCase()]
        return path === undefined
          ? []
          : [{ label: nameIn(folder, path), value: `${worth[0] ?? ''}, confidence ${worth[1] ?? ''}` }]
      }),
      { label: 'Committed', value: 'nothing; the documents lie in your checkout' },
    ],
    remarks: [
      ...textsIn(outcome, 'known_issues').map((issue) => `Known issue: ${issue}`),
      ...grouped(textsIn(outcome, 'gaps')).map((gap) => `Gap: ${gap}`),
    ],
    commands: textsIn(outcome, 'next'),
    uses: nextUses.map((use) => `${use.slice(0, 1).toUpperCase()}${use.slice(1)}`),
    issues: listIn(outcome, 'issues').flatMap(issueIn),
    degraded: textsIn(outcome, 'degraded').map(markWords),
    lastLine: textIn(outcome, 'signal') ?? null,
  }
}
