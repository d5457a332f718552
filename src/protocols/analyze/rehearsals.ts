// Rehearsals: what each call says when no model speaks. Six fixed questions; the person's own lines are the records, word for word.
//
// Nothing is invented and nothing is judged: what reaches its threshold by the person's words is written, the rest is gaps.

import { shortened } from '../../documents/excerpts.js'
import type { Rehearse } from '../../kernel/agents.js'
import type { Desk, Extract } from '../../kernel/desk.js'
import type { Analysis } from './analysis.js'
import type { Role } from './names.js'
import { fixedQuestion } from './rules/checks.js'
import { nextIds } from './rules/records.js'
import { contentWords } from './rules/words.js'
import type * as shapes from './schemas.js'

/** How many exchanges a rehearsal has. */
export const rehearsedExchanges = 6

interface Fixed {
  readonly text: string
  readonly target: string
}

const questions: readonly Fixed[] = [
  { text: 'What hurts today?', target: 'PD-1' },
  { text: 'Whom does it hurt, and how, one line each as “name: pain”?', target: 'PD-4' },
  {
    text: 'What must, should or could it do, one line each, and below each “given … when … then …”?',
    target: 'RD-1',
  },
  { text: 'What stays out, one exclusion a line?', target: 'RD-7' },
  { text: 'How would one notice success, one sign a line?', target: 'PD-3' },
  { text: 'What is still open, one point a line?', target: 'SP-6' },
]

/** Not shown: the talk ends there. */
const whatElse: Fixed = { text: fixedQuestion, target: 'SP-6' }

export function rehearseOpening(analysis: Analysis): Rehearse<shapes.Opening> {
  const draft = analysis.input.draft?.text ?? ''
  return () => ({
    contributions: [maya(firstWords(draft) || analysis.input.slug)],
    question: ask(questions[0]!),
  })
}

/** The reply to the question before becomes records, then the next question is asked. */
export function rehearseTurn(analysis: Analysis): Rehearse<shapes.Turn> {
  const { messages, talked, confirmation } = analysis
  const exchange = talked + 2
  const last = messages.at(-1) ?? ''
  const isAmending = confirmation.state === 'AMENDING'
  return (desk) => ({
    contributions: [maya(firstWords(last)), ...alex(analysis, desk), ...jordan(messages)],
    question: isAmending ? amendAsk(analysis) : ask(questions[exchange - 1] ?? whatElse),
    ...(isAmending || analysis.input.team ? {} : learnedFrom(analysis, last)),
    signals: isAmending ? { resolved: true } : { plateau: exchange > questions.length },
  })
}

/** In a team each hands in what is its own. */
export function rehearseTeam(analysis: Analysis, role: Role): Rehearse<shapes.Team> {
  const isAmending = analysis.confirmation.state === 'AMENDING'
  const { claims = [], records = [] } = isAmending
    ? {}
    : learnedFrom(analysis, analysis.messages.at(-1) ?? '')
  return () => ({
    messages: [],
    claims: role === 'business-analyst' ? claims : [],
    records: records.filter(({ by }) => by === role),
  })
}

function ask({ text, target }: Fixed): shapes.Turn['question'] {
  return { role: 'business-analyst', kind: 'open', text, targets: [target] }
}

/** Never the same words twice. */
function amendAsk({ exchange }: Analysis): shapes.Turn['question'] {
  return ask({ text: `What should be different, as point ${exchange}?`, target: 'PD-1' })
}

function maya(words: string): shapes.Voice {
  return { role: 'business-analyst', points: [`Rehearsal: you said “${words}”.`] }
}

/** Another place each time, while there are others. */
function alex({ input, messages }: Analysis, desk: Desk): shapes.Voice[] {
  const places = near(desk, input.draft?.text ?? messages[0] ?? '', input.root, rehearsedExchanges)
  const found = places[Math.max(0, messages.length - 1) % Math.max(1, places.length)]
  if (found === undefined) return []
  const place = `${found.path}:${found.line}`
  return [
    {
      role: 'solutions-architect',
      points: [`Rehearsal: ${place} says “${shortened(found.text, 80)}”.`],
      refs: [place],
    },
  ]
}

/** What was said before the last message, which Maya quotes; at first there is only that one. */
function jordan(messages: readonly string[]): shapes.Voice[] {
  const number = Math.max(1, messages.length - 1)
  const words = firstWords(messages[number - 1] ?? '')
  if (words === '') return []
  return [
    { role: 'system-designer', points: [`Rehearsal: agreed so far is “${words}”.`], refs: [`u${number}`] },
  ]
}

/** Lines of documents that analyses have written, which may speak of it more often than the code does. */
const mostOfOurs = 400

/** One place a file, code before prose. */
function near(desk: Desk, words: string, root: string, most: number): Extract[] {
  const isOurs = (path: string) => path.startsWith(`${root}/`) || path.startsWith('.')
  const found = desk.find(words, most + mostOfOurs).filter(({ path }) => !isOurs(path))
  const first = found.filter(({ path }, at) => found.findIndex((one) => one.path === path) === at)
  const isProse = ({ path }: Extract) => /\.(?:md|txt|rst|adoc)$/i.test(path)
  return [...first.filter((one) => !isProse(one)), ...first.filter(isProse)].slice(0, most)
}

/** Without marks that would make code or a question of them. */
function firstWords(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  return line
    .replace(/[`?{};#*_|]/g, '')
    .replace(/=>/g, '')
    .trim()
    .split(/\s+/)
    .slice(0, 15)
    .join(' ')
}

// ---- the person's lines as records

function learnedFrom(analysis: Analysis, reply: string): Pick<shapes.Turn, 'claims' | 'records'> {
  const { messages, talked, store } = analysis
  const ref = `u${messages.length}`
  const lines = linesIn(reply)
  const put = putterOf(ref)
  const numberOf = (prefix: string) => Number(/\d+$/.exec(nextIds(store)[prefix] ?? '')?.[0] ?? 1)
  const numbered = (prefix: string, make: (line: string, id: string) => shapes.Change) => ({
    records: lines.map((line, at) => make(line, `${prefix}-${numberOf(prefix) + at}`)),
  })
  switch (talked + 1) {
    case 1:
      return problemFrom(lines, ref)
    case 2:
      return numbered('UT', (line, id) => put('user-type', id, line, userType(line, id === 'UT-1')))
    case 3:
      return { records: requirementsFrom(lines, numberOf('FR'), put) }
    case 4:
      return numbered('OS', (line, id) =>
        put('exclusion', id, line, { item: cut(line), reason: 'The person said so.' }),
      )
    case 5:
      return numbered('SM', (line, id) => put('metric', id, line, { measure: cut(line) }))
    case 6:
      return numbered('OQ', (line, id) =>
        put('open-question', id, line, { question: cut(line) }, 'system-designer'),
      )
    default:
      return {}
  }
}

function linesIn(reply: string): readonly string[] {
  return reply
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .slice(0, 12)
}

const cut = (line: string) => line.slice(0, 1000)

function evidenceOf(ref: string, line: string) {
  return [{ ref, quote: line.slice(0, 300) }]
}

/** Makes records of which the person's message says every word. */
function putterOf(ref: string): Putting {
  return (type, id, line, data, by = 'business-analyst') => ({
    op: 'put',
    type,
    id,
    by,
    source: 'user',
    evidence: evidenceOf(ref, line),
    data,
  })
}

function problemFrom(lines: readonly string[], ref: string): Pick<shapes.Turn, 'claims' | 'records'> {
  const [first] = lines
  if (first === undefined) return {}
  const problem = { statement: cut(first), effect: cut(lines.join(' ')) }
  return {
    claims: [{ criterion: 'PD-1', source: 'user', evidence: evidenceOf(ref, first) }],
    records: [putterOf(ref)('problem', 'PB', first, problem)],
  }
}

function userType(line: string, main: boolean): Record<string, unknown> {
  const [, name = line, pain = ''] = /^(.+?):\s*(.+)$/.exec(line) ?? []
  return {
    name: name.slice(0, 1000),
    role: name.slice(0, 1000),
    main,
    goals: [],
    pains: pain === '' ? [] : [pain.slice(0, 1000)],
  }
}

const priorities = [
  [/\bmust\b/i, 'Must Have'],
  [/\bshould\b/i, 'Should Have'],
  [/\bcould\b/i, 'Could Have'],
  [/\bwon['’]t\b/i, "Won't Have"],
] as const

type Putting = (
  type: string,
  id: string,
  line: string,
  data: Record<string, unknown>,
  by?: shapes.Change['by'],
) => shapes.Change

/** A line of given, when and then is a criterion of the requirement above it. */
function requirementsFrom(lines: readonly string[], from: number, put: Putting): shapes.Change[] {
  let fr = from - 1
  let ac = 0
  return lines.flatMap((line) => {
    const [, given, when, result] = /^given\s+(.+?),?\s+when\s+(.+?),?\s+then\s+(.+)$/i.exec(line) ?? []
    if (given !== undefined && fr >= from) {
      ac++
      // biome-ignore lint/suspicious/noThenProperty: a part of a criterion is called so.
      return [put('ac', `AC-${padded(fr, 3)}-${padded(ac, 2)}`, line, { given, when, then: result })]
    }
    fr++
    ac = 0
    const priority = priorities.find(([pattern]) => pattern.test(line))?.[1]
    // "must: …" only says how much it matters.
    const words = line.replace(/^(?:must|should|could|won['’]t)(?: have)?\s*[:–—-]\s*/i, '') || line
    return [
      put('fr', `FR-${padded(fr, 3)}`, line, {
        title: words.slice(0, 120),
        description: words.slice(0, 1000),
        ...(priority ? { priority } : {}),
      }),
    ]
  })
}

function padded(number: number, width: number): string {
  return String(number).padStart(width, '0')
}

// ---- the calls beside the talk

export function rehearseKeywords(about: string): Rehearse<shapes.Keywords> {
  const words = [...contentWords(about)].filter((word) => word.length > 3 && word.length <= 40)
  const longest = words.toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
  return () => ({
    keywords: [...longest, 'code', 'test', 'file'].slice(0, Math.max(3, Math.min(5, longest.length))),
  })
}

/** The files that the words stand in; how large it is, nobody judged. */
export function rehearseScan(about: string, root: string): Rehearse<shapes.ScanReading> {
  return (desk) => {
    const paths = [...new Set(near(desk, about, root, 8).map(({ path }) => path))]
    return {
      scope: paths.length > 5 ? 'medium' : 'small',
      why: 'Rehearsal: the words were found in these files; nobody judged what changes.',
      complexity: 'low',
      nature: 'mixed',
      risk: 'low',
      files: paths.map((path) => ({ path, category: categoryOf(path) })),
      modules: [],
      conventions: [],
      depends: [],
    }
  }
}

/** By its place and name alone. */
function categoryOf(path: string): 'modify' | 'test' | 'config' | 'docs' {
  if (/(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.[^/]+$/i.test(path)) return 'test'
  if (/\.(?:md|txt|rst|adoc)$/i.test(path)) return 'docs'
  return /\.(?:json|ya?ml|toml|ini)$/i.test(path) ? 'config' : 'modify'
}

export const rehearseAdopted: Rehearse<shapes.Adopted> = () => ({ records: [] })
export const rehearseValidation: Rehearse<shapes.Validation> = () => ({ faults: [] })
export const rehearseCrosscheck: Rehearse<shapes.Crosscheck> = () => ({ issues: [] })
export const rehearseFinalization: Rehearse<shapes.Finalization> = () => ({
  faults: [],
  ready: false,
  why: 'Rehearsal: no model was asked, so nobody judged it.',
})
