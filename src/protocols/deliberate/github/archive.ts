// Whole sessions and contracts as issues, for the commands that manage sessions: outside any meeting, and only by the person's word.

import { type ArchiveParts, archiveTitle, renderArchive } from '../documents/archive.js'
import { withIssue, withResults } from '../documents/contract.js'
import { hasMarker, type IssueFile } from '../documents/issue-file.js'
import { contractFile, type IssuePapers, milestoneTitle } from '../documents/issue-set.js'
import { holdsBackExport, type Mark } from '../rules/degraded.js'
import { contractIssueIn, type Refusal } from '../rules/export.js'
import { gh, issuesIn, labelsOf } from '../rules/gh.js'
import { type Gh, reachGitHub } from './gh.js'
import { ensureLabels, publish, publishOnce } from './make.js'

export type Refused = { readonly kind: 'refused'; readonly reason: Refusal | 'no-permission' | 'no-contract' }

export interface ArchiveAsk {
  readonly session: string
  readonly slug: string
  readonly themeId: string
  readonly themeName: string
  readonly idea: string
  readonly marks: readonly Mark[]
  readonly parts: ArchiveParts
}

export interface ArchiveFile {
  readonly file: IssueFile
  /** What was left out or shortened for the service's limit. */
  readonly cut: readonly string[]
}

/** What an archive would hold; the title says that a session is degraded. */
export function archiveFile({ themeId, themeName, idea, marks, parts }: ArchiveAsk): ArchiveFile {
  const { archive, documentation } = labelsOf(themeId, '')
  const { body, cut } = renderArchive(parts)
  const title = archiveTitle(themeName, milestoneTitle(idea), holdsBackExport(marks))
  const labels = [archive!.name, documentation!.name]
  return { file: { item: 'archive', title, labels, milestone: null, dependsOn: [], issue: null, body }, cut }
}

export type Archived =
  | Refused
  | {
      readonly kind: 'archived'
      readonly number: number
      readonly url: string
      /** False: there was one, and it stays as it is. */
      readonly created: boolean
      readonly cut: readonly string[]
      readonly warnings: readonly string[]
    }

/** Safe to run again: an archive that exists is given, not made again. */
export async function publishArchive(github: Gh, ask: ArchiveAsk): Promise<Archived> {
  const reach = await reachGitHub(github)
  if (reach.kind === 'refused') return reach
  const { file, cut } = archiveFile(ask)
  const { archive, documentation } = labelsOf(ask.themeId, '')
  const { have, warnings } = await ensureLabels(github, [archive!, documentation!])
  // Without a label it could not be found again, and a second run would make a second one.
  const label = [archive!, documentation!].find(({ name }) => have.includes(name))?.name
  if (label === undefined) return { kind: 'refused', reason: 'no-permission' }
  const made = await publishOnce(github, {
    session: ask.session,
    file: { ...file, labels: have },
    among: { label },
    find: (issues) => issues.find(({ body }) => hasMarker(body, ask.session, 'archive')),
  })
  return { kind: 'archived', ...made, cut, warnings }
}

export interface LockAsk {
  readonly papers: IssuePapers
  readonly marks: readonly Mark[]
}

export type Locked =
  | Refused
  | {
      readonly kind: 'locked'
      readonly number: number
      readonly url: string
      readonly replaces: string | null
      /** The contract with its progress counted anew and the issue's address. */
      readonly contract: string
      readonly warnings: readonly string[]
    }

/** What the new contract issue would hold; boxes of a degraded session are not ticked. */
export function lockFile({ papers, marks }: LockAsk, replaces: string | null): IssueFile | null {
  return contractFile(papers, !holdsBackExport(marks), replaces)
}

/** Makes the contract issue anew, with the boxes as they stand; of several the newest counts. */
export async function lockContract(github: Gh, ask: LockAsk): Promise<Locked> {
  const { papers } = ask
  const contract = papers.texts.get('acceptance-contract.md')
  if (contract === undefined) return { kind: 'refused', reason: 'no-contract' }
  const reach = await reachGitHub(github)
  if (reach.kind === 'refused') return reach
  const { contract: own, tracking } = labelsOf(papers.themeId, papers.slug)
  const { have, warnings } = await ensureLabels(github, [own!, tracking!])
  if (!have.includes('tracking')) return { kind: 'refused', reason: 'no-permission' }
  const issues = await github.must(gh.issues({ label: 'tracking' }), issuesIn)
  const replaces = contractIssueIn(papers.session, issues)?.url ?? null
  const counted = withResults(contract, new Map())
  const file = lockFile(ask, replaces)!
  const { number, url } = await publish(github, papers.session, { ...file, labels: have })
  return { kind: 'locked', number, url, replaces, contract: withIssue(counted, url), warnings }
}
