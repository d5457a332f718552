// The council at the command line: finds it, deals with what was left lying, and opens its sessions.

import type { Agents } from '../../agents/recorded.js'
import { CannotGoOn, WrongUsage } from '../../kernel/errors.js'
import type { Answer } from '../../kernel/question.js'
import { type Parley, parley } from '../../parley.js'
import {
  aboutLeftover,
  identify,
  type Leftover,
  leftovers,
  type Offer,
  type OpenMeeting,
  openingInput,
  preflight,
  preflightWork,
  settle,
} from '../../protocols/council/index.js'
import { workspaceDocuments } from '../../workspace/documents.js'
import { councilRoot } from '../../workspace/root.js'
import { scrub } from '../../workspace/secrets.js'
import { agentsFor, chooseAgents } from './agents-choice.js'
import { askHere } from './ask.js'
import type { Args } from './command.js'
import { isHeld } from './held.js'
import { holdHere } from './hold.js'
import type { Io } from './io.js'
import { folderOf } from './places.js'
import { oneLine } from './screen/clean.js'
import { emit } from './screen/emit.js'
import { stopFor } from './stop.js'

export interface Council {
  readonly parley: Parley
  readonly meetings: readonly OpenMeeting[]
}

/** The council that this folder belongs to, and the meetings that have a journal there. */
export async function councilHere(args: Args, io: Io): Promise<Council> {
  const folder = folderOf(args, io)
  const root = councilRoot(folder)
  if (root === undefined)
    throw new WrongUsage(
      `No council is convened in ${folder} or above it.`,
      'Convene one: `parley council convene [TEMPLATE]`.',
    )
  const here = parley(root)
  const meetings = await Promise.all(
    here.list().map(async ({ id, status }) => ({ id, status, held: await isHeld(root, id) })),
  )
  return { parley: here, meetings }
}

/** Preflight, agents, leftovers; then opens the session and holds it. */
export async function session(mode: 'meeting' | 'work', args: Args, io: Io): Promise<number> {
  const council = await councilHere(args, io)
  const { world, root } = council.parley
  const convened = await preflight(world)
  if (mode === 'work') await preflightWork(world)
  const agents = await chooseAgents({ args, io, root, seats: convened.seats.map(({ name }) => name) })
  const resumed = await dealWithLeftovers(council, agents, args, io)
  if (resumed !== undefined) return goOn(council.parley, resumed, args, io)
  // The task names files and a branch, so a secret in it is masked before it becomes part of an id.
  const { text: task } = await scrub(args.required('TASK'))
  const id = await open(council.parley, mode, task, agents)
  return holdHere({ parley: council.parley, id, args, io, agents, stop: stopFor(council.parley, id) })
}

/** A session that was left goes on with its own agents, unless a flag says otherwise. */
async function goOn(here: Parley, id: string, args: Args, io: Io): Promise<number> {
  const agents = await agentsFor({ args, io, root: here.root, id })
  tell(`Going on with ${id} first. Give the new task again when it has concluded.`, args, io)
  return holdHere({ parley: here, id, args, io, agents, stop: stopFor(here, id) })
}

/** Another process may take the id between looking and claiming: then the next one is looked for. */
async function open(here: Parley, mode: 'meeting' | 'work', task: string, agents: Agents): Promise<string> {
  const convened = await preflight(here.world)
  for (let tries = 0; tries < 100; tries++) {
    const identity = await identify(here.world, task)
    const input = openingInput(convened, task, identity)
    if (await here.open({ protocol: `council.${mode}`, id: identity.id, input, agents })) return identity.id
  }
  throw new CannotGoOn('BUSY', 'No free session id was found in a hundred tries.', 'Try again in a minute.')
}

/** Asks about each; the id of the session to go on with instead, when the person wants one resumed. */
async function dealWithLeftovers(
  council: Council,
  agents: Agents,
  args: Args,
  io: Io,
): Promise<string | undefined> {
  const left = await leftovers(council.parley.world, council.meetings)
  if (left.length === 0) return undefined
  const ask = await askHere(args, io, agents)
  for (const leftover of left) {
    const choice = choiceFor(leftover, await ask(aboutLeftover(leftover)))
    const resumed = await deal(council.parley, leftover, choice, agents, (line) => tell(line, args, io))
    if (resumed !== undefined) return resumed
  }
  return undefined
}

/** Where nobody answers, it is kept. */
function choiceFor(leftover: Leftover, answer: Answer | undefined): Offer {
  return leftover.offers.find((offer) => offer === answer?.choose) ?? 'keep'
}

async function deal(
  here: Parley,
  leftover: Leftover,
  choice: Offer,
  agents: Agents,
  say: (line: string) => void,
): Promise<string | undefined> {
  const settled = await settle(here.world, workspaceDocuments(here.root), leftover, choice)
  if (choice === 'keep') say(`Left over: ${leftover.id} — ${leftover.what} — kept (${leftover.suggestion})`)
  else if (settled.kind !== 'resume') settled.lines.forEach(say)
  if (settled.kind === 'settled' && settled.closed !== null)
    await here.abandon(settled.closed, 'archived by the person', settled.moved)
  if (settled.kind !== 'resume') return undefined
  if (settled.from === 'pad')
    await here.open({ protocol: settled.protocol, id: settled.id, input: settled.input, agents })
  return settled.id
}

function tell(text: string, args: Args, io: Io): void {
  if (args.has('json')) emit(io, { type: 'notice', text })
  else io.err(`${oneLine(text, 500)}\n`)
}
