// What is taken away of a session when the person says so: its folder, its links, and the commit that says it. The journal stays.

import { plainRead, readFolder } from '../before/folder.js'
import { commitSubjects } from '../rules/commits.js'
import type { Sessions } from './sessions.js'

export interface Removed {
  readonly bytes: number
  /** What people should know of the commit; null where all is well. */
  readonly remark: string | null
}

export async function removeSession(sessions: Sessions, id: string, slug: string): Promise<Removed> {
  const { around, theme } = sessions
  const { files, git } = around.world
  const folder = `${theme.sessionRoot}${id}`
  const bytes = await sizeOf(sessions, id)
  const tracked = ((await git.trackedFiles()) ?? []).filter((path) => path.startsWith(`${folder}/`))
  const links = await linksOf(sessions, id, slug)
  for (const link of links) await files.remove(link)
  await files.remove(folder)
  const paths = [...tracked, ...links]
  if (paths.length === 0) return { bytes, remark: null }
  const commit = await git.commitPaths(paths, commitSubjects.remove(theme.id, id))
  return { bytes, remark: commit.kind === 'skipped' ? `Not committed: ${commit.why}` : null }
}

/**
 * The links that lead into this session. Another session with the same slug may have them now: they are known by what they show. The
 * contract names its session, so it decides where there is one.
 */
async function linksOf({ around, theme }: Sessions, id: string, slug: string): Promise<string[]> {
  const { files } = around.world
  const folder = `${theme.sessionRoot}${id}/`
  const pairs = [
    [`.claude/prd/contract-${slug}.md`, `${folder}acceptance-contract.md`],
    [`.claude/prd/prd-${slug}.md`, `${folder}prd.md`],
  ] as const
  const same: string[] = []
  for (const [link, target] of pairs) {
    const [shown, own] = [
      await files.digest(link).catch(() => null),
      await files.digest(target).catch(() => null),
    ]
    if (shown !== null && shown === own) same.push(link)
    else if (shown !== null && own !== null) return same
  }
  return same
}

async function sizeOf({ around, theme }: Sessions, id: string): Promise<number> {
  const { files } = await readFolder(around, theme, id)
  const head = (await plainRead(around.documents, `${theme.sessionRoot}${id}/session.md`)) ?? ''
  const encoder = new TextEncoder()
  return [head, ...files.values()].reduce((sum, text) => sum + encoder.encode(text).length, 0)
}
