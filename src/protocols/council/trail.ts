// The audit trail: the gates that let a session be archived, and the commit of what it leaves.

import { CannotGoOn } from '../../kernel/errors.js'
import type { Commit, World } from '../../kernel/world.js'
import { lostDissents, markedDissents, openLinks } from './documents/gates.js'
import { readPad } from './documents/pad.js'
import { archivePath, recordPath, topicPath } from './documents/places.js'
import { linksOf, readRecord } from './documents/record-reading.js'
import { readTree } from './tree.js'

/** Checks both gates against the files on disk. A fault rejects, so nothing is recorded and a resumed session checks again. */
export async function passGates(world: World, id: string, pad: string): Promise<void> {
  const tree = await readTree(world)
  const kept = readRecord(tree.records.get(id) ?? '').dissents
  const lost = lostDissents(markedDissents(readPad(pad).entries), kept)
  const faults = [
    ...lost.map(({ seat }) => `records/${id}.md does not keep a dissent of ${seat}`),
    ...openLinks(tree, id),
  ]
  if (faults.length === 0) return
  throw new CannotGoOn(
    'GATES',
    `The record cannot be closed yet:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    `Correct these files in the folder .council, then run \`parley resume ${id}\`.`,
  )
}

/** Exactly this session's files: record, archive and the topics that the record names. */
export async function trailPaths(world: World, id: string): Promise<string[]> {
  const record = await world.files.read(recordPath(id))
  const topics = record === null ? [] : linksOf(record).filter((link) => link !== 'none')
  const archive = (await world.files.exists(archivePath(id))) ? [archivePath(id)] : []
  return [...(record === null ? [] : [recordPath(id)]), ...archive, ...topics.map(topicPath)]
}

/** Commits these paths alone on the current branch of the main tree. A commit that cannot be made is skipped, with its reason. */
export async function commitTrail(world: World, id: string, paths: readonly string[]): Promise<Commit> {
  const repository = await world.git.repository()
  if (repository.kind === 'none') return { kind: 'skipped', why: 'this folder is no git repository' }
  if (repository.kind === 'ready' && repository.busy)
    return { kind: 'skipped', why: `a ${repository.busy} is in progress` }
  const [first] = paths
  if (first !== undefined && (await world.git.ignored(first)))
    return { kind: 'skipped', why: '.council/ is ignored by git' }
  const commit = await world.git.commitPaths(paths, `council: record ${id}`)
  const branch = repository.kind === 'ready' ? repository.branch?.replace(/^refs\/heads\//, '') : undefined
  return commit.kind === 'committed' && branch ? { ...commit, branch } : commit
}
