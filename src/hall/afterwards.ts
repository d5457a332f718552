// Afterwards: what a meeting left in git, by its journal and by git itself; its boxes, ticked, and a fork of it.

import type { Parley } from '../parley.js'
import { protocols } from '../protocols/index.js'
import type { Manifest } from '../protocols/manifest.js'
import { integrationOf } from '../protocols/talk/ground/git/talk-git.js'
import { gitOf } from '../protocols/talk/ground/shared.js'
import { lastOutcome } from '../protocols/talk/ground/view.js'
import { forkPlaces, freeForkId } from '../view/fork-places.js'
import { branchAtHand, type CommitFacts, commitFacts, tipOf } from '../workspace/git/commit-facts.js'
import { type Afterwards, type MeetingRef, Refused, type Ticked } from './api.js'
import { located, type Parts, projectNamed } from './parts.js'

/** A journal may name any number of commits, and a commit may change any number of files. */
const mostCommits = 20
const mostFiles = 200

export async function afterwards(parts: Parts, ref: MeetingRef): Promise<Afterwards> {
  const { parley, talk } = await located(parts, ref)
  if (talk) return afterTalk(parts, ref)
  const { outcome } = await parts.shelf.story(parley, ref.id)
  const named = (outcome?.commits ?? []).slice(0, mostCommits)
  return {
    branch: await branchAtHand(parley.root),
    commits: await Promise.all(
      named.map(async ({ hash, branch }) => ({
        ...{ hash, branch, from: null },
        facts: shown(await commitFacts(parley.root, hash)),
      })),
    ),
    followUps: await boxesOf(parley, ref.id),
    commands: [],
  }
}

/** Merged, it is one commit on the integration branch; before that, its work is on a branch of its own. */
async function afterTalk(parts: Parts, { project: name, id }: MeetingRef): Promise<Afterwards> {
  const project = await projectNamed(parts, name)
  const merge = lastOutcome(await parts.talkMeetings.lines(id))?.merge
  const nothing = { branch: null, commits: [], followUps: null, commands: [] }
  if (project.trouble !== null || merge === undefined) return nothing
  const { path } = project
  const branch = await branchAtHand(path)
  if (merge.state === 'done' && merge.commit !== null) {
    const into = integrationOf(gitOf(parts.home, project)).branch
    const facts = await commitFacts(path, merge.commit, true)
    const commit = { hash: merge.commit, branch: into, from: merge.branch, facts: shown(facts) }
    const apart = facts !== null && !facts.merged
    return { ...nothing, branch, commits: [commit], commands: apart ? [`git merge ${into}`] : [] }
  }
  const tip = merge.state === 'pending' ? await tipOf(path, merge.branch) : null
  if (tip === null) return { ...nothing, branch }
  const facts = shown(await commitFacts(path, tip))
  return { ...nothing, branch, commits: [{ hash: tip, branch: merge.branch, from: null, facts }] }
}

function shown(facts: CommitFacts | null): Afterwards['commits'][number]['facts'] {
  if (facts === null) return null
  const { files } = facts
  return { ...facts, files: files.slice(0, mostFiles), more: Math.max(0, files.length - mostFiles) }
}

async function boxesOf(parley: Parley, id: string): Promise<Afterwards['followUps']> {
  const kept = await keeperOf(parley, id)
  return (await kept?.followUpsOf?.(parley.around, id)) ?? null
}

/** As `parley council done` does it, whoever's meeting left it: the box is in a file of the project. */
export async function tick(parts: Parts, ref: MeetingRef, { at, ...box }: Ticked): Promise<void> {
  const { parley } = await located(parts, ref)
  const set = (await keeperOf(parley, ref.id))?.tick
  if (!set) throw new Refused('not-possible', `${ref.id} keeps no boxes that can be ticked.`)
  await parts.locks.exclusively(`record ${ref.project}`, () => set(parley.around, ref.id, at, box))
  parts.feed.nudge()
}

/** What the protocol of this meeting keeps in the folder between meetings. */
async function keeperOf(parley: Parley, id: string): Promise<Manifest['standing']> {
  const { protocol = '' } = (await parley.summary(id)) ?? {}
  return protocols.find(({ meetings }) => Object.hasOwn(meetings, protocol))?.standing
}

/** Goes back to one of the person's answers, in a new meeting; the first is not changed. */
export async function fork(parts: Parts, ref: MeetingRef, at: number): Promise<MeetingRef> {
  const { parley, talk } = await located(parts, ref)
  if (talk) throw new Refused('not-possible', 'A talk cannot be forked.')
  if (!forkPlaces(await parley.lines(ref.id)).some((place) => place.at === at))
    throw new Refused('bad-request', `No answer of yours follows line ${at}.`, 'Choose one of your answers.')
  const id = await freeForkId(ref.id, async (as) => (await parley.summary(as)) !== undefined)
  await parley.fork(ref.id, at, id)
  return { project: ref.project, id }
}
