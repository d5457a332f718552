// `--archive` and `--lock`: a session, or its contract, as an issue. Both are the person's word for exactly that; deleting is asked for.

import type { Calling, DeedDone } from '../../manifest.js'
import { readFolder } from '../before/folder.js'
import { canArchive } from '../documents/archive.js'
import { renderIssue } from '../documents/issue-file.js'
import {
  type ArchiveAsk,
  type LockAsk,
  lockContract,
  lockFile,
  publishArchive,
  type Refused,
} from '../github/archive.js'
import { ghIn } from '../github/gh.js'
import { reachText } from '../rules/export.js'
import { touchpoint } from '../touchpoints.js'
import { named, refused } from './choose.js'
import { removeSession } from './remove.js'
import { keepHead, type Session, type Sessions } from './sessions.js'

export async function archive(sessions: Sessions, slug: string, calling: Calling): Promise<DeedDone> {
  const chosen = await named(sessions, calling, slug)
  if (chosen.kind === 'done') return chosen.done
  const { entry } = chosen
  if (entry.head.archived !== null) return archivedBefore(entry, entry.head.archived)
  const look = await archiveAsk(sessions, entry)
  if (typeof look === 'string') return refused(`${entry.id} cannot be archived: ${look}.`)
  const made = await publishArchive(ghIn(sessions.around.world), look)
  if (made.kind === 'refused') return refused(`${entry.id} cannot be archived: ${whyNot(made)}.`)
  for (const warning of made.warnings) calling.tell(warning)
  if (made.cut.length > 0)
    calling.tell(`The archive is shortened, since GitHub takes no more: ${made.cut.join('; ')}.`)
  await keepHead(sessions, entry, { archived: made.url, status: 'archived' })
  const gone = await mayDelete(sessions, entry, made.url, calling)
  if (gone) await forget(sessions, entry, calling)
  const text = `${made.created ? 'Archived as' : 'The archive is'} ${made.url}${gone ? '; its files are deleted' : ''}`
  const event = { type: 'archived', id: entry.id, url: made.url, cut: made.cut, deleted: gone }
  return { kind: 'done', text, events: [event], exit: 0 }
}

/** What is archived, or why nothing can be. */
export async function archiveAsk({ around, theme }: Sessions, entry: Session): Promise<ArchiveAsk | string> {
  const { files } = await readFolder(around, theme, entry.id)
  const { head } = entry
  if (!canArchive(files.keys())) return 'it has no design, sketch, notes or report yet'
  return {
    session: entry.id,
    slug: entry.slug,
    themeId: theme.id,
    themeName: theme.name,
    idea: (await around.scrub(entry.idea)).text,
    marks: head.degraded,
    parts: {
      date: head.date,
      agents: entry.agents,
      skills: head.skills.flatMap(({ agent, skills }) => skills.map((skill) => `${agent}/${skill}`)),
      phase: entry.phase,
      files,
    },
  }
}

export function whyNot({ reason }: Refused): string {
  if (reason === 'no-permission') return 'its labels cannot be made on GitHub, so it could not be found again'
  return reason === 'no-contract' ? 'it has no acceptance contract' : reachText(reason)
}

function archivedBefore({ id }: Session, url: string): DeedDone {
  const event = { type: 'archived', id, url, cut: [], deleted: false }
  return { kind: 'done', text: `The archive is ${url}`, events: [event], exit: 0 }
}

async function mayDelete(
  { theme }: Sessions,
  { id, idea }: Session,
  url: string,
  { ask }: Calling,
): Promise<boolean> {
  const { options } = touchpoint('archive.delete')
  const answer = await ask({
    id: 'archive.delete',
    title: 'Delete its files here?',
    body: `${idea}\n\nThe archive is ${url}. Its folder is ${theme.sessionRoot}${id}/; the journal of its meeting stays.`,
    options: options.map((option) => ({
      ...option,
      effect: option.key === 'yes' ? 'deletes the folder and its links' : 'deletes nothing',
      ...(option.key === 'yes' ? { grave: true } : {}),
    })),
    default: 'no',
  })
  return answer?.choose === 'yes'
}

/** Folder and links go; the journal stays. */
async function forget(sessions: Sessions, { id, slug }: Session, calling: Calling): Promise<void> {
  const { remark } = await removeSession(sessions, id, slug)
  if (remark !== null) calling.tell(remark)
}

export async function lock(sessions: Sessions, slug: string, calling: Calling): Promise<DeedDone> {
  const chosen = await named(sessions, calling, slug)
  if (chosen.kind === 'done') return chosen.done
  const { entry } = chosen
  if (entry.meetings.some(({ held }) => held))
    return refused(`${entry.id} is held by a process that is still running: wait for it.`)
  const { around, theme } = sessions
  const { files } = await readFolder(around, theme, entry.id)
  const ask: LockAsk = {
    marks: entry.head.degraded,
    papers: {
      idea: (await around.scrub(entry.idea)).text,
      session: entry.id,
      slug: entry.slug,
      themeId: theme.id,
      folder: `${theme.sessionRoot}${entry.id}/`,
      texts: files,
    },
  }
  const made = await lockContract(ghIn(around.world), ask)
  if (made.kind === 'refused') return refused(`${entry.id} cannot be locked: ${whyNot(made)}.`)
  for (const warning of made.warnings) calling.tell(warning)
  await around.documents.write(`${ask.papers.folder}acceptance-contract.md`, made.contract)
  const file = lockFile(ask, made.replaces)!
  await around.documents.write(
    `${ask.papers.folder}issues/contract.md`,
    renderIssue(entry.id, { ...file, issue: made.url }),
  )
  await keepHead(sessions, entry, { contractIssue: made.url })
  const text = `The contract is ${made.url}${made.replaces === null ? '' : `, in place of ${made.replaces}`}`
  const event = { type: 'locked', id: entry.id, url: made.url, replaces: made.replaces }
  return { kind: 'done', text, events: [event], exit: 0 }
}
