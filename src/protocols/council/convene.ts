// Convene: sets a council up from a template. No session, no model, no commit; nothing that a session left is touched.

import { CannotGoOn, WrongUsage } from '../../kernel/errors.js'
import type { Choice } from '../../kernel/request.js'
import type { Documents } from '../../kernel/run/documents.js'
import type { World } from '../../kernel/world.js'
import { closeNames, didYouMean } from '../../rules/close-names.js'
import type { Ask } from './ask.js'
import { readCouncil } from './documents/config.js'
import {
  councilFile,
  ignoreFile,
  ignoreText,
  memoryFolder,
  recordsFolder,
  scratchFolder,
  seatPath,
  seatsFolder,
} from './documents/places.js'
import { rewriteCouncil } from './documents/rewrite.js'
import { readSeat } from './documents/seat-file.js'
import type { ConvenedCouncil } from './preflight.js'
import { recommended, recreate, type TemplateLine, whichTemplate } from './questions.js'

export interface ConveneRequest {
  /** The template's name; asked for when absent. */
  readonly template?: string | undefined
  /** Overwrites a council that is already there without asking. */
  readonly yes?: boolean
}

export type Convening =
  | {
      readonly kind: 'convened'
      readonly name: string
      readonly description: string
      readonly chair: string
      readonly seats: readonly string[]
      /** Relative to the root, as written. */
      readonly files: readonly string[]
    }
  | { readonly kind: 'cancelled'; readonly name: string }

/** `world.root` is where the council will be. `ask` gives undefined where nobody can answer. */
export async function convene(
  world: World,
  documents: Documents,
  request: ConveneRequest,
  ask: Ask,
): Promise<Convening> {
  const known = await templates(world)
  const name = request.template ?? (await chooseTemplate(known, ask))
  const template = await templateText(world, known, name)
  const current = await world.files.read(councilFile)
  const council = mustRead(template, name)
  if (
    current !== null &&
    !(await mayOverwrite(world, { current, name, seats: council.seats }, request, ask))
  ) {
    return { kind: 'cancelled', name: currentName(current) }
  }
  for (const folder of [seatsFolder, memoryFolder, scratchFolder, recordsFolder])
    await world.files.makeFolder(folder)
  const files = new Map([[councilFile, await newCouncil(world, known, current, template)]])
  for (const seat of council.seats) files.set(seatPath(seat), await persona(world, seat))
  files.set(ignoreFile, ignoreText)
  for (const [path, text] of files) await documents.write(path, text)
  const { name: convened, description, chair, seats } = council
  return { kind: 'convened', name: convened, description, chair, seats, files: [...files.keys()] }
}

/** The council of a template as a session records it, without anything being written. */
export async function councilOf(world: World, template: string): Promise<ConvenedCouncil> {
  const text = await templateText(world, await templates(world), template)
  const council = mustRead(text, template)
  const seats = await Promise.all(
    council.seats.map(async (name) => shippedSeat(await persona(world, name), name)),
  )
  return { ...council, seats }
}

function shippedSeat(text: string, name: string): ConvenedCouncil['seats'][number] {
  const reading = readSeat(text, name)
  if (reading.kind === 'seat') {
    const { title, voice, body } = reading.seat
    return { name, title, voice, persona: body }
  }
  throw new CannotGoOn(
    'LIBRARY',
    `The persona ${name} cannot be read: ${reading.fault}.`,
    'Install parley again.',
  )
}

/** Every template that ships with parley, the recommended one first. */
export async function templates(world: World): Promise<readonly TemplateLine[]> {
  const names = (await world.library.list('council/templates'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .toSorted((a, b) => Number(b === recommended) - Number(a === recommended))
  return Promise.all(
    names.map(async (name) => {
      const { description, seats, chair } = mustRead(await libraryText(world, templatePath(name)), name)
      return { name, description, seats, chair }
    }),
  )
}

/** The same as a form offers them; none where the library cannot be read. */
export async function templateChoices(world: World): Promise<readonly Choice[]> {
  const known = await templates(world).catch(() => [])
  return known.map(({ name, description, seats, chair }) => ({
    value: name,
    label: name,
    about: description,
    seats: seatChoices(seats, chair),
  }))
}

/** Seats as a form names them. */
export function seatChoices(seats: readonly string[], chair: string): readonly Choice[] {
  return seats.map((name) => ({ value: name, label: name, about: name === chair ? 'chair' : '' }))
}

const templatePath = (name: string) => `council/templates/${name}.yaml`

async function chooseTemplate(known: readonly TemplateLine[], ask: Ask): Promise<string> {
  const answer = await ask(whichTemplate(known))
  return answer ? (answer.text ?? answer.choose).trim() : recommended
}

async function templateText(world: World, known: readonly TemplateLine[], name: string): Promise<string> {
  if (!known.some((template) => template.name === name)) {
    const list = known.map((template) => `- ${template.name}: ${template.description}`).join('\n')
    const near = closeNames(
      name,
      known.map((template) => template.name),
    )
    throw new WrongUsage(`There is no template "${name}".`, didYouMean(near, `Known templates:\n${list}`))
  }
  return libraryText(world, templatePath(name))
}

interface Overwrite {
  readonly current: string
  readonly name: string
  readonly seats: readonly string[]
}

async function mayOverwrite(
  world: World,
  over: Overwrite,
  { yes }: ConveneRequest,
  ask: Ask,
): Promise<boolean> {
  if (yes) return true
  const edited = await editedSeats(world, over.seats)
  const answer = await ask(recreate(currentName(over.current), over.name, edited))
  if (answer) return answer.choose === 'recreate'
  throw new WrongUsage(
    `A council "${currentName(over.current)}" is already convened here, and nobody can be asked whether to overwrite it.` +
      (edited.length > 0 ? ` These seat files would lose their text: ${edited.join(', ')}.` : ''),
    'Add --yes to overwrite roster and seats; memory and records stay.',
  )
}

/** Seat files that would be overwritten and differ from the library's: the person may have edited them. */
async function editedSeats(world: World, seats: readonly string[]): Promise<string[]> {
  const edited: string[] = []
  for (const seat of seats) {
    const text = await world.files.read(seatPath(seat))
    if (text !== null && text !== (await persona(world, seat))) edited.push(`seats/${seat}.md`)
  }
  return edited
}

/** An unedited template holds nothing of the person's, so it is replaced as a whole. */
async function newCouncil(
  world: World,
  known: readonly TemplateLine[],
  current: string | null,
  template: string,
) {
  const shipped = await Promise.all(known.map(({ name }) => libraryText(world, templatePath(name))))
  return current === null || shipped.includes(current) ? template : rewriteCouncil(current, template)
}

function currentName(text: string): string {
  const reading = readCouncil(text)
  return reading.kind === 'council' ? reading.council.name : 'unreadable'
}

const persona = (world: World, seat: string) => libraryText(world, `council/seats/${seat}.md`)

async function libraryText(world: World, path: string): Promise<string> {
  const text = await world.library.read(path)
  if (text === null)
    throw new CannotGoOn('LIBRARY', `parley's library has no ${path}.`, 'Install parley again.')
  return text
}

function mustRead(text: string, name: string) {
  const reading = readCouncil(text)
  if (reading.kind === 'council') return reading.council
  throw new CannotGoOn(
    'LIBRARY',
    `The template ${name} cannot be read: ${reading.faults.join('; ')}.`,
    'Install parley again.',
  )
}
