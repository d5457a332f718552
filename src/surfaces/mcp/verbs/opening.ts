// The tools that open a meeting. The same request twice opens one meeting.

import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import type { MeetingRef, OpenMeeting } from '../../../hall/api.js'
import { CannotGoOn, isTooLarge, WrongUsage } from '../../../kernel/errors.js'
import { secretFiles } from '../../../rules/secret-files.js'
import { workspaceFiles } from '../../../workspace/files.js'
import { placeToRead } from '../../../workspace/inside.js'
import { meetingNamed } from '../desk.js'
import type { Told } from '../results.js'
import type { Input } from '../tools.js'
import { type Calling, clientName } from './calling.js'
import { goOn } from './going-on.js'

/** How long an opening tool waits for the first call or question. */
const shortly = 1_200

type Fields = Readonly<Record<string, unknown>>

interface Common {
  readonly agents?: string | undefined
  readonly seats?: Readonly<Record<string, string>> | undefined
  readonly ceiling?: number | undefined
  readonly request_id?: string | undefined
  readonly host_web_off?: boolean | undefined
}

export async function openCouncil(calling: Calling, input: Input<'parley_council'>): Promise<Told> {
  const { task, template } = input
  return open(calling, 'council.meeting', input, { task, ...given({ template }) })
}

export async function openMeet(calling: Calling, input: Input<'parley_meet'>): Promise<Told> {
  const { charter, mode, invitees, skip_research: skipResearch, max_turns: maxTurns, no_web: noWeb } = input
  const fields = given({ charter, mode, invitees, noWeb, skipResearch, maxTurns })
  return open(calling, 'meet', input, fields)
}

export function openDeliberate(
  calling: Calling,
  { idea, mode, ...input }: Input<'parley_deliberate'>,
): Promise<Told> {
  return open(calling, 'deliberate', input, given({ idea, mode }))
}

export async function openAnalyze(
  calling: Calling,
  { slug, tier, draft: path, ...input }: Input<'parley_analyze'>,
): Promise<Told> {
  const draft = path === undefined ? undefined : await draftIn(calling.place.root, path)
  return open(calling, 'analyze', input, given({ slug, tier, draft }))
}

/** Opens a talk with a worker, or goes on with one. Its words are those that the host's model hands over. */
export async function talk(calling: Calling, input: Input<'parley_talk'>): Promise<Told> {
  const { worker, id, message, ...more } = input
  if ((worker === undefined) === (id === undefined))
    throw new WrongUsage(
      'parley_talk takes a worker, to open a talk, or the id of one that is open.',
      'Call again with one of them.',
    )
  if (id === undefined) return open(calling, 'talk', more, { worker, message })
  const { place, desk } = calling
  const ref = await meetingNamed(place, id)
  if (desk.relay === 'never') throw notRelayed(ref.id)
  await place.hall.message(ref, message, { relayedBy: clientName(calling) })
  return goOn(calling, ref, { waitMs: shortly })
}

/** `--relay never`. */
export function notRelayed(id: string): CannotGoOn {
  return new CannotGoOn(
    'PERSON_ONLY',
    'No words are taken from a model here (--relay never).',
    `The person can say it in a terminal: parley talk say ${id} "…"`,
  )
}

/** A file of the project, by the same rules as for a seat: none outside of it, and none that holds secrets, by whatever name. */
async function draftIn(root: string, path: string): Promise<string> {
  const [secrets, place] = [secretFiles(), await placeToRead(root, path).catch(() => null)]
  const name = place === null ? path : relative(await realpath(root), place)
  const isSecret = [path, name].some((one) => secrets.nameOf(one) !== null)
  const text = place === null || isSecret ? null : await textAt(root, name)
  if (text !== null && text.trim() !== '' && secrets.contentOf(name, text) === null) return text
  throw new WrongUsage(
    `There is no draft to read at ${path}.`,
    'Name a text file of the project by its path from the root; files with secrets are not read.',
  )
}

/** Null where there is none to read; one that is too large is said to be. */
function textAt(root: string, path: string): Promise<string | null> {
  return workspaceFiles(root)
    .read(path)
    .catch((error: unknown) => {
      if (isTooLarge(error)) throw error
      return null
    })
}

/** Fields that were not given are left out: the protocol knows what is usual. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

async function open(calling: Calling, protocol: string, input: Common, fields: Fields): Promise<Told> {
  const { place, desk, caller } = calling
  const { agents, seats, ceiling, request_id } = input
  const begin = async (): Promise<MeetingRef> => {
    const request: OpenMeeting = {
      ...fields,
      protocol,
      project: place.project,
      ...given({ agents, seats, ceiling }),
    }
    await mustBeConvened(calling, request)
    return place.hall.open(request, undefined, {
      place: 'over MCP',
      otherwise: 'host',
      webOff: input.host_web_off === true,
      client: clientName(calling),
      request: request_id,
    })
  }
  const ref = await desk.requests.once(request_id && `${place.root}\n${protocol}\n${request_id}`, begin)
  desk.openers.set(ref.id, caller.thread)
  return goOn(calling, ref, { waitMs: shortly })
}

/** A council is convened from a template that the host names, or not at all: which one is the person's choice. */
async function mustBeConvened({ place }: Calling, request: OpenMeeting): Promise<void> {
  const missing = await place.hall.missing(request)
  if (missing === undefined) return
  const names = missing.question.options.map(({ key }) => key)
  throw new CannotGoOn(
    'NO_COUNCIL',
    `There is no council in this project yet. There are templates for: ${names.join(', ')}.`,
    `Ask the person which one fits, then call again with ${missing.field} set to its name.`,
  )
}
