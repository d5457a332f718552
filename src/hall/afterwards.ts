// Afterwards: what a meeting left in git, by its journal and by git itself; a file that it cites, whole; and a fork of it.

import { citedBy } from '../story/citations.js'
import { forkPlaces, freeForkId } from '../story/fork-places.js'
import { branchAtHand, commitFacts } from '../workspace/git/commit-facts.js'
import { type Afterwards, type FileView, type MeetingRef, Refused } from './api.js'
import { located, type Parts } from './parts.js'
import { fileBelow } from './sources.js'

/** A journal may name any number of commits, and a commit may change any number of files. */
const mostCommits = 20
const mostFiles = 200

export async function afterwards(parts: Parts, ref: MeetingRef): Promise<Afterwards> {
  const { parley, talk } = await located(parts, ref)
  const { outcome } = await parts.shelf.story(parley, ref.id)
  if (talk) return { branch: null, commits: [] }
  const named = (outcome?.commits ?? []).slice(0, mostCommits)
  const commits = await Promise.all(
    named.map(async ({ hash, branch }) => {
      const facts = await commitFacts(parley.root, hash)
      if (facts === null) return { hash, branch, facts: null }
      const { files } = facts
      return {
        hash,
        branch,
        facts: { ...facts, files: files.slice(0, mostFiles), more: Math.max(0, files.length - mostFiles) },
      }
    }),
  )
  return { branch: await branchAtHand(parley.root), commits }
}

/** Only what the meeting cites is read, by the same rules as its lines. */
export async function citedFile(parts: Parts, ref: MeetingRef, cited: string): Promise<FileView> {
  const { parley } = await located(parts, ref)
  const { items } = await parts.shelf.story(parley, ref.id)
  const found = citedBy(items).find((one) => one.ref === cited && one.path !== null)
  if (!found?.path) throw new Refused('unknown-document', `This meeting cites no file as "${cited}".`)
  const { range, more = [], state, reason } = found
  const file = await fileBelow(parley.root, found.place ?? found.path)
  return {
    ...file,
    ranges: range === null ? [] : [range, ...more],
    state,
    reason,
    changed: found.sha256 === null ? null : found.sha256 !== file.sha256,
  }
}

/** Goes back to one of the person's answers, in a new meeting; the first is not changed. */
export async function fork(parts: Parts, ref: MeetingRef, at: number): Promise<MeetingRef> {
  const { parley, talk } = await located(parts, ref)
  if (talk) throw new Refused('not-possible', 'A talk cannot be forked.')
  await parley.mustBeOwn(ref.id)
  if (!forkPlaces(await parley.lines(ref.id)).some((place) => place.at === at))
    throw new Refused('bad-request', `No answer of yours follows line ${at}.`, 'Choose one of your answers.')
  const id = await freeForkId(ref.id, async (as) => (await parley.summary(as)) !== undefined)
  await parley.fork(ref.id, at, id)
  return { project: ref.project, id }
}
