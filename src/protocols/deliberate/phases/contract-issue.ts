// The contract issue: made once, by the person's word for it or at the start of an export; its boxes follow verification.

import type { VerifyStatus } from '../documents/contract.js'
import { withIssue } from '../documents/contract.js'
import { withTicks } from '../documents/contract-issue.js'
import { type IssueFile, markerOf, renderIssue } from '../documents/issue-file.js'
import { contractFile } from '../documents/issue-set.js'
import { writeFile } from '../files.js'
import { ghIn, reachGitHub } from '../github/gh.js'
import { ensureLabels, type Published, publishOnce, reviseIssue } from '../github/make.js'
import { contractIssueIn, heldBack } from '../rules/export.js'
import { labelsOf } from '../rules/gh.js'
import { issuePapers, type Reached, type Sitting } from '../sitting.js'
import { save } from '../stand.js'

/** Why GitHub is not touched, or where it is. A degraded session starts no `gh`. */
export async function lookForGitHub(sitting: Sitting, allowed = false): Promise<Reached> {
  const reason = heldBack(sitting.marks, allowed)
  sitting.reach =
    reason === null
      ? await sitting.meeting.act('github reach', (world, signal) => reachGitHub(ghIn(world, signal)))
      : { kind: 'refused', reason }
  return sitting.reach
}

/** Makes it, or finds it again. Without its label it could not be found, so it then has the milestone. */
export async function openContractIssue(sitting: Sitting, milestone: string | null = null): Promise<void> {
  const file = contractFile(issuePapers(sitting), true)
  if (file === null) return
  const { meeting, theme, input } = sitting
  await keepIssueFile(sitting, file)
  const made = await meeting.act('github contract', async (world, signal) => {
    const github = ghIn(world, signal)
    const { contract, tracking } = labelsOf(theme.id, input.slug)
    const { have, warnings } = await ensureLabels(github, [contract!, tracking!])
    const tracked = have.includes('tracking')
    if (!tracked && milestone === null) return { issue: null, warnings }
    const issue = await publishOnce(github, {
      session: sitting.session,
      file: { ...file, labels: have, milestone: tracked ? null : milestone },
      among: tracked ? { label: 'tracking' } : { milestone: milestone! },
      find: (issues) => contractIssueIn(sitting.session, issues),
    })
    return { issue, warnings }
  })
  for (const text of made.warnings) await meeting.note('warning', { text })
  if (made.issue === null)
    await meeting.note('warning', { text: 'The contract issue is not made: its label cannot be had.' })
  else await keepContractIssue(sitting, file, made.issue)
}

async function keepContractIssue(sitting: Sitting, file: IssueFile, { url, number, created }: Published) {
  await keepIssueFile(sitting, { ...file, issue: url })
  const contract = sitting.texts.get('acceptance-contract.md')
  if (contract !== undefined) await writeContract(sitting, withIssue(contract, url))
  await save(sitting, { contractIssue: url })
  const text = created ? `Created ${file.title} as #${number}` : `${file.title} is #${number}`
  await sitting.meeting.note('export', {
    state: created ? 'created' : 'skipped',
    item: 'contract',
    issue: number,
    url,
    title: file.title,
    done: 0,
    total: 0,
    text,
  })
}

/** The boxes as verification left them. A session that is held back ticks none. */
export async function tickBoxes(
  sitting: Sitting,
  rows: readonly { readonly id: string; readonly status: VerifyStatus }[],
): Promise<void> {
  const number = numberIn(sitting.stand.contractIssue)
  if (number === null || heldBack(sitting.marks, false) !== null) return
  await sitting.meeting.act('github boxes', (world, signal) =>
    reviseIssue(ghIn(world, signal), number, (body) => withTicks(body, rows)),
  )
}

/** The number at the end of an issue's address. */
export function numberIn(url: string | null): number | null {
  const number = /\/issues\/(\d+)$/.exec(url ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

export async function writeContract(sitting: Sitting, text: string): Promise<void> {
  const parts = text.split('\n').filter((line) => line.startsWith('#'))
  await writeFile(sitting, 'acceptance-contract.md', text, { parts, as: 'contract' })
}

export async function keepIssueFile(sitting: Sitting, file: IssueFile): Promise<void> {
  const { session } = sitting
  const parts = [markerOf(session, file.item)]
  await writeFile(sitting, `issues/${file.item}.md`, renderIssue(session, file), { parts })
}
