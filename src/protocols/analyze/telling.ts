// What surfaces show of an analysis: three voices, what the person said, and the documents. How it is steered is never part of the thread.
// Runs in the browser too.

import { nothingTold, type OutcomeTold } from '../../story/outcome.js'
import { facesIn } from '../../story/plain.js'
import { fieldsOf, listIn, textIn, textsIn } from '../../story/reading.js'
import type { DocumentPlace, Telling } from '../../story/telling.js'
import { leadSeat } from './names.js'
import { draws, notes } from './told-notes.js'

const place = (name: string, title: string, more: Partial<DocumentPlace> = {}): DocumentPlace => ({
  path: new RegExp(`(?:^|/)${name.replace('.', '\\.')}$`),
  kind: 'artifact',
  title,
  ...more,
})

export const telling: Telling = {
  protocols: { analyze: 'Analysis' },
  seats: (input) => facesIn(fieldsOf(input)['seats']),
  // Phases are for keys only.
  phase: (name) => ({ label: name, quiet: true }),
  // By the names that the meeting wrote: the root can be anywhere.
  documents: [
    { path: /(?:^|\/)before\/[^/]+$/, kind: 'other', title: 'Copy from before', working: true },
    place('requirements-summary.md', 'Requirements summary', { kind: 'record' }),
    place('architecture-summary.md', 'Architecture summary', { kind: 'record' }),
    place('design-summary.md', 'Design summary', { kind: 'record' }),
    place('requirements-spec.md', 'Requirements'),
    place('user-stories.json', 'User stories'),
    place('traceability-matrix.csv', 'Traceability matrix'),
    place('quick-scan.md', 'Quick scan'),
    place('impact-analysis.md', 'Impact analysis'),
    place('architecture-overview.md', 'Architecture'),
    place('module-design.md', 'Module design'),
    place('interface-spec.md', 'Interfaces'),
    place('data-flow.md', 'Data flow'),
    place('error-taxonomy.md', 'Errors'),
    place('draft.md', 'Draft'),
    place('meta.json', 'Progress for other tools', { kind: 'other', working: true }),
  ],
  folders: ['docs/requirements'],
  notes,
  degraded: (kind, data) => (kind === 'degraded' ? textsOf(data) : []),
  recap: (kind, data) => (kind === 'coverage' ? textIn(data, 'recap') : undefined),
  hidesFailures: true,
  answer: ({ choose }) => ({ talk: choose === 'say' }),
  awaitsWords: (question) => question === 'reply',
  chat: { said: (question) => question === 'reply', unnamed: (seat) => seat === leadSeat },
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
  return what === undefined ? [] : [what]
}

const ends: Readonly<Record<string, string>> = {
  accepted: 'Signed off',
  recorded: 'Recorded',
  'early-exit': 'Stopped early: the documents hold what was known',
  unsigned: 'Nothing could be signed off: the documents hold what was known',
}

function tell(outcome: unknown): OutcomeTold | undefined {
  const [status, slug] = [textIn(outcome, 'status'), textIn(outcome, 'slug')]
  if (status === undefined || slug === undefined || !Object.hasOwn(ends, status)) return undefined
  const domains = textsIn(outcome, 'domains')
  const signed = domains.length === 0 ? '' : `: ${domains.join(', ')}`
  return {
    ...nothingTold,
    headline: `${slug}. ${ends[status]}${signed}.`,
    facts: listIn(outcome, 'artifacts').flatMap((file) => {
      const path = textIn(file, 'path')
      const worth = [textIn(file, 'status'), textIn(file, 'confidence')?.toLowerCase()]
      return path === undefined
        ? []
        : [{ label: path, value: `${worth[0] ?? ''}, confidence ${worth[1] ?? ''}` }]
    }),
    remarks: [
      ...textsIn(outcome, 'known_issues').map((issue) => `Known issue: ${issue}`),
      ...textsIn(outcome, 'gaps').map((gap) => `Gap: ${gap}`),
    ],
    commands: textsIn(outcome, 'next'),
    issues: listIn(outcome, 'issues').flatMap(issueIn),
    degraded: textsIn(outcome, 'degraded'),
    lastLine: textIn(outcome, 'signal') ?? null,
  }
}
