// Confirming: the scope, the cross-check, and one sign-off after the other, until all are accepted or the person stops.

import type { Answer, Question } from '../../kernel/question.js'
import { type Analysis, beginExchange, renderingNow, teamRoles, tierOf } from './analysis.js'
import { checkpoint } from './checkpoints.js'
import { artifactParts, isMarkdown, pendingTitle, unknownSections } from './documents/artifact.js'
import type { KeptFile } from './documents/kept.js'
import { itemsIn, sectionNamed } from './documents/reading.js'
import { matrixIn } from './documents/stories.js'
import { assumptionsText, shortMention, summaryBody } from './documents/summaries.js'
import { hear } from './hearing.js'
import { seeEdits } from './looking.js'
import type { Domain, Role } from './names.js'
import { promptOf } from './prompts/frame.js'
import { crosscheckPrompt } from './prompts/work.js'
import { exitQuestion, replyQuestion, scopeQuestion, signoffQuestion, spokenAnswer } from './questions.js'
import { type Artifact, isArtifact } from './rules/artifacts.js'
import { fixedQuestion } from './rules/checks.js'
import {
  applicableDomains,
  type ConfirmationEvent,
  confirmed,
  isResolvable,
  presentedDomain,
  presentedSoFar,
  sourcesOf,
} from './rules/confirmation.js'
import { crosschecked, crosscheckSentence, type Issue } from './rules/crosscheck.js'
import { confirmsStop, intentOf, onlyGoesOn, wantsToStop } from './rules/intent.js'
import { labelOf, shownName } from './rules/labels.js'
import { applied } from './rules/records.js'
import { proposalFrom, settledScope, tierDomains } from './rules/tiers.js'
import { Crosscheck, type Spoken } from './schemas.js'
import { show, takeTurn } from './turns.js'
import { writeDue } from './writing.js'

/** Asks, and keeps the words as the person's message. Null: the person stops here. */
export async function heed(analysis: Analysis, question: Question): Promise<Answer | null> {
  for (;;) {
    await checkpoint(analysis)
    const answer = await unlessStopped(analysis, question)
    if (answer === 'stops') return null
    if (answer === 'goes on') continue
    const words = spokenAnswer(question, answer)
    analysis.messages.push(words)
    if (question.id !== 'reply') analysis.askedAside.set(analysis.messages.length, question.title)
    analysis.isFresh = false
    analysis.unanswered++
    analysis.thread.push(`The person: ${words}`)
    return answer
  }
}

/** Whoever seems to want to stop is asked; words that neither stop nor go on answer what was asked before. */
async function unlessStopped(analysis: Analysis, question: Question): Promise<Answer | 'stops' | 'goes on'> {
  const answer = await analysis.meeting.ask(question)
  if (answer.text === undefined || !wantsToStop(answer.text)) return answer
  const { text, ...said } = await analysis.meeting.ask(exitQuestion())
  if (text === undefined ? said.choose === 'stop' : confirmsStop(text)) {
    await move(analysis, { kind: 'exit' })
    return 'stops'
  }
  if (text === undefined || onlyGoesOn(text)) return 'goes on'
  return { ...said, text, question: question.id, choose: answer.choose }
}

export async function move(analysis: Analysis, event: ConfirmationEvent): Promise<void> {
  const before = analysis.confirmation
  const after = confirmed(before, event)
  if (after === null) throw new Error(`There is no way from ${before.state} by "${event.kind}".`)
  if (event.kind === 'exit') analysis.leftAt = before.state
  analysis.confirmation = after
  if (after.state === before.state && event.kind !== 'exit') return
  const { accepted, applicable, amendment_cycles, state } = after
  await analysis.meeting.note('state', {
    from: before.state,
    event: event.kind,
    to: state,
    domain: presentedDomain(after),
    accepted,
    applicable,
    amendment_cycles,
  })
}

/** The tier, where it is still open. False: the person stopped. */
export async function settleScope(analysis: Analysis): Promise<boolean> {
  if (analysis.input.tier !== null || analysis.scope !== null) return true
  const reading = analysis.scan?.reading ?? null
  const proposal = proposalFrom(reading)
  const question = scopeQuestion(proposal, {
    modules: reading?.modules ?? [],
  })
  beginExchange(analysis)
  await showScope(analysis, question)
  const answer = await heed(analysis, question)
  if (answer === null) return false
  analysis.scope = settledScope(proposal, answer)
  if (!analysis.scope.user_confirmed) analysis.degraded.add('unconfirmed-scope')
  return true
}

/** The question that follows has it whole. */
async function showScope({ meeting, exchange }: Analysis, { title, body }: Question): Promise<void> {
  const question = { role: 'business-analyst', kind: 'confirm', text: title, targets: [] }
  await meeting.note('shown', { exchange, kind: 'scope', voices: [], question, text: `${body}\n\n${title}` })
}

export async function crosscheck(analysis: Analysis, run: 'first' | 'amend' | 'final'): Promise<void> {
  const { meeting } = analysis
  const before = issuesIn(analysis)
  const said = run === 'final' ? [] : await issuesSaid(analysis)
  const fixes = said.flatMap(({ fix }) => fix ?? [])
  const fixed = applied(analysis.store, fixes, { exchange: analysis.exchange, keepSource: true })
  analysis.store = fixed.store
  const left = issuesIn(analysis)
  const open =
    run === 'final'
      ? analysis.saidIssues
      : said.filter(({ fix }) => fix === undefined || !fixed.accepted.includes(fix))
  analysis.saidIssues = open
  const words = (issue: Issue) => wordsOf(analysis, issue)
  const known = [...new Set([...left, ...open].map(words))]
  const corrected = [
    ...before.filter((one) => !left.some((other) => words(other) === words(one))).map(words),
    ...fixed.accepted.map(({ id }) => id ?? ''),
  ]
  analysis.checkedIssues = known
  analysis.corrected.push(...corrected.filter((what) => !analysis.corrected.includes(what)))
  await meeting.note('crosscheck', {
    run,
    found: [
      ...before,
      ...(run === 'final' ? open : said).map(({ check, where, what }) => ({ check, where, what })),
    ],
    corrected,
    known,
  })
  if (run !== 'final')
    await meeting.note('notice', { degree: 'INFO', text: crosscheckSentence(corrected.length, known) })
  if (fixed.accepted.length > 0) await writeDue(analysis)
}

type SaidIssue = Crosscheck['issues'][number]

/** What contradicts in meaning: the lead's word, in a team that of each for what is its own. */
async function issuesSaid(analysis: Analysis): Promise<readonly SaidIssue[]> {
  const files = [...analysis.written]
    .filter(([file]) => file.endsWith('.md'))
    .map(([artifact, text]) => ({ artifact, text }))
  if (files.length === 0) return []
  const records = [...analysis.store.records.values()]
    .map((entry) => `${entry.id} (${entry.type}): ${labelOf(entry).slice(0, 80)}`)
    .join('\n')
  const ask = (role: Role | null, via = analysis.meeting) =>
    hear(
      analysis,
      'analyze.crosscheck',
      promptOf(crosscheckPrompt(analysis.table, files, records, role)),
      Crosscheck,
      { role, via },
    )
  const team = teamRoles(analysis)
  if (team.length === 0) return (await ask(null))?.issues ?? []
  const replies = await analysis.meeting.together(
    Object.fromEntries(team.map((role) => [role, (branch) => ask(role, branch)])),
  )
  return team.flatMap((role) =>
    (replies[role]?.issues ?? []).map(({ fix, ...issue }) => (fix?.by === role ? { ...issue, fix } : issue)),
  )
}

/** By the name that a reader of the documents knows. */
function wordsOf({ store }: Analysis, { where, what }: Issue): string {
  const entry = store.records.get(where)
  return `${entry === undefined ? where : shownName(entry)}: ${what}`
}

function issuesIn(analysis: Analysis): Issue[] {
  const { store, kept, written } = analysis
  const texts = [...kept].map(
    ([file, text]) => [file, written.has(file) ? ownText(file, text) : wholeText(text)] as const,
  )
  const matrix = written.get('traceability-matrix.csv')
  return crosschecked({
    store,
    tier: tierOf(analysis),
    kept: new Map(texts),
    matrix: matrix === undefined ? null : matrixIn(matrix),
    files: new Map(
      [...written].filter(([file]) => file.endsWith('.md')).map(([file, text]) => [file, sectionsIn(text)]),
    ),
  })
}

function wholeText({ preamble, sections }: KeptFile): string {
  return [preamble, ...sections.map(({ body }) => body)].join('\n')
}

/** What stays of a file that is rendered: the person's own sections. */
function ownText(file: string, text: KeptFile): string {
  if (!isArtifact(file) || !isMarkdown(file)) return ''
  return wholeText({ ...text, sections: unknownSections(artifactParts[file].parts, text) })
}

function sectionsIn(text: string): { readonly text: string; readonly pending: readonly string[] } {
  const listed = itemsIn(sectionNamed(text, pendingTitle))
  return { text, pending: listed.map((item) => item.split(': ')[0] ?? '') }
}

/** From the first sign-off to the last. Comes back when it is over, by acceptance, exit or for want of anything to sign. */
export async function signOff(analysis: Analysis): Promise<void> {
  await crosscheck(analysis, 'first')
  await nameUnsigned(analysis)
  await move(analysis, { kind: 'ready', tier: tierOf(analysis), applicable: applicableNow(analysis) })
  if (analysis.confirmation.state === 'TRIVIAL_SHOW') {
    const mention = shortMention(renderingNow(analysis, ''))
    await analysis.meeting.note('shown', {
      exchange: analysis.exchange,
      kind: 'trivial',
      voices: [],
      question: null,
      text: mention,
    })
    await move(analysis, { kind: 'mentioned' })
  }
  for (
    let domain = presentedDomain(analysis.confirmation);
    domain !== null;
    domain = presentedDomain(analysis.confirmation)
  )
    await present(analysis, domain)
}

/** What this tier would have signed off and cannot, for want of a document. */
async function nameUnsigned(analysis: Analysis): Promise<void> {
  const there = applicableNow(analysis)
  for (const domain of tierDomains[tierOf(analysis)].filter((one) => !there.includes(one)))
    await analysis.meeting.note('notice', {
      degree: 'WARNING',
      text: `There is no ${domain} to sign off: too little is known for its documents.`,
    })
}

function applicableNow(analysis: Analysis): Domain[] {
  return applicableDomains(tierOf(analysis), (file) => analysis.written.has(file))
}

async function present(analysis: Analysis, domain: Domain): Promise<void> {
  const body = bodyOf(analysis, domain)
  beginExchange(analysis)
  await noteSummary(analysis, domain, body, false)
  for (;;) {
    const answer = await heed(analysis, signoffQuestion(domain, body))
    if (answer === null) return
    const edited = (await seeEdits(analysis)).filter((file) => sourcesOf(domain).includes(file as Artifact))
    if (edited.length > 0) {
      await analysis.meeting.note('notice', {
        degree: 'INFO',
        text: `${edited.join(', ')} was edited after this summary was made, so it cannot be accepted as it stands.`,
      })
      return amend(analysis, domain)
    }
    const intent =
      answer.text === undefined
        ? { kind: answer.choose as 'accept' | 'amend' }
        : intentOf(answer.text, presentedSoFar(analysis.confirmation))
    if (intent.kind === 'accept') return move(analysis, { kind: 'accept' })
    if (intent.kind !== 'revisit') return amend(analysis, domain)
    analysis.unanswered = 0
    if (intent.revisit.kind === 'summary')
      await noteSummary(analysis, intent.revisit.domain, bodyOf(analysis, intent.revisit.domain), true)
    else
      await analysis.meeting.note('notice', {
        degree: 'INFO',
        text: assumptionsText(renderingNow(analysis, '')),
      })
  }
}

/** Built once, and the same letters in the question and in the file. */
function bodyOf(analysis: Analysis, domain: Domain): string {
  const cached = analysis.summaries.get(domain)
  if (cached !== undefined) return cached
  const files = domainFiles(domain).filter((file) => analysis.written.has(file))
  const body = summaryBody(domain, { rendering: renderingNow(analysis, ''), folder: analysis.folder, files })
  analysis.summaries.set(domain, body)
  return body
}

export function domainFiles(domain: Domain): readonly Artifact[] {
  if (domain === 'requirements')
    return ['requirements-spec.md', 'user-stories.json', 'traceability-matrix.csv']
  return domain === 'architecture'
    ? ['architecture-overview.md', 'impact-analysis.md']
    : ['module-design.md', 'interface-spec.md', 'data-flow.md', 'error-taxonomy.md']
}

async function noteSummary(analysis: Analysis, domain: Domain, body: string, again: boolean): Promise<void> {
  const { meeting, exchange, names } = analysis
  const role =
    domain === 'requirements'
      ? 'business-analyst'
      : domain === 'architecture'
        ? 'solutions-architect'
        : 'system-designer'
  const name = names[role]
  await meeting.note('summary', { exchange, domain, role, name, again, sha256: meeting.digest(body) })
  if (again) await meeting.note('notice', { degree: 'INFO', text: body })
}

/** Roles that nobody waits for: without a persona. */
function unheardOf({ input }: Analysis): Role[] {
  return input.seats.filter((seat) => seat.missing).map(({ id }) => id)
}

/** Null: the person stopped it. Where nothing more may be spent, the meeting pauses until that is changed. */
async function amendTurn(analysis: Analysis, domain: Domain): Promise<Spoken | null> {
  for (;;) {
    const spoken = await takeTurn(analysis, 'amend', domain)
    if (spoken !== null || !analysis.degraded.has('ceiling')) return spoken
    await analysis.meeting.pause(
      `The limit on what this meeting may spend is reached, so nothing can be amended. Raise it: parley resume ${analysis.meeting.id} --token-ceiling N`,
    )
    analysis.degraded.delete('ceiling')
  }
}

/** Ordinary conversation in which all three speak, until what was to be changed is settled; then everything is presented anew. */
async function amend(analysis: Analysis, domain: Domain): Promise<void> {
  await move(analysis, { kind: 'amend' })
  analysis.summaries.clear()
  for (;;) {
    await seeEdits(analysis)
    const spoken = await amendTurn(analysis, domain)
    if (spoken === null) {
      if ((await heed(analysis, replyQuestion(analysis.lastQuestion?.text ?? fixedQuestion))) === null) return
      continue
    }
    await move(analysis, { kind: 'turn', roles: spoken.contributions.map(({ role }) => role) })
    const missing = unheardOf(analysis)
    const isSettled = analysis.resolved && isResolvable(analysis.confirmation, missing)
    await show(analysis, spoken, { kind: 'amend', withQuestion: !isSettled })
    await writeDue(analysis)
    if (isSettled) {
      await crosscheck(analysis, 'amend')
      return move(analysis, { kind: 'resolved', applicable: applicableNow(analysis), missing })
    }
    analysis.lastQuestion = spoken.question
    if ((await heed(analysis, replyQuestion(spoken.question.text))) === null) return
    analysis.answered.push(spoken.question)
    await move(analysis, { kind: 'reply' })
  }
}
