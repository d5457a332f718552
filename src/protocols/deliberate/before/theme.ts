// A theme and the personas that it names. Everything that is wrong with them is said at once.
//
//   THEME1  One that lies in the workspace, and may have come with a clone, is used only where the person named it. Where nobody
//           named one it is the library's, whatever lies in the workspace.

import { WrongUsage } from '../../../kernel/errors.js'
import type { Choice } from '../../../kernel/request.js'
import { mostOfSmall, type World } from '../../../kernel/world.js'
import { readPersona } from '../documents/persona.js'
import { readTheme } from '../documents/theme.js'
import type { Theme } from '../documents/theme-shape.js'

export interface LoadedTheme {
  readonly theme: Theme
  readonly text: string
  /** By file name without `.md`. */
  readonly personas: Readonly<Record<string, string>>
}

type Places = Pick<World, 'files' | 'library'>

/** Used where nobody names one. */
const usual = 'council'

/** `named`: by the person; null where nobody named one. */
export async function loadTheme(world: Places, named: string | null): Promise<LoadedTheme> {
  const id = named ?? usual
  const text = named === null ? await shippedText(world, usual) : await themeText(world, named)
  if (text === null) throw await noTheme(world, id)
  const own = await personaNames(world)
  const reading = readTheme(text, id, [...own.keys()])
  if (reading.kind === 'faulty') throw faulty(id, reading.faults)
  const { theme } = reading
  const files = [...new Set([theme.conductor, ...theme.roster.map(({ file }) => file)])]
  const texts = await Promise.all(files.map(async (file) => [file, (await own.get(file)!()) ?? ''] as const))
  const bad = texts.flatMap(([file, persona]) => {
    const read = readPersona(persona)
    return read.kind === 'faulty' ? [`the persona ${file}.md: ${read.fault}`] : []
  })
  if (bad.length > 0) throw faulty(id, bad)
  return { theme, text, personas: Object.fromEntries(texts) }
}

/** Ids of the themes there are, the workspace's own first. */
export async function themeIds({ files, library }: Places): Promise<string[]> {
  const folders = (await files.list('.claude')).filter((name) => isThemeId(name.replace(/\/$/, '')))
  const own = await Promise.all(
    folders.map(async (name) =>
      (await files.exists(`.claude/${name}theme.yaml`)) ? [name.slice(0, -1)] : [],
    ),
  )
  const shipped = (await library.list('deliberate/themes')).filter((name) => name.endsWith('.yaml'))
  return [...new Set([...own.flat(), ...shipped.map((name) => name.replace(/\.yaml$/, ''))])]
}

/** The themes there are, as a form offers them. One that cannot be read is offered by its id: opening it says what is wrong. */
export async function themeChoices(world: Places): Promise<readonly Choice[]> {
  const ids = await themeIds(world)
  const own = await Promise.all(ids.map((id) => ownText(world, id)))
  // What comes with parley is what a form leaves open.
  const listed = ids.filter((id, at) => id !== usual || own[at] !== null)
  return Promise.all(
    listed.map(async (value) => {
      const loaded = await loadTheme(world, value).catch(() => null)
      if (loaded === null) return { value, label: value, about: '' }
      const { name, roster } = loaded.theme
      const some = roster.slice(0, 4).map((member) => member.name)
      const more = roster.length > some.length ? ` and ${roster.length - some.length} more` : ''
      return { value, label: name, about: `${some.join(', ')}${more}` }
    }),
  )
}

/** It is part of paths, and is told to the person. */
function isThemeId(id: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(id)
}

async function themeText(world: Places, id: string): Promise<string | null> {
  return isThemeId(id) ? ((await ownText(world, id)) ?? (await shippedText(world, id))) : null
}

function ownText({ files }: Places, id: string): Promise<string | null> {
  return files.read(`.claude/${id}/theme.yaml`, mostOfSmall)
}

function shippedText({ library }: Places, id: string): Promise<string | null> {
  return library.read(`deliberate/themes/${id}.yaml`)
}

async function noTheme(world: Places, id: string): Promise<WrongUsage> {
  return new WrongUsage(
    `There is no theme "${id}".`,
    `There are: ${(await themeIds(world)).join(', ')}. One of your own goes to .claude/NAME/theme.yaml.`,
    'theme',
  )
}

/** How to read each persona; one of the workspace goes before one of the library. */
async function personaNames({ files, library }: Places): Promise<Map<string, () => Promise<string | null>>> {
  const named = (names: readonly string[]) =>
    names.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -'.md'.length))
  const shipped = named(await library.list('deliberate/personas'))
  const own = named(await files.list('.claude/agents'))
  return new Map([
    ...shipped.map((name) => [name, () => library.read(`deliberate/personas/${name}.md`)] as const),
    ...own.map((name) => [name, () => files.read(`.claude/agents/${name}.md`, mostOfSmall)] as const),
  ])
}

function faulty(id: string, faults: readonly string[]): WrongUsage {
  const list = faults.map((fault) => `\n- ${fault}`).join('')
  return new WrongUsage(
    `The theme "${id}" cannot be used:${list}`,
    'Mend its file, or use another theme.',
    'theme',
  )
}
