// Requests that workers file: a new meeting file on the integration branch, visible at once and committed before the tool reports success.

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { placeToWrite } from '../../../../workspace/inside.js'
import { replaceBelow } from '../../../../workspace/plain-files.js'
import { artifactPath, artifactPaths, renderArtifact, titleFrom } from '../../documents/artifact.js'
import type { MeetingId } from '../../documents/ids.js'
import { projectLock } from '../ports.js'
import type { TalkTools } from './context.js'

export interface RequestAsk {
  readonly idFor: (n: number) => MeetingId
  readonly at: string
  readonly worker: { readonly name: string; readonly displayTitle: string }
  readonly reason: string
  readonly agenda?: string | undefined
  readonly referenced: readonly string[]
}

export async function fileRequest(context: TalkTools, ask: RequestAsk): Promise<MeetingId> {
  const [reason, agenda] = await Promise.all(
    [ask.reason, ask.agenda ?? ask.reason].map((text) => context.scrub(text)),
  )
  const text = renderArtifact({
    title: titleFrom(reason!),
    at: ask.at,
    status: 'requested',
    worker: ask.worker.name,
    workerDisplayTitle: ask.worker.displayTitle,
    agenda: agenda!,
    referenced: ask.referenced,
    reason: reason!,
  })
  const id = await context.locks.exclusively(projectLock(context.project), async () => {
    const free = await freeId(context, ask.idFor)
    const file = await placeToWrite(context.integration, artifactPath(free))
    replaceBelow(context.integration, file, { text })
    await context.commitIntegration(`Ask for a talk: ${titleFrom(reason!)}`)
    return free
  })
  context.changed()
  return id
}

/** The first id that no file has, in either worktree. */
async function freeId(
  { integration, activity }: TalkTools,
  idFor: (n: number) => MeetingId,
): Promise<MeetingId> {
  for (let n = 1; ; n++) {
    const id = idFor(n)
    const files = [integration, activity].flatMap((tree) => artifactPaths(id).map((path) => join(tree, path)))
    const found = await Promise.all(files.map((file) => lstat(file).catch(() => null)))
    if (found.every((one) => one === null)) return id
  }
}
