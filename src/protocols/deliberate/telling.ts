// What surfaces show of a deliberation: its seats, phases, notes, documents and outcome. Runs in the browser too.

import type { Item } from '../../view/items.js'
import { nothingTold, type OutcomeTold } from '../../view/outcome.js'
import { facesIn } from '../../view/plain.js'
import { fieldsOf, listIn, numberIn, textIn, textsIn } from '../../view/reading.js'
import type { DocumentPlace, Drafts, PhaseTold, Telling, ToldBefore } from '../../view/telling.js'
import { draws } from './drawings.js'
import { isMode, modeShapes } from './modes.js'
import { isMark, markWords } from './rules/degraded.js'
import { notes } from './told-notes.js'
import { reply } from './told-replies.js'

const inSession = (names: string, title: string, kind: DocumentPlace['kind'] = 'record'): DocumentPlace => ({
  path: new RegExp(`(?:^|/)sessions/[^/]+/(?:${names})$`),
  kind,
  title,
})

export const telling: Telling = {
  protocols: { deliberate: 'Deliberation' },
  seats: (input) => facesIn(fieldsOf(input)['seats']).map((face) => ({ ...face, candidate: true })),
  phase,
  phasesOf: (input) => phasesIn(textIn(input, 'mode') ?? ''),
  readsFirst: true,
  drafts: (question) => (Object.hasOwn(drafts, question) ? drafts[question] : undefined),
  documents: [
    inSession('design\\.md', 'Design'),
    inSession('design-sketch\\.md', 'Sketch'),
    inSession('prd\\.md', 'PRD'),
    inSession('acceptance-contract\\.md', 'Acceptance contract'),
    inSession('plan\\.md', 'Plan', 'action-items'),
    inSession('meeting-notes\\.md', 'Notes', 'notes'),
    inSession('audit/report\\.md', 'Audit report'),
    inSession('issues/.*\\.md', 'Issue', 'artifact'),
    inSession('test-stubs/.*', 'Test stub', 'artifact'),
    { ...inSession('.*', 'Paper of the session', 'session'), working: true },
    { path: /SKILL\.md$/, kind: 'memory', title: 'Skill' },
    { path: /registry\.json$/, kind: 'other', title: 'Uses of skills', working: true },
  ],
  folders: ['.claude'],
  notes,
  reply,
  draws,
  degraded: (kind, data) => (kind === 'degraded' ? textsIn(data, 'marks').filter(isMark).map(markWords) : []),
  lastDegradedCounts: true,
  tell,
}

const design: Drafts = {
  papers: ['Design'],
  sayAll: true,
  editable: true,
  fixed: ['Tension', 'Agents', '#', 'Agent', 'Non-negotiable'],
  drawings: [],
  repeats: ['tensions', 'non-negotiables'],
}

/** What the person decides on, whole. */
const drafts: Readonly<Record<string, Drafts>> = {
  'assembly.approve': { papers: [], sayAll: false, drawings: ['assembly'] },
  'design.approve': design,
  'design.guided': design,
  'scope.review': { papers: ['PRD'], sayAll: false, editable: true, drawings: [], repeats: ['stories'] },
  'prd.guided': { papers: ['PRD'], sayAll: true, editable: true, drawings: [], repeats: ['stories'] },
  'action.quick': { papers: ['Plan'], sayAll: false, drawings: [] },
  'audit.result': { papers: ['Audit report'], sayAll: false, drawings: [] },
}

/** In the order in which they come; what only some answers lead to is left out. */
function phasesIn(mode: string): readonly string[] {
  if (!isMode(mode) || mode === 'brainstorm') return []
  const { interview, rounds, plan, action } = modeShapes[mode]
  const middle =
    mode === 'meeting'
      ? ['openings', 'questions', 'answers', 'synthesis', 'notes']
      : ['survey', 'round-1', ...(rounds === 3 ? ['round-2', 'round-3', 'design'] : ['sketch'])]
  return [
    'open',
    ...(interview === 'none' ? [] : ['interview']),
    ...(mode === 'audit' ? [] : ['assembly', ...middle]),
    ...{ prd: ['plan'], tasks: ['tasks'], none: [] }[plan],
    ...{ choose: ['action'], quick: [], export: ['export'], audit: ['audit'], none: [] }[action],
    'close',
  ]
}

function phase(name: string): PhaseTold {
  const [, cycle, round] = /^(?:cycle-(\d+)-)?round-(\d)$/.exec(name) ?? []
  if (cycle !== undefined) return { label: `Round ${round} of cycle ${cycle}` }
  if (round !== undefined) return { label: `Round ${round}`, round: Number(round) }
  return { label: `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}` }
}

function tell(outcome: unknown, before?: ToldBefore): OutcomeTold | undefined {
  const [title, mode] = [textIn(outcome, 'title'), textIn(outcome, 'mode')]
  if (title === undefined || mode === undefined) return undefined
  if (mode === 'brainstorm')
    return {
      ...nothingTold,
      headline: title,
      paragraphs: [textIn(outcome, 'text') ?? ''],
      decision: textIn(outcome, 'next_step') ?? null,
    }
  return {
    ...nothingTold,
    headline: title,
    ...decided(outcome, before?.items ?? []),
    facts: [...documentsIn(outcome), ...factsIn(outcome)],
    remarks: [...leftOut(outcome), ...committed(outcome), ...textsIn(outcome, 'remarks')],
    commands: textsIn(fieldsOf(outcome)['work'], 'handOver'),
    commits: listIn(outcome, 'commits').flatMap((commit) => {
      const hash = textIn(commit, 'hash')
      return hash === undefined ? [] : [{ hash, branch: null }]
    }),
  }
}

/** What the session came to, in the words of its last paper; a later one replaces what stood in an earlier one. */
function decided(outcome: unknown, items: readonly Item[]): Partial<OutcomeTold> {
  const { documents } = fieldsOf(outcome)
  const replies = items.filter((item) => item.kind === 'reply')
  const last = (...calls: readonly string[]) =>
    replies.findLast(({ call }) => calls.includes(call.replace(/\.again$/, '')))?.value
  if (textIn(documents, 'design') !== undefined) return designed(last('synthesis', 'design.revise'))
  if (textIn(documents, 'sketch') !== undefined) return summed(textIn(last('sketch'), 'overview'))
  if (textIn(documents, 'notes') !== undefined)
    return summed(textIn(last('meeting.synthesis'), 'recommendation'))
  return {}
}

/** Its overview and its decisions, each with what else was weighed. */
function designed(design: unknown): Partial<OutcomeTold> {
  const lines = listIn(design, 'decisions').map((one) => {
    const [decision = '', chosen = '', why = ''] = ['decision', 'chosen', 'reasoning'].map((name) =>
      textIn(one, name),
    )
    const others = textsIn(one, 'options').filter((option) => option !== chosen)
    const against = others.length === 0 ? '' : `, not ${others.join(' or ')}`
    return `- ${decision}: **${chosen}**${against}. ${why}`.replace(/\s+/g, ' ').trim()
  })
  const told = summed(textIn(design, 'overview'))
  const list = lines.length === 0 ? [] : [`**Decided**\n\n${lines.join('\n')}`]
  return { ...told, paragraphs: [...(told.paragraphs ?? []), ...list] }
}

function summed(text = ''): Partial<OutcomeTold> {
  return text === '' ? {} : { paragraphs: [text], decision: text }
}

const documentNames: Readonly<Record<string, string>> = {
  design: 'Design',
  sketch: 'Sketch',
  prd: 'PRD',
  contract: 'Contract',
  plan: 'Plan',
  notes: 'Notes',
  report: 'Audit report',
  issues: 'Issues',
}

/** What the person will read; what the session worked with lies beside it. */
function documentsIn(outcome: unknown): OutcomeTold['facts'] {
  const documents = Object.entries(fieldsOf(fieldsOf(outcome)['documents']))
  return documents.flatMap(([name, value]) => {
    const label = Object.hasOwn(documentNames, name) ? documentNames[name] : undefined
    return label !== undefined && typeof value === 'string' ? [{ label, value }] : []
  })
}

function factsIn(outcome: unknown): OutcomeTold['facts'] {
  const { export: made, verification, audit, work } = fieldsOf(outcome)
  const [state, branch] = [textIn(made, 'state'), textIn(work, 'branch')]
  const reason = textIn(made, 'reason')
  const issues = listIn(made, 'issues').length
  const [verified, total] = [numberIn(verification, 'verified'), numberIn(verification, 'total')]
  const [read, files] = [numberIn(audit, 'read'), numberIn(audit, 'files')]
  const fact = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }])
  return [
    ...fact(
      'Export',
      state && `${state}${reason ? ` (${reason})` : ''}${issues > 0 ? `, ${issues} issues` : ''}`,
    ),
    ...fact('Branch', branch),
    ...fact('Verified', total === undefined ? undefined : `${verified ?? 0} of ${total} criteria`),
    ...fact('Read', files === undefined ? undefined : `${read ?? 0} of ${files} files`),
  ]
}

function leftOut(outcome: unknown): string[] {
  return listIn(outcome, 'absent').map(
    (one) =>
      `${textIn(one, 'member') ?? ''} was left out in ${textIn(one, 'where') ?? ''}: ${textIn(one, 'reason') ?? ''}`,
  )
}

/** What was committed, and once for each reason that something was not. */
function committed(outcome: unknown): string[] {
  const commits = listIn(outcome, 'commits')
  const made = commits.flatMap((commit) => {
    const [subject, hash] = [textIn(commit, 'subject'), textIn(commit, 'hash')]
    return subject && hash ? [`Committed as ${hash.slice(0, 10)}: ${subject}`] : []
  })
  const reasons = new Set(commits.flatMap((commit) => textIn(commit, 'skipped') ?? []))
  return [...made, ...[...reasons].map((why) => `Not committed: ${why}.`)]
}
