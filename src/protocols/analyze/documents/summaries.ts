// Summaries: what is signed off, in one text that stands by itself. The body is the question's body and the file's, letter for letter.

import { greatest } from '../../../rules/lists.js'
import { bullets, oneLine, paragraph } from '../../../text/embedded.js'
import { tableOf } from '../../../text/table.js'
import type { Domain } from '../names.js'
import type { Artifact } from '../rules/artifacts.js'
import { confidenceOf } from '../rules/evidence.js'
import { byTopic, documentConfidence } from '../rules/inferences.js'
import { type RecordType, recordKinds } from '../rules/record-types.js'
import { acsOf, all, type Entry, one, type Store } from '../rules/records.js'
import { requiredTopics } from '../rules/topics.js'
import { tradeOffs } from './architecture-overview.js'
import { assumptionQuote, type DocumentConfidence, headerOf, overallConfidence } from './artifact.js'
import { blocks, joined, ordered, type Rendering, unlessSame } from './rendering.js'

export interface SummaryInput {
  readonly rendering: Rendering
  readonly folder: string
  /** Files of this domain that are on disk. */
  readonly files: readonly Artifact[]
  /** The assumptions one by one, where the person asked for them. */
  readonly detailed?: boolean
}

export function summaryBody(domain: Domain, input: SummaryInput): string {
  const sections = {
    requirements: requirementsSections,
    architecture: architectureSections,
    design: designSections,
  }[domain]
  const shared: [string, string][] = [
    ['Assumptions and Inferences', assumptions(input, domain)],
    [
      'Artifacts',
      input.files.length === 0 ? 'None.' : bullets(input.files.map((file) => `${input.folder}/${file}`)),
    ],
  ]
  return [...sections(input.rendering), ...shared]
    .map(([title, body]) => `## ${title}\n\n${body || 'None.'}`)
    .join('\n\n')
}

type Sections = (rendering: Rendering) => [string, string][]

const requirementsSections: Sections = (rendering) => {
  const { store, topics, coverage } = rendering
  const problem = one(store, 'problem')?.data
  const frs = all(store, 'fr')
  const rows = frs.map(({ id, data, source }) => [
    id,
    data.title,
    data.priority ?? 'TBD',
    documentConfidence(confidenceOf(source)),
  ])
  const areas = coverage
    .filter(({ criteria_met }) => criteria_met.length > 0)
    .map(
      ({ topic_id, confidence }) =>
        `${topics.find(({ id }) => id === topic_id)?.name ?? topic_id}: ${documentConfidence(confidence)}`,
    )
  return [
    ['Problem', problem === undefined ? '' : problemText(problem)],
    [
      'User Types',
      bullets(
        all(store, 'user-type').map(
          ({ data }) =>
            `${data.name}${bracketed(unlessSame(data.role, data.name))}: ${joined(data.pains, 'no pain named')}`,
        ),
      ),
    ],
    [
      'Functional Requirements',
      frs.length === 0 ? '' : tableOf(['FR', 'Title', 'Priority', 'Confidence'], rows),
    ],
    ['Key Acceptance Criteria', keyCriteria(store)],
    ['Confidence by Area', bullets(areas)],
  ]
}

function bracketed(text: string | undefined): string {
  return text === undefined ? '' : ` (${text})`
}

function problemText({ statement, effect }: { readonly statement: string; readonly effect: string }): string {
  const more = unlessSame(effect, statement)
  return blocks(paragraph(statement), more === undefined ? '' : paragraph(more))
}

/** Those of Must Have requirements first, one of each before a second of any; three to five in all where there are so many. */
function keyCriteria(store: Store): string {
  const frs = all(store, 'fr').filter(({ data }) => data.priority === 'Must Have')
  const lists = (frs.length > 0 ? frs : all(store, 'fr')).map(({ id }) => acsOf(store, id))
  const rounds = greatest(lists.map((list) => list.length))
  const spread = Array.from({ length: rounds }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  return bullets(
    spread
      .slice(0, 5)
      .map(({ id, data }) => `${id}: given ${data.given}, when ${data.when}, then ${data.then}`),
  )
}

const architectureSections: Sections = ({ store }) => {
  const decided = all(store, 'decision').filter(({ data }) => data.selected !== undefined)
  const decisions = decided.map(({ id, data }) => {
    const over = data.options.filter(({ name }) => name !== data.selected).map(({ name }) => name)
    return `${id}: ${data.selected} over ${joined(over, 'nothing else that works')}. ${data.rationale ?? 'No reason is recorded.'}`
  })
  const points = all(store, 'integration').map(
    ({ id, data }) => `${id}: ${data.source} → ${data.target} by ${data.interface} (${data.format})`,
  )
  const zones = all(store, 'risk-zone').map(
    ({ id, data }) =>
      `${id}: ${data.risk} (likelihood ${data.likelihood}, impact ${data.impact}): ${data.mitigation}`,
  )
  return [
    ['Key Decisions', bullets(decisions)],
    ['Trade-offs', bullets(tradeOffs(all(store, 'trade-off')))],
    ['Integration Points', bullets(points)],
    ['Risks', bullets(zones)],
  ]
}

const designSections: Sections = (rendering) => {
  const { store } = rendering
  const modules = all(store, 'module')
  const rows = modules.map(({ id, data }) => [id, data.responsibility, data.size])
  const sequences = all(store, 'sequence').map(({ data }) =>
    blocks(`**${oneLine(data.title).replaceAll('*', '\\*')}**`, ordered(data.steps)),
  )
  return [
    ['Executive Summary', executive(store)],
    ['Modules', modules.length === 0 ? '' : tableOf(['Module', 'Responsibility', 'Estimated Size'], rows)],
    ['Data Flow', bullets(all(store, 'flow').map(({ id, data }) => `${id}: ${data.source} → ${data.sink}`))],
    ['Sequence of Operations', blocks(...sequences)],
    [
      'Interface Contracts',
      bullets(
        all(store, 'interface').map(
          ({ id, data }) =>
            `${id} ${data.signature} → ${data.returns || 'TBD'}; errors: ${joined(data.errors)}`,
        ),
      ),
    ],
  ]
}

function executive(store: Store): string {
  const count = (type: RecordType, word: string) => {
    const number = all(store, type).length
    return `${number} ${word}${number === 1 ? '' : 's'}`
  }
  const parts = [
    count('module', 'module'),
    count('interface', 'interface'),
    count('flow', 'data flow'),
    count('error', 'error'),
  ]
  const open = all(store, 'open-question')
  // A light item has an approach instead of decisions.
  const decided = all(store, 'decision').length === 0 ? '' : ` and ${count('decision', 'decision')}`
  return `The design has ${parts.join(', ')}, for ${count('fr', 'requirement')}${decided}. ${
    open.length === 0
      ? 'No question is open.'
      : `${count('open-question', 'question')} ${open.length === 1 ? 'is' : 'are'} open.`
  }`
}

const domainTopics: Readonly<Record<Domain, readonly string[]>> = {
  requirements: ['problem-discovery', 'requirements-definition'],
  architecture: ['technical-analysis', 'architecture', 'security'],
  design: ['specification'],
}

/** Grouped by topic with a count; one by one on request. */
function assumptions({ rendering: { log, topics }, detailed = false }: SummaryInput, domain: Domain): string {
  const place = (topic: string) => topics.findIndex(({ id }) => id === topic)
  const groups = [...byTopic(log)]
    .filter(([topic]) => isOf(domain, topic))
    .toSorted(([one], [other]) => place(one) - place(other))
  return groups
    .map(([topic, list]) => {
      const name = topics.find(({ id }) => id === topic)?.name ?? topic
      const head = `**${oneLine(name)}**: ${list.length} ${list.length === 1 ? 'assumption' : 'assumptions'}`
      return detailed ? blocks(head, ...list.map(assumptionQuote)) : head
    })
    .join(detailed ? '\n\n' : '\n')
}

/** Topics of the workspace belong to the requirements. */
function isOf(domain: Domain, topic: string): boolean {
  const home =
    (Object.keys(domainTopics) as Domain[]).find((one) => domainTopics[one].includes(topic)) ?? 'requirements'
  return home === domain
}

/** What the person is shown when they ask for the assumptions themselves. */
export function assumptionsText({ log }: Rendering): string {
  return log.open.length === 0
    ? 'Nothing is assumed: all of it was said.'
    : log.open.map(assumptionQuote).join('\n\n')
}

const ownTypes: Readonly<Record<Domain, (type: RecordType) => boolean>> = {
  requirements: (type) => recordKinds[type].owner === 'business-analyst',
  architecture: (type) => recordKinds[type].owner === 'solutions-architect',
  design: (type) => recordKinds[type].owner === 'system-designer',
}

const titles: Readonly<Record<Domain, string>> = {
  requirements: 'Requirements Summary',
  architecture: 'Architecture Summary',
  design: 'Design Summary',
}

/** The file: the header, then the body that was accepted, then what only the end can say. */
export function summaryFile(
  domain: Domain,
  body: string,
  input: SummaryInput & { readonly acceptedAt: string; readonly closing?: string },
): string {
  const { rendering, files, acceptedAt, closing = '' } = input
  const header = headerOf(
    {
      status: 'Accepted',
      confidence: summaryConfidence(rendering, domain),
      coverage: coverageLine(rendering, domain),
      acceptedAt,
      sources: files,
    },
    rendering,
  )
  return `${blocks(`# ${titles[domain]}: ${oneLine(rendering.title)}`, header, body, closing)}\n`
}

/** By the records of its field; of a recorded item, by all. */
export function summaryConfidence({ store }: Rendering, domain?: Domain): DocumentConfidence {
  const entries: readonly Entry[] = [...store.records.values()]
  return overallConfidence(entries.filter(({ type }) => domain === undefined || ownTypes[domain](type)))
}

/** Of what this tier has to know; for a summary, of its own field. */
function coverageLine(rendering: Rendering, domain?: Domain): string {
  const { coverage, topics, tier } = rendering
  const wanted = requiredTopics(tier, topics).filter(({ id }) => domain === undefined || isOf(domain, id))
  const states = wanted.flatMap(({ id, name }) => {
    const found = coverage.find(({ topic_id }) => topic_id === id)
    return found ? [{ name, met: found.criteria_met.length, total: found.criteria_total.length }] : []
  })
  const sum = (of: (one: (typeof states)[number]) => number) => states.reduce((all, one) => all + of(one), 0)
  const total = sum((one) => one.total)
  const names = (some: typeof states) =>
    joined(
      some.map(({ name }) => name),
      'nothing',
    )
  const share = total === 0 ? 100 : Math.round((100 * sum((one) => one.met)) / total)
  const [known, open] = [
    states.filter((one) => one.met >= one.total),
    states.filter((one) => one.met < one.total),
  ]
  return `${share}%; in: ${names(known)}; pending: ${names(open)}`
}

export interface Closing {
  readonly crosscheck: readonly string[]
  readonly known: readonly string[]
  readonly ready: { readonly is: boolean; readonly why: string } | null
  readonly unmet: readonly string[]
}

/** Added to the design summary at the end. */
export function closingSections(store: Store, { crosscheck, known, ready, unmet }: Closing): string {
  const questions = all(store, 'open-question').map(
    ({ id, data }) => `${id}: ${data.question}${data.blocks ? ` (blocks ${data.blocks})` : ''}`,
  )
  const word =
    ready === null ? 'Nobody judged it.' : `${ready.is ? 'Ready' : 'Not ready'}: ${oneLine(ready.why)}`
  return blocks(
    `## Cross-Check Results\n\n${bullets([...crosscheck, ...known.map((issue) => `Known issue: ${issue}`)]) || 'Everything agrees.'}`,
    `## Open Questions\n\n${bullets(questions) || 'None.'}`,
    `## Implementation Readiness\n\n${blocks(word, unmet.length === 0 ? '' : `Not met:\n\n${bullets(unmet)}`)}`,
  )
}

/** A trivial item: what was captured, shortly. */
export function shortMention(rendering: Rendering): string {
  const { store, title } = rendering
  const problem = one(store, 'problem')?.data
  const frs = all(store, 'fr').map(({ id, data }) => `${id}: ${data.title}`)
  return blocks(
    paragraph(`${title} is small enough to be recorded as it is.`),
    problem
      ? paragraph(
          [problem.statement, unlessSame(problem.effect, problem.statement)].filter(Boolean).join(' '),
        )
      : '',
    bullets(frs),
  )
}

export function recordedFile(rendering: Rendering): string {
  const header = headerOf(
    { status: 'Recorded', confidence: summaryConfidence(rendering), coverage: coverageLine(rendering) },
    rendering,
  )
  return `${blocks(`# ${titles.requirements}: ${oneLine(rendering.title)}`, header, shortMention(rendering))}\n`
}
