// An export with --dry-run: everything that would be made is said, with what is there already left out; nothing is changed anywhere.

import type { IssueFile } from '../documents/issue-file.js'
import { milestoneTitle } from '../documents/issue-set.js'
import { type Gh, ghIn } from '../github/gh.js'
import { issueOf, milestoneStep } from '../rules/export.js'
import { gh, issuesIn, labelsOf, milestonesIn, sessionLabel } from '../rules/gh.js'
import type { Reached, Sitting } from '../sitting.js'

/** One note a creation, skip, label and milestone. Without GitHub everything would be made. */
export async function rehearseExport(
  sitting: Sitting,
  files: readonly IssueFile[],
  reach: Reached,
): Promise<void> {
  const { meeting, theme, input } = sitting
  const title = milestoneTitle(input.idea)
  const label = sessionLabel(theme.id, input.slug)
  const known =
    reach.kind === 'refused'
      ? { milestone: 'create' as const, found: {} }
      : await meeting.act('github look', (world, signal) =>
          lookAround(ghIn(world, signal), {
            repository: reach.repository.name,
            title,
            label,
            files,
            session: sitting.session,
          }),
        )
  const say = (text: string, more: Readonly<Record<string, unknown>> = {}) =>
    meeting.note('export', { state: 'dry-run', done: 0, total: files.length, ...more, text })
  await say(`would ${known.milestone} the milestone ${title}`)
  const { story, session } = labelsOf(theme.id, input.slug)
  for (const { name } of [story!, session!]) await say(`would ensure the label ${name}`)
  if (sitting.texts.has('acceptance-contract.md') && sitting.stand.contractIssue === null)
    await say('would create the contract issue', { item: 'contract' })
  const numbers: Readonly<Record<string, number>> = known.found
  for (const { item, title: name } of files) {
    const number = numbers[item]
    await say(number === undefined ? `would create ${name}` : `would skip [${item}], which is #${number}`, {
      item,
    })
  }
}

interface Looking {
  readonly repository: string
  readonly title: string
  readonly label: string
  readonly session: string
  readonly files: readonly IssueFile[]
}

async function lookAround(github: Gh, { repository, title, label, session, files }: Looking) {
  const step = milestoneStep(title, await github.must(gh.milestones(repository), milestonesIn))
  const issues = await github.must(gh.issues({ label }), issuesIn)
  const found: Record<string, number> = {}
  for (const { item } of files) {
    const issue = issueOf(item, session, issues, true)
    if (issue) found[item] = issue.number
  }
  return { milestone: step.kind, found }
}
