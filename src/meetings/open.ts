// Open: writes the first line of a new meeting or of a fork, and gives protocols what they may look at before that.

import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { type Agents, isVoicedByHost } from '../agents/recorded.js'
import { CannotGoOn, WrongUsage } from '../kernel/errors.js'
import type { Journals } from '../kernel/line/journal.js'
import type { ForkedFrom, Opened } from '../kernel/line/line-data.js'
import { Masking, maskedValue } from '../kernel/line/masks.js'
import type { Protocol } from '../kernel/protocol.js'
import { mustBeSameVersion, open, openedIn, recordedInput } from '../kernel/run/hold.js'
import type { OpenedAs, Opener } from '../opening.js'
import type { Around } from '../protocols/manifest.js'
import { version } from '../version.js'
import { loadConfig } from '../workspace/config.js'
import { workspaceDocuments } from '../workspace/documents.js'
import { repositoryAt } from '../workspace/left-behind.js'
import { shippedLibrary } from '../workspace/library.js'
import {
  foldersOfMeetings,
  forgetFolder,
  keepRepository,
  rememberWorkspace,
} from '../workspace/meeting-folders.js'
import { mustNotBeNested } from '../workspace/nested.js'
import { scrubbed } from '../workspace/secrets.js'
import { createWorld } from '../workspace/world.js'
import { known, openedLoosely, readable, recordedAgents } from './lookup.js'
import type { Wired } from './wired.js'

/** What the first line is made of. */
interface Opening extends OpenedAs {
  readonly forkedFrom?: ForkedFrom
}

export function openerOf(wired: Wired): Opener & { readonly around: Around } {
  const { root, home, own, kindNamed } = wired
  const opens = (as: OpenedAs) => openHere(wired, as)
  return {
    root: own.preparedFor ?? root,
    heldIn: root,
    home,
    backends: own.backends,
    kindNamed,
    around: aroundOf(wired),
    open: opens,
  }
}

export async function forkHere(
  wired: Wired,
  from: { readonly id: string; readonly at: number },
  as: string,
  agents: Agents | undefined,
): Promise<void> {
  const request = await forkedAt(wired, from, as, agents)
  if (!(await openHere(wired, request))) throw new CannotGoOn('EXISTS', `There is a meeting ${as} already.`)
}

/** False when the id is taken. */
async function openHere({ journals, kindNamed, own, home, root }: Wired, as: Opening): Promise<boolean> {
  mustNotBeNested()
  const { protocol } = await kindNamed(as.protocol)
  const masking = new Masking(scrubbed)
  for (const { place, kinds } of as.secrets ?? []) masking.found(place, kinds)
  const input = await maskedValue(
    masking.at('what the meeting was opened with'),
    as.forkedFrom ? recordedInput(protocol, as.input) : protocol.input.parse(as.input),
  )
  if (!(await journals.claim(as.id))) return false
  try {
    await open(journals.of(as.id), masking.on(firstLine(as, protocol, input)), new Date())
  } catch (error) {
    await leaveNothing(journals, as.id)
    throw error
  }
  // Journals that are kept elsewhere, as those of talks are, say nothing of this folder.
  if (!own.journals) {
    rememberWorkspace(home, root)
    const repository = await repositoryAt(root)
    if (repository !== null) keepRepository(home, root, repository)
  }
  return true
}

/** On a full disk, say: a claim without a first line is no meeting, and nobody could end it. */
async function leaveNothing(journals: Journals, id: string): Promise<void> {
  if (await journals.has(id).catch(() => true)) return
  await journals.discard(id).catch(() => undefined)
}

/** What a fork is opened with. Where agents are given, those in the source's journal need not be readable. */
async function forkedAt(
  wired: Wired,
  from: { readonly id: string; readonly at: number },
  as: string,
  agents: Agents | undefined,
): Promise<Opening> {
  const { id, at } = from
  const journal = await known(wired.journals, id)
  const lines = Number.isInteger(at) && at > 0 ? await journal.read(1, at) : []
  const whole = await journal.readable()
  if (lines.length < at || lines.length === 0)
    throw new WrongUsage(
      `Line ${at} is not in this journal.`,
      `It has lines 1 to ${whole.lines.length}: \`parley show ${id} --lines\`.`,
    )
  const opened = openedIn(lines)
  const { input, protocol } = opened
  mustBeSameVersion((await wired.kindNamed(protocol)).protocol, opened)
  const voices = agents ?? recordedAgents(whole.lines)
  const { hash = '' } = lines.at(-1) ?? {}
  const forkedFrom = { ...from, hash }
  return { protocol, id: as, input, agents: voices, forkedFrom }
}

function firstLine(request: Opening, protocol: Protocol, input: unknown): Opened {
  const { id, agents, forkedFrom, request: asked } = request
  const title = protocol.title(input)
  const base = {
    id,
    protocol: protocol.name,
    version: protocol.version,
    parley: version,
    title,
    input,
    agents,
    ...(asked === undefined ? {} : { request: asked }),
  }
  return forkedFrom ? { ...base, forkedFrom } : base
}

/** A meeting may be prepared for another folder than the one that keeps its journal. */
function aroundOf({ root, home, journals, world, own }: Wired): Around {
  const folder = own.preparedFor ?? root
  return {
    world: folder === root ? world : createWorld(folder, shippedLibrary()),
    documents: workspaceDocuments(folder),
    takenIds: () => journals.ids(),
    async meetings() {
      const all = await journals.summaries()
      return Promise.all(
        all.map(async ({ id, title, protocol, status, updatedAt }) => {
          const journal = journals.of(id)
          const held = await journal.held()
          const awaitsHost = status === 'running' && !held && (await isVoicedByHost(journal))
          return { id, title, protocol, status, updatedAt, held, awaitsHost }
        }),
      )
    },
    async elsewhere() {
      const others = foldersOfMeetings(home).filter(({ path }) => path !== realpathSync(folder))
      return others.map(({ path, folder: kept }) => ({
        name: basename(path),
        path,
        within: existsSync(path)
          ? { world: createWorld(path, shippedLibrary()), documents: workspaceDocuments(path) }
          : null,
        forget: () => forgetFolder(home, kept),
      }))
    },
    inputOf: async (id) => (await openedLoosely(journals, id)).opened.input,
    async outcomeOf(id) {
      const last = (await readable(journals, id)).lines.at(-1)
      return last?.kind === 'concluded' ? last.data.outcome : null
    },
    scrub: scrubbed,
    settled: async () => {
      const { analyze = {}, web } = await loadConfig(folder, home)
      return { analyze, ...(web === false ? { web } : {}) }
    },
  }
}
