// Forms: what somebody who opens a meeting can choose from.

import { detect } from '../agents/choose.js'
import { agentForms } from '../agents/names.js'
import { probe } from '../agents/probe.js'
import type { World } from '../kernel/world.js'
import { preflight } from '../protocols/council/preflight.js'
import { readRoster } from '../protocols/meet/roster.js'
import { readSettings } from '../protocols/meet/settings.js'
import { MODES } from '../rules/modes.js'
import { loadConfig } from '../workspace/config.js'
import type { Forms } from './api.js'
import { type Parts, parleyOf, usableProject } from './parts.js'

export async function forms(parts: Parts, name: string): Promise<Forms> {
  const project = await usableProject(parts, name)
  const { world } = parleyOf(parts, project)
  const [invitees, council, all, agents] = await Promise.all([
    inviteesOf(world),
    councilOf(world),
    parts.talks.workers(),
    agentsOf(parts, project.path),
  ])
  const modes = MODES.map(({ name, purpose, defaultInvitees }) => ({
    name,
    purpose,
    invitees: defaultInvitees,
  }))
  return { modes, invitees, council, workers: all, agents }
}

/** A roster that cannot be read leaves the form without names; opening the meeting says what is wrong with it. */
async function inviteesOf(world: World): Promise<Forms['invitees']> {
  try {
    const { userName } = await readSettings(world)
    const { candidates } = await readRoster(world, userName)
    const seated = candidates.filter(({ unseatable, isPerson }) => unseatable === undefined && !isPerson)
    return seated.map(({ id, name, role }) => ({ id, name, title: role }))
  } catch {
    return []
  }
}

async function councilOf(world: World): Promise<Forms['council']> {
  try {
    const { name, chair, seats } = await preflight(world)
    return { name, chair, seats: seats.map((seat) => seat.name) }
  } catch {
    return null
  }
}

/** What was found on this machine first, then every other way to name agents. */
async function agentsOf(parts: Parts, root: string): Promise<Forms['agents']> {
  const { models } = await loadConfig(root, parts.home)
  const found = await detect(process.env, probe, models)
  const ready = found.flatMap(({ name, because }) => (name === null ? [] : [{ name, hint: because }]))
  const rehearsal = { name: 'rehearsal', hint: 'No model speaks: real lines from the project, no judgment' }
  return [
    ...ready,
    rehearsal,
    ...agentForms.filter((form) => /[A-Z]/.test(form)).map((name) => ({ name, hint: 'Fill it in' })),
  ]
}
