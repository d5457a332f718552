// Editing a council on a form: its roster, and the persona of each seat. What could not sit afterwards is refused, and nothing is written.

import { setField, withBody } from '../../documents/frontmatter-edit.js'
import { unwrapped, wrappedAsBefore } from '../../documents/hard-wraps.js'
import type { Documents } from '../../kernel/documents.js'
import { WrongUsage } from '../../kernel/errors.js'
import { type Fields, type Given, readRequest } from '../../kernel/request.js'
import { mostOfSmall, type World } from '../../kernel/world.js'
import type { StandingPaper } from '../manifest.js'
import { type Council, readCouncil } from './documents/config.js'
import { councilFile, seatPath } from './documents/places.js'
import { changedCouncil } from './documents/rewrite.js'
import { readSeat } from './documents/seat-file.js'

const ROSTER = 'council'

const rosterFields = {
  name: { kind: 'text', label: 'Name', help: 'what the council is called', required: true },
  description: { kind: 'text', label: 'Description', help: 'what it is for, in a sentence' },
  seats: {
    kind: 'names',
    label: 'Seats',
    help: 'in speaking order; a name from the library brings its persona, any other a short one to write on',
  },
  chair: { kind: 'text', label: 'Chair', help: 'one of the seats; writes the record', required: true },
  blind: {
    kind: 'switch',
    label: 'Blind first round',
    help: 'in round 1 of every meeting no seat sees another’s words',
  },
  maxTurns: {
    kind: 'number',
    label: 'Turns of one work run',
    help: 'after so many the chair concludes',
    least: 1,
    default: 12,
  },
} as const satisfies Fields

const seatFields = {
  title: { kind: 'text', label: 'Title', help: 'as records name it' },
  voice: { kind: 'text', label: 'Voice', help: 'how it speaks, in a few words' },
  persona: {
    kind: 'text',
    label: 'Persona',
    help: 'who it is and what it cares about; every turn begins with this text',
    required: true,
    lines: 18,
  },
} as const satisfies Fields

type Papers = { readonly papers: readonly StandingPaper[]; readonly trouble: string | null }

/** None where there is no council. A roster that cannot be read is named; its file is mended by hand, or the council convened anew. */
export async function papers(world: World): Promise<Papers> {
  const text = await world.files.read(councilFile, mostOfSmall)
  if (text === null) return { papers: [], trouble: null }
  const reading = readCouncil(text)
  if (reading.kind === 'faulty')
    return { papers: [], trouble: `${councilFile} cannot be read: ${reading.faults.join('; ')}.` }
  const { council } = reading
  const seats = await Promise.all(council.seats.map((seat) => seatPaper(world, seat, council)))
  const faults = seats.flatMap((seat) => (typeof seat === 'string' ? [seat] : []))
  return {
    papers: [await rosterPaper(world, council), ...seats.filter((seat) => typeof seat !== 'string')],
    trouble: faults.length === 0 ? null : `This council cannot sit: ${faults.join('; ')}.`,
  }
}

async function rosterPaper(world: World, council: Council): Promise<StandingPaper> {
  const { name, description, seats, chair, blind, maxTurns } = council
  return {
    key: ROSTER,
    title: 'Roster and limits',
    path: councilFile,
    fields: rosterFields,
    values: { name, description, seats, chair, blind, maxTurns },
    sha256: await world.files.digest(councilFile),
  }
}

/** A seat whose file has no persona that can be read is shown with the one that it would be given. */
async function seatPaper(world: World, seat: string, { chair }: Council): Promise<StandingPaper | string> {
  const path = seatPath(seat)
  const text = await world.files.read(path, mostOfSmall)
  if (text === null) return `${path} is missing`
  const reading = readSeat(text, seat)
  if (reading.kind === 'faulty') return `${path}: ${reading.fault}`
  const { title, voice, body } = reading.seat
  return {
    key: seat,
    title: seat === chair ? `${seat}, in the chair` : seat,
    path,
    fields: seatFields,
    values: { title, voice, persona: unwrapped(body) },
    sha256: await world.files.digest(path),
  }
}

/** `key` is that of a paper which was shown. */
export async function edit(world: World, documents: Documents, key: string, given: Given): Promise<void> {
  const text = await world.files.read(councilFile, mostOfSmall)
  const reading = text === null ? null : readCouncil(text)
  if (text === null || reading?.kind !== 'council')
    throw new WrongUsage('There is no council here that can be edited.', 'Convene one first.')
  if (key === ROSTER) return editRoster(world, documents, text, given)
  if (!reading.council.seats.includes(key))
    throw new WrongUsage(`This council has no seat "${key}".`, 'Add it to its seats first.')
  return editSeat(world, documents, key, given)
}

async function editRoster(world: World, documents: Documents, current: string, given: Given): Promise<void> {
  const { name, description = '', seats, chair, blind, maxTurns } = readRequest(rosterFields, given)
  const text = changedCouncil(current, {
    name: name.trim(),
    description: description.trim(),
    seats: seats.map((seat) => seat.trim()),
    chair: chair.trim(),
    blind,
    maxTurns,
  })
  const reading = readCouncil(text)
  if (reading.kind === 'faulty')
    throw new WrongUsage(
      `This council could not sit: ${reading.faults.map((fault) => fault.replace(/^line \d+: /, '')).join('; ')}.`,
      'Nothing was written.',
      reading.faults.some((fault) => fault.includes('chair')) ? 'chair' : 'seats',
    )
  for (const seat of reading.council.seats)
    if (!(await world.files.exists(seatPath(seat))))
      await documents.write(seatPath(seat), await firstPersona(world, seat))
  await documents.write(councilFile, text)
}

/** The library's persona of this name, else a few words to write on. */
async function firstPersona(world: World, seat: string): Promise<string> {
  const shipped = await world.library.read(`council/seats/${seat}.md`)
  if (shipped !== null) return shipped
  const title = seat
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  return `---\nname: ${seat}\ntitle: ${title}\nvoice: plain, careful\n---\nYou are the ${title} of this council. Say what you would look at first, what would change your mind,\nand what you will not let pass without a dissent.\n`
}

async function editSeat(world: World, documents: Documents, seat: string, given: Given): Promise<void> {
  const { title = '', voice = '', persona } = readRequest(seatFields, given)
  const path = seatPath(seat)
  const before = (await world.files.read(path, mostOfSmall)) ?? `---\nname: ${seat}\n---\n`
  const known = readSeat(before, seat)
  const was = known.kind === 'seat' ? known.seat : { title: '', voice: '', body: '' }
  // Only what was changed is written anew: the file is the person's, and so are its quotes and its lines.
  const set = (text: string, field: 'title' | 'voice', value: string) =>
    value === was[field] ? text : setField(text, field, value)
  const named = set(set(before, 'title', title.trim()), 'voice', voice.trim())
  const text = withBody(named, `${wrappedAsBefore(persona, was.body).trimEnd()}\n`)
  const reading = readSeat(text, seat)
  if (reading.kind === 'faulty')
    throw new WrongUsage(`${path}: ${reading.fault}.`, 'Nothing was written.', 'persona')
  await documents.write(path, text)
}
