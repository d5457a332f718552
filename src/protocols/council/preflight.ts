// Preflight: what every council verb but `convene` checks first. Reads only.

import { CannotGoOn, WrongUsage } from '../../kernel/errors.js'
import { mostOfSmall, type World } from '../../kernel/world.js'
import { readCouncil } from './documents/config.js'
import { councilFile, seatPath } from './documents/places.js'
import { readSeat, type SeatFile } from './documents/seat-file.js'
import type { Identity } from './identity.js'
import type { CouncilInput } from './input.js'

/** The council as a session records it in its input, and the description that lists show. */
export type ConvenedCouncil = CouncilInput['council'] & {
  readonly description: string
  /** Its meetings begin with a round in which no seat sees another's words. */
  readonly blind: boolean
}

/** The council of this root. Rejects with a `WrongUsage` that names every fault. */
export async function preflight(world: World): Promise<ConvenedCouncil> {
  const text = await world.files.read(councilFile, mostOfSmall)
  if (text === null) {
    throw new WrongUsage(
      `No council is convened in ${world.root}.`,
      'Convene one: `parley council convene [template]`; or add `--template software-team`, and it is convened first.',
    )
  }
  const reading = readCouncil(text)
  if (reading.kind === 'faulty') throw faulty(reading.faults.map((fault) => `${councilFile}: ${fault}`))
  const seats = await Promise.all(reading.council.seats.map((seat) => seatOf(world, seat)))
  const faults = seats.flatMap((seat) => (typeof seat === 'string' ? [seat] : []))
  if (faults.length > 0) throw faulty(faults)
  const found = seats.filter((seat) => typeof seat !== 'string')
  return {
    ...reading.council,
    seats: found.map(({ name, title, voice, body }) => ({ name, title, voice, persona: body })),
  }
}

/** `work` starts from a commit: a repository without one is refused before anything is opened. */
export async function preflightWork(world: World): Promise<void> {
  const repository = await world.git.repository()
  if (repository.kind === 'empty') throw noCommit()
}

export function noCommit(): CannotGoOn {
  return new CannotGoOn(
    'NO_COMMIT',
    'This repository has no commit yet, and work starts from one.',
    'Commit something first, an empty README will do, then ask again.',
  )
}

/** The input of a new session. */
export function openingInput(council: ConvenedCouncil, task: string, identity: Identity): CouncilInput {
  const { description: _description, blind: _blind, ...taken } = council
  if (task.trim() === '') throw new WrongUsage('A session needs a task.', 'Say it in a sentence, in quotes.')
  return { task: task.trim(), started: identity.started, council: taken }
}

async function seatOf(world: World, seat: string): Promise<SeatFile | string> {
  const path = seatPath(seat)
  const text = await world.files.read(path, mostOfSmall)
  if (text === null) return `${path} is missing, and ${councilFile} names that seat`
  const reading = readSeat(text, seat)
  return reading.kind === 'seat' ? reading.seat : `${path}: ${reading.fault}`
}

function faulty(faults: readonly string[]): WrongUsage {
  return new WrongUsage(
    `This council cannot sit:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    'Fix these files, or convene again.',
  )
}
