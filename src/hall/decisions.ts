// Decisions of all meetings: those that talks recorded, and what other meetings came to.

import { join } from 'node:path'
import { parseDecisionLines, parseDecisions } from '../protocols/talk/documents/decisions.js'
import { sectionOf } from '../protocols/talk/documents/sections.js'
import { allCopies, type Copy, textOf } from '../protocols/talk/ground/copies.js'
import { gitOf } from '../protocols/talk/ground/shared.js'
import { paths } from '../protocols/talk/index.js'
import type { Decision } from './api.js'
import { mentions } from './entries.js'
import { type KnownProject, knownProjects, type Parts, parleyOf, projectNamed } from './parts.js'

export async function decisions(
  parts: Parts,
  { project, text }: { readonly project?: string; readonly text?: string },
): Promise<readonly Decision[]> {
  const projects = project === undefined ? await knownProjects(parts) : [await projectNamed(parts, project)]
  const usable = projects.filter(({ trouble }) => trouble === null)
  const all = await Promise.all(usable.map((config) => ofProject(parts, config)))
  return all
    .flat()
    .filter(({ question, decision, reasoning }) => !text || mentions([question, decision, reasoning], text))
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

async function ofProject(parts: Parts, config: KnownProject): Promise<readonly Decision[]> {
  const copies = await allCopies(gitOf(parts.home, config))
  const talks = await Promise.all(copies.map((copy) => ofTalk(parts, config.name, copy)))
  return [...talks.flat(), ...(await ofOutcomes(parts, config))]
}

/** From the decisions file while the talk is open, afterwards from the artifact. */
async function ofTalk(parts: Parts, project: string, { id, artifact }: Copy): Promise<readonly Decision[]> {
  const own = { project, meeting: String(id) }
  if (artifact.status === 'open') {
    const lines = parseDecisionLines((await textOf(join(parts.home, paths.decisionsPath(id)))) ?? '')
    return lines.map(({ timestamp, ...decided }) => ({ ...own, at: timestamp, ...decided }))
  }
  const at = artifact.log.at(-1)?.timestamp ?? artifact.date
  return parseDecisions(sectionOf(artifact.body, 'Decisions') ?? '').map((decided) => ({
    ...own,
    at,
    ...decided,
  }))
}

/** What meetings of this project decided when they concluded, as their protocol tells it. */
async function ofOutcomes(parts: Parts, config: KnownProject): Promise<readonly Decision[]> {
  const parley = parleyOf(parts, config)
  const concluded = (await parley.list()).filter(({ status }) => status === 'concluded')
  const found = concluded.map(async ({ id, updatedAt, title }): Promise<Decision[]> => {
    const { decisions } = await parts.shelf.details(parley, id)
    const of = { project: config.name, meeting: id, at: updatedAt, question: title, reasoning: '' }
    return decisions.map((decision) => ({ ...of, decision }))
  })
  return (await Promise.all(found)).flat()
}
