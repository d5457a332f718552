// The doctor for the page: the same checks as the command's, of one project.

import { findRoot } from '../../workspace/root.js'
import { type Parts, parleyOf, usableProject } from '../parts.js'
import { doctorChecks } from './checks.js'
import type { Check } from './voices.js'

export async function doctor(parts: Parts, name: string, tries: boolean): Promise<readonly Check[]> {
  const { path } = await usableProject(parts, name)
  const own = parleyOf(parts, { path })
  const all = await own.list()
  const running = all.filter(({ status }) => status === 'running')
  const held = await Promise.all(running.map(({ id }) => own.journals.of(id).held()))
  const stopped = running.filter((_, at) => !held[at]).map(({ id }) => ({ id, journal: own.journals.of(id) }))
  return doctorChecks({
    folder: path,
    root: (await findRoot(path)) ?? path,
    home: parts.home,
    env: process.env,
    command: 'parley',
    named: [],
    tries,
    meetings: { count: all.length, stopped },
  })
}
