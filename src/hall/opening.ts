// Opening meetings that are held in a project's own folder: a chartered meeting, or a council's.

import { identify, openingInput, preflight } from '../protocols/council/index.js'
import { openPrepared, prepare } from '../protocols/meet/prepare.js'
import { scrub } from '../workspace/secrets.js'
import { agentsFor } from './agents.js'
import { type MeetingRef, type OpenMeeting, Refused } from './api.js'
import { type Parts, parleyOf, usableProject } from './parts.js'

/** Opened when it returns; holding it is the caller's. */
export async function openMeeting(
  parts: Parts,
  ask: Exclude<OpenMeeting, { protocol: 'talk' }>,
): Promise<MeetingRef> {
  return ask.protocol === 'meet' ? openMeet(parts, ask) : openCouncil(parts, ask)
}

async function openCouncil(
  parts: Parts,
  ask: Extract<OpenMeeting, { protocol: 'council.meeting' }>,
): Promise<MeetingRef> {
  const project = await usableProject(parts, ask.project)
  const parley = parleyOf(parts, project)
  const council = await preflight(parley.world)
  const agents = await agentsFor(ask.agents, { root: project.path, home: parts.home })
  for (let tries = 0; tries < 100; tries++) {
    const identity = await identify(parley.world, ask.task)
    const input = openingInput(council, ask.task, identity)
    if (await parley.open({ protocol: 'council.meeting', id: identity.id, input, agents }))
      return { project: project.name, id: identity.id }
  }
  throw new Refused('busy', 'No free session id was found in a hundred tries.', 'Try again in a minute.')
}

async function openMeet(parts: Parts, ask: Extract<OpenMeeting, { protocol: 'meet' }>): Promise<MeetingRef> {
  const project = await usableProject(parts, ask.project)
  const parley = parleyOf(parts, project)
  const ready = await prepare(
    {
      charter: ask.charter,
      modes: ask.mode === undefined ? [] : [ask.mode],
      invitees: ask.invitees === undefined ? undefined : ask.invitees.join(','),
      override: false,
      noWeb: ask.noWeb ?? false,
      skipResearch: ask.skipResearch ?? false,
      maxTurns: undefined,
      perAgentCap: undefined,
    },
    parley.world,
    masking,
  )
  if (ready.kind === 'refused') throw new Refused('bad-request', ready.lines.join(' ') || ready.halt)
  const settled = await agentsFor(ask.agents, { root: project.path, home: parts.home })
  const agents = { ...settled, ceiling: settled.ceiling ?? ready.ceiling }
  const voicing = { voice: (seat: string) => agents.seats[seat] ?? agents.default, ceiling: agents.ceiling }
  const id = await openPrepared(ready, parley.world, voicing, (free, input) =>
    parley.open({ protocol: 'meet', id: free, input, agents }),
  )
  return { project: project.name, id }
}

async function masking(text: string) {
  const { text: clean, found } = await scrub(text)
  return { text: clean, kinds: found.map(({ kind }) => kind) }
}
