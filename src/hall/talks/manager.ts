// The manager: the worker that coordinates. It is told how things stand, and is asked when nobody else can help.

import type { WorkerPackage } from '../../protocols/talk/ground/packages.js'
import { MANAGER_PACKAGE } from '../../protocols/talk/ground/toolboxes/resolve.js'
import { gitOf, type Parts, packagesOf, usableProject } from '../parts.js'
import { allCopies } from './copies.js'

export async function managerOf(
  parts: Parts,
): Promise<{ readonly name: string; readonly displayTitle: string }> {
  const { workers } = await packagesOf(parts)
  return workers.find(isManager)?.identity ?? { name: 'Manager', displayTitle: 'Manager' }
}

export function isManager({ packageName }: WorkerPackage): boolean {
  return packageName === MANAGER_PACKAGE
}

/** Open talks, requests and merges that wait; null for every other worker. */
export async function statusDigest(
  parts: Parts,
  worker: WorkerPackage,
  project: string,
): Promise<string | null> {
  if (!isManager(worker)) return null
  const copies = await allCopies(gitOf(parts.home, await usableProject(parts, project)))
  const lines = copies.flatMap(({ id, artifact: { status, title, worker: name, merge } }) => {
    if (merge !== null) return [`- waits to be merged: ${id}, "${title}", branch ${merge.branch}`]
    return status === 'open' || status === 'requested' ? [`- ${status}: ${id}, "${title}", with ${name}`] : []
  })
  return lines.length === 0 ? 'No talk is open or asked for.' : lines.join('\n')
}
