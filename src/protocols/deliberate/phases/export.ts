// Path E: every item of the plan becomes one issue on GitHub, however often and wherever the export is killed. Where GitHub cannot or may
// not be touched, the issues lie ready as files and the export is left undone.

import { ask } from '../asking.js'
import { withStories } from '../documents/contract-issue.js'
import { type IssueFile, withNumbers } from '../documents/issue-file.js'
import { renderMap, withRow } from '../documents/issue-map.js'
import { contractFile, itemFiles, milestoneTitle } from '../documents/issue-set.js'
import { writeFile } from '../files.js'
import { ghIn } from '../github/gh.js'
import { ensureLabels, ensureMilestone, publishOnce, reviseIssue } from '../github/make.js'
import { holdsBackExport, type Mark, markWords } from '../rules/degraded.js'
import { exportField, issueOf, skippedLine, undoneLine } from '../rules/export.js'
import { labelsOf, type Milestone, sessionLabel } from '../rules/gh.js'
import { inDependencyOrder } from '../rules/plan.js'
import { type ExportedIssue, issuePapers, type Sitting } from '../sitting.js'
import { save } from '../stand.js'
import { keepIssueFile, lookForGitHub, numberIn, openContractIssue } from './contract-issue.js'

/** Why it is undone; null where it is done. */
export async function exportPlan(sitting: Sitting): Promise<string | null> {
  const { meeting } = sitting
  await meeting.phase('export')
  const files = await writeIssueFiles(sitting)
  const allowed = await mayPublish(sitting)
  const reach = await lookForGitHub(sitting, allowed)
  if (reach.kind === 'refused') return leaveUndone(sitting, files.length, reach.reason)
  const { repository } = reach
  const total = files.length
  await meeting.note('export', {
    state: 'begins',
    done: 0,
    total,
    text: `Exporting ${total} issues to ${repository.name}`,
  })
  const milestone = await theMilestone(sitting, repository.name)
  if (milestone === null) return leaveUndone(sitting, total, 'no-permission')
  await publishAll(sitting, files, milestone)
  await finish(sitting, repository.name, milestone)
  return null
}

/** What will be published, on disk before anything is. */
export async function writeIssueFiles(sitting: Sitting): Promise<readonly IssueFile[]> {
  const papers = issuePapers(sitting)
  const files = inDependencyOrder(itemFiles(papers).map((file) => ({ ...file, id: file.item })))
  const contract = contractFile(papers, true)
  const all = [...(contract === null ? [] : [{ ...contract, issue: sitting.stand.contractIssue }]), ...files]
  for (const file of all) await keepIssueFile(sitting, file)
  return files
}

/** A degraded session is published only by somebody who has read its marks. */
async function mayPublish(sitting: Sitting): Promise<boolean> {
  const { marks } = sitting
  if (!holdsBackExport(marks)) return false
  const answer = await ask(sitting, 'export.degraded', {
    title: 'Publish a degraded plan?',
    body: `This session is degraded:\n\n${listed(marks)}\n\nWhoever reads the issues does not see that. Publish them all the same?`,
    effects: { publish: 'makes the issues on GitHub', keep: 'leaves the issue files ready' },
    grave: ['publish'],
  })
  return answer.choose === 'publish'
}

/** Every mark, with what it means. */
function listed(marks: readonly Mark[]): string {
  return marks.map((mark) => `- \`${mark}\`: ${markWords(mark)}`).join('\n')
}

export async function leaveUndone(sitting: Sitting, count: number, reason: string): Promise<string> {
  const { meeting, folder, input } = sitting
  const text = undoneLine(reason, count, folder.replace(/\/$/, ''), input.slug)
  await meeting.note('export', { state: 'undone', reason, done: 0, total: count, text })
  await save(sitting, { export: exportField({ reason }), exported: 'undone' })
  sitting.exportReason = reason
  return reason
}

async function theMilestone(sitting: Sitting, repository: string): Promise<Milestone | null> {
  const title = milestoneTitle(sitting.input.idea)
  const { milestone, warnings } = await sitting.meeting.act('github milestone', (world, signal) =>
    ensureMilestone(ghIn(world, signal), repository, title),
  )
  for (const text of warnings) await sitting.meeting.note('warning', { text })
  return milestone
}

async function publishAll(
  sitting: Sitting,
  files: readonly IssueFile[],
  milestone: Milestone,
): Promise<void> {
  const { meeting, theme, input } = sitting
  const { story, session } = labelsOf(theme.id, input.slug)
  const labelled = await meeting.act('github labels', (world, signal) =>
    ensureLabels(ghIn(world, signal), [story!, session!]),
  )
  for (const text of labelled.warnings) await meeting.note('warning', { text })
  if (sitting.stand.contractIssue === null) await openContractIssue(sitting, milestone.title)
  const before = sitting.texts.get('issues.md')
  await keepMap(sitting, before ?? renderMap(input.idea, sitting.session, milestone.url))
  for (const file of files) await publishItem(sitting, { file, have: labelled.have, total: files.length })
  await listStories(sitting, files)
}

interface Item {
  readonly file: IssueFile
  /** Labels that can be used. */
  readonly have: readonly string[]
  readonly total: number
}

async function publishItem(sitting: Sitting, { file, have, total }: Item): Promise<void> {
  const { meeting, input, theme, exported } = sitting
  const { item, title } = file
  const numbers = new Map(exported.map((issue) => [issue.item, issue.number]))
  const whole: IssueFile = {
    ...file,
    labels: file.labels.filter((label) => have.includes(label)),
    body: withNumbers(file.body, numbers, sitting.stand.contractIssue),
  }
  const label = sessionLabel(theme.id, input.slug)
  const labelled = have.includes(label)
  const made = await meeting.act(`github issue ${item}`, (world, signal) =>
    publishOnce(ghIn(world, signal), {
      session: sitting.session,
      file: whole,
      among: labelled ? { label } : { milestone: whole.milestone! },
      find: (issues, markedOnly) => issueOf(item, sitting.session, issues, labelled && !markedOnly),
    }),
  )
  const { number, url, created } = made
  exported.push({ item, number, url, title, dependsOn: file.dependsOn })
  const waits = file.dependsOn.flatMap((other) => numbers.get(other) ?? [])
  await keepMap(sitting, withRow(sitting.texts.get('issues.md') ?? '', { number, item, title }, waits))
  await keepIssueFile(sitting, { ...whole, issue: url })
  const text = created ? `Created ${title} as #${number}` : skippedLine(item, number)
  const state = created ? 'created' : 'skipped'
  await meeting.note('export', { state, item, issue: number, url, title, done: exported.length, total, text })
}

async function keepMap(sitting: Sitting, text: string): Promise<void> {
  const parts = text.split('\n').slice(0, 1)
  await writeFile(sitting, 'issues.md', text, { parts, as: 'issues' })
}

/** The contract issue lists the stories; an earlier list is replaced. */
async function listStories(sitting: Sitting, files: readonly IssueFile[]): Promise<void> {
  const contract = numberIn(sitting.stand.contractIssue)
  if (contract === null) return
  const order = new Map(files.map(({ item }, at) => [item, at]))
  const stories = sitting.exported.toSorted((one, other) => order.get(one.item)! - order.get(other.item)!)
  await sitting.meeting.act('github stories', (world, signal) =>
    reviseIssue(ghIn(world, signal), contract, (body) => withStories(body, stories)),
  )
}

async function finish(sitting: Sitting, repository: string, milestone: Milestone): Promise<void> {
  const { meeting, exported, documents } = sitting
  const done = exportField({ numbers: exported.map(({ number }) => number), milestone: milestone.title })
  sitting.repository = repository
  sitting.exportReason = null
  await save(sitting, { export: done, exported: 'done' })
  await meeting.note('export', {
    state: 'done',
    done: exported.length,
    total: exported.length,
    url: milestone.url,
    milestone: milestone.title,
    issues: exported.map(told),
    map: documents.get('issues'),
    text: `Exported ${exported.length} issues to ${repository}, milestone ${milestone.title}: ${milestone.url}`,
  })
}

function told({ item, number, url, title, dependsOn }: ExportedIssue) {
  return { item, number, url, title, depends_on: dependsOn }
}
