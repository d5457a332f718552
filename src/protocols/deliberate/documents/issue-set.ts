// All issues of a session, made from its papers as they lie there: stories of a PRD with their contract and plan, or the tasks of a list.

import { shortened } from '../../../text/excerpts.js'
import { sessionLabel } from '../rules/gh.js'
import { criteriaIn, gatesIn } from './contract.js'
import { contractIssue } from './contract-issue.js'
import { type IssueFile, issueTitle, readIssue, storyBody, taskBody } from './issue-file.js'
import { type ReadStory, readPlan, storiesIn, tasksIn } from './prd.js'
import { sectionOf } from './sections.js'
import { oneLine } from './text.js'

export interface IssuePapers {
  readonly idea: string
  readonly session: string
  readonly slug: string
  readonly themeId: string
  /** The session's folder, with `/` at its end. */
  readonly folder: string
  /** Texts by their path below that folder. */
  readonly texts: ReadonlyMap<string, string>
}

/** Titles of milestones are cut as those of issues. */
export function milestoneTitle(idea: string): string {
  return shortened(oneLine(idea), 240)
}

/** Null without a contract. Addresses that are known stay. */
export function contractFile(
  papers: IssuePapers,
  ticks: boolean,
  replaces: string | null = null,
): IssueFile | null {
  const contract = papers.texts.get('acceptance-contract.md')
  if (contract === undefined) return null
  const { idea, session, folder } = papers
  const [gates, rows] = [gatesIn(contract), criteriaIn(contract)]
  const path = `${folder}acceptance-contract.md`
  return contractIssue({ idea, session, path, gates, rows, replaces }, ticks)
}

/** In the order of the papers. None where there is no plan. */
export function itemFiles(papers: IssuePapers): IssueFile[] {
  const prd = papers.texts.get('prd.md')
  return prd === undefined ? taskFiles(papers) : storyFiles(papers, prd)
}

function storyFiles(papers: IssuePapers, prd: string): IssueFile[] {
  const plan = readPlan(papers.texts.get('plan.md') ?? '')
  const storyOf = new Map(plan.map(({ task, story }) => [task, story]))
  const stories = storiesIn(prd)
  const criteria = criteriaOf(papers, stories)
  const technicalNotes = sectionOf(prd, 'Technical Notes') ?? ''
  return stories.map((story) => {
    const waits = plan.find((row) => row.story === story.id)?.dependsOn ?? []
    const dependsOn = waits
      .map((id) => storyOf.get(id) ?? id)
      .filter((id) => stories.some((other) => other.id === id))
    const own = criteria
      .filter((criterion) => criterion.story === story.id)
      .map((one) => ({ ...one, scenario: story.scenarios[story.boxes.indexOf(one.words)] ?? '' }))
    const body = storyBody({
      session: papers.session,
      description: story.description,
      criteria: own,
      technicalNotes,
      dependsOn,
    })
    return fileOf(papers, { item: story.id, title: story.title, labels: ['user-story'], dependsOn, body })
  })
}

/** The contract's, else the boxes of the PRD, numbered through. */
function criteriaOf({ texts }: IssuePapers, stories: readonly ReadStory[]) {
  const contract = texts.get('acceptance-contract.md')
  if (contract !== undefined) return criteriaIn(contract)
  let counted = 0
  return stories.flatMap(({ id: story, boxes }) =>
    boxes.map((words) => ({
      id: `AC-${String(++counted).padStart(3, '0')}`,
      story,
      words,
      method: '—',
      test: '—',
    })),
  )
}

function taskFiles(papers: IssuePapers): IssueFile[] {
  const overview = sectionOf(papers.texts.get('design-sketch.md') ?? '', 'Overview') ?? ''
  return tasksIn(papers.texts.get('plan.md') ?? '').map(({ id, title, description }) => {
    const body = taskBody(papers.session, description, overview)
    return fileOf(papers, { item: id, title, labels: [], dependsOn: [], body })
  })
}

function fileOf(
  { idea, session, slug, themeId, texts }: IssuePapers,
  issue: Pick<IssueFile, 'item' | 'title' | 'labels' | 'dependsOn' | 'body'>,
): IssueFile {
  const before = readIssue(texts.get(`issues/${issue.item}.md`) ?? '', issue.item)
  return {
    ...issue,
    title: issueTitle(issue.item, issue.title),
    labels: [...issue.labels, sessionLabel(themeId, slug)],
    milestone: milestoneTitle(idea),
    issue: before?.body.includes(`Session: \`${session}\``) ? before.issue : null,
  }
}
