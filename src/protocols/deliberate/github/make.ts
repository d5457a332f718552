// What is made on GitHub: milestone, labels, issues. Everything is looked for first, so that each can be run again and makes nothing twice.

import type { IssueFile } from '../documents/issue-file.js'
import { publishedBody } from '../documents/issue-file.js'
import { milestoneStep } from '../rules/export.js'
import {
  alreadyExists,
  createdIn,
  type GhIssue,
  gh,
  issueIn,
  issuesIn,
  type Label,
  type Milestone,
  milestonesIn,
} from '../rules/gh.js'
import { type Gh, lastLine } from './gh.js'

/** The open milestone of this title; null where there is none and none can be made. */
export async function ensureMilestone(
  github: Gh,
  repository: string,
  title: string,
): Promise<{ readonly milestone: Milestone | null; readonly warnings: readonly string[] }> {
  const list = () => github.must(gh.milestones(repository), milestonesIn)
  const step = milestoneStep(title, await list())
  if (step.kind === 'use') return { milestone: step.milestone, warnings: [] }
  const call =
    step.kind === 'create'
      ? gh.newMilestone(repository, title)
      : gh.reopenMilestone(repository, step.milestone.number)
  const { code, stdout, stderr } = await github.attempt(call)
  const fine = code === 0 || alreadyExists(`${stdout}${stderr}`)
  const again = milestoneStep(title, await list())
  return {
    milestone: again.kind === 'use' ? again.milestone : null,
    warnings: fine ? [] : [`The milestone could not be made: ${lastLine(stderr)}`],
  }
}

export interface Labelled {
  /** Names of labels that can be used. */
  readonly have: readonly string[]
  readonly warnings: readonly string[]
}

/** Labels that exist are left as they are; one that cannot be made is left off. */
export async function ensureLabels(github: Gh, labels: readonly Label[]): Promise<Labelled> {
  const have: string[] = []
  const warnings: string[] = []
  for (const label of labels) {
    const { code, stdout, stderr } = await github.attempt(gh.label(label))
    if (code === 0 || alreadyExists(`${stdout}${stderr}`)) have.push(label.name)
    else warnings.push(`The label ${label.name} cannot be made and is left off: ${lastLine(stderr)}`)
  }
  return { have, warnings }
}

export interface Published {
  readonly number: number
  readonly url: string
  /** False: it was there. */
  readonly created: boolean
}

export interface Publishing {
  readonly session: string
  readonly file: IssueFile
  /** The issues among which it would be, and how it is known. */
  readonly among: { readonly label: string } | { readonly milestone: string }
  /** `markedOnly`: these are any issues of the repository, so that nothing but a marker proves which is meant. */
  find(issues: readonly GhIssue[], markedOnly: boolean): GhIssue | undefined
}

/**
 * Looks for the issue and makes it where it is missing, as one step: a crash between an issue and its record makes no second one. What was
 * made a moment ago may not yet be in the list by label, so the newest are looked at, too.
 */
export async function publishOnce(
  github: Gh,
  { session, file, among, find }: Publishing,
): Promise<Published> {
  const listed = find(await github.must(gh.issues(among), issuesIn), false)
  const found = listed ?? find(await github.must(gh.newest, issuesIn), true)
  if (found !== undefined) return { number: found.number, url: found.url, created: false }
  return { ...(await publish(github, session, file)), created: true }
}

export async function publish(github: Gh, session: string, file: IssueFile) {
  const { title, labels, milestone } = file
  return github.must(gh.newIssue({ title, labels, milestone, body: publishedBody(session, file) }), createdIn)
}

/** Changes the body of an issue as it stands; nothing is sent where nothing changes. */
export async function reviseIssue(
  github: Gh,
  number: number,
  change: (body: string) => string,
): Promise<boolean> {
  const { body } = await github.must(gh.issue(number), issueIn)
  const changed = change(body)
  if (changed === body) return false
  await github.must(gh.editIssue(number, changed), () => true)
  return true
}
