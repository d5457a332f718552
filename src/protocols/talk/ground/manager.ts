// The manager: the worker that coordinates. It is told about all open talks, and gets a request when a merge fails.

import { allCopies } from './copies.js'
import type { WorkerPackage } from './packages.js'
import { gitOf, packagesOf, type TalkContext } from './shared.js'
import { MANAGER_PACKAGE } from './toolboxes/resolve.js'

export async function managerOf(
  context: TalkContext,
): Promise<{ readonly name: string; readonly displayTitle: string }> {
  const { workers } = await packagesOf(context)
  return workers.find(isManager)?.identity ?? { name: 'Manager', displayTitle: 'Manager' }
}

function isManager({ packageName }: WorkerPackage): boolean {
  return packageName === MANAGER_PACKAGE
}

/** Open talks, requests and merges that wait; null for every other worker. */
export async function statusDigest(
  context: TalkContext,
  worker: WorkerPackage,
  project: string,
): Promise<string | null> {
  if (!isManager(worker)) return null
  const copies = await allCopies(gitOf(context.home, await context.project(project)))
  const lines = copies.flatMap(({ id, artifact: { status, title, worker: name, merge } }) => {
    if (merge !== null) return [`- waits to be merged: ${id}, "${title}", branch ${merge.branch}`]
    return status === 'open' || status === 'requested' ? [`- ${status}: ${id}, "${title}", with ${name}`] : []
  })
  return lines.length === 0 ? 'No talk is open or asked for.' : lines.join('\n')
}
