// What protocols keep in a project between meetings, such as a council: shown, set up and edited. Each protocol does its own part.

import { ParleyError } from '../kernel/errors.js'
import type { Question } from '../kernel/question.js'
import { type Fields, type Given, readRequest } from '../kernel/request.js'
import { protocols } from '../protocols/index.js'
import type { Manifest, Offer, Verb } from '../protocols/manifest.js'
import { rootMarkedBy } from '../workspace/root.js'
import {
  type FormField,
  Refused,
  type SetUp,
  type StandingEdit,
  type StandingView,
  type Ticked,
} from './api.js'
import { fieldsOf } from './forms.js'
import { type KnownProject, type Parts, parleyOf, usableProject } from './parts.js'

export async function standing(parts: Parts, name: string): Promise<readonly StandingView[]> {
  const project = await usableProject(parts, name)
  const kept = protocols.filter((one) => one.standing !== undefined)
  return Promise.all(kept.map((manifest) => viewOf(parts, project, manifest)))
}

async function viewOf(parts: Parts, project: KnownProject, manifest: Manifest): Promise<StandingView> {
  const { name, standing: kept, meetings } = manifest
  if (!kept) throw unknownStanding(name)
  const { around } = parleyOf(parts, project)
  const there = rootMarkedBy(project.path, kept.marker) === project.path
  const { papers, trouble } = (there && (await kept.papers?.(around))) || { papers: [], trouble: null }
  const followUps = await readable(there ? kept.followUps?.(around) : undefined)
  const leftovers = await readable(there ? kept.leftovers(around) : undefined)
  const troubles = [trouble, followUps.trouble, leftovers.trouble].filter((one) => one !== null)
  return {
    name,
    called: kept.name,
    there,
    papers: papers.map(({ fields, ...paper }) => ({ ...paper, fields: fieldsOf(fields) })),
    trouble: troubles.length === 0 ? null : troubles.join(' '),
    followUps: followUps.found,
    leftovers: leftovers.found,
    setUp: await setUpOf(parts, project, manifest),
    meetings: Object.keys(meetings).map((protocol) => ({
      protocol,
      title: parts.tellings.nameOf(protocol),
    })),
  }
}

/** What cannot be read is named, and the rest of the page stands. */
async function readable<T>(
  reading: Promise<readonly T[]> | undefined,
): Promise<{ readonly found: readonly T[]; readonly trouble: string | null }> {
  try {
    return { found: (await reading) ?? [], trouble: null }
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    return { found: [], trouble: error.message }
  }
}

async function setUpOf(
  parts: Parts,
  project: KnownProject,
  manifest: Manifest,
): Promise<StandingView['setUp']> {
  const offer = await settingUp(manifest)
  if (!offer) return null
  const { verb, word, summary } = offer
  const options: Partial<Record<string, FormField['choices']>> =
    (await verb.options?.(parleyOf(parts, project).around)) ?? {}
  return {
    word,
    summary,
    fields: fieldsOf(verb.fields as Fields, options),
    command: ['parley', manifest.name, word].join(' '),
  }
}

/** The verb that makes it in a folder. */
async function settingUp({
  verbs = {},
}: Manifest): Promise<{ verb: Verb; word: string; summary: string } | undefined> {
  for (const { word, summary, load } of Object.values(verbs) as readonly Offer<Verb>[]) {
    const verb = await load()
    if (verb.here && word !== null) return { verb, word, summary }
  }
  return undefined
}

/** Stops a verb where it asks something: the page shows the question, and comes again with the answer. */
class Asks extends Error {
  readonly question: Question
  constructor(question: Question) {
    super(question.title)
    this.question = question
  }
}

export async function setUp(
  parts: Parts,
  project: string,
  name: string,
  given: Given,
  yes: boolean,
): Promise<SetUp> {
  const usable = await usableProject(parts, project)
  const offer = await settingUp(manifestOf(name))
  if (!offer) throw unknownStanding(name)
  const own = parleyOf(parts, usable)
  const calling = {
    ask: async (question: Question) => {
      throw new Asks(question)
    },
    tell: () => {},
    abandon: own.abandon,
    yes,
    command: 'parley',
  }
  try {
    const { text } = await parts.locks.exclusively(`standing ${project}`, () =>
      offer.verb.run(readRequest(offer.verb.fields, given), own.around, calling),
    )
    parts.feed.nudge()
    return { kind: 'done', text }
  } catch (error) {
    if (error instanceof Asks) return { kind: 'asks', question: error.question }
    throw error
  }
}

/** A file that somebody changed since it was shown is left as it is. */
export async function editStanding(
  parts: Parts,
  project: string,
  name: string,
  { key, was, values }: StandingEdit,
): Promise<void> {
  const usable = await usableProject(parts, project)
  const { standing: kept } = manifestOf(name)
  if (!kept?.edit || !kept.papers) throw unknownStanding(name)
  const { edit, papers } = kept
  const { around } = parleyOf(parts, usable)
  await parts.locks.exclusively(`standing ${project}`, async () => {
    const now = (await papers(around)).papers.find((paper) => paper.key === key)
    if (now && now.sha256 !== was)
      throw new Refused(
        'wrong-state',
        `${now.path} has changed since you opened it.`,
        'Nothing was written. Copy what you wrote, load the page again, and put it in there.',
      )
    await edit(around, key, values)
  })
  parts.feed.nudge()
}

/** As `parley council done` does it, whoever's meeting left it: the box is in a file of the project. */
export async function tick(
  parts: Parts,
  project: string,
  name: string,
  { id, at, ...box }: Ticked,
): Promise<void> {
  const usable = await usableProject(parts, project)
  const { standing: kept } = manifestOf(name)
  if (!kept?.tick) throw unknownStanding(name)
  const { tick: set } = kept
  await parts.locks.exclusively(`standing ${project}`, () => set(parleyOf(parts, usable).around, id, at, box))
  parts.feed.nudge()
}

function manifestOf(name: string): Manifest {
  const found = protocols.find((one) => one.name === name)
  if (!found?.standing) throw unknownStanding(name)
  return found
}

function unknownStanding(name: string): Refused {
  return new Refused('bad-request', `${name} keeps nothing in a project that could be set up.`)
}
