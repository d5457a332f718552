// Handing over: the folder of an analysis as what another meeting is about. The folder may have come with a clone.
//
//   HAND1  Only plain files of known names are read, through no link, each of bounded length: anything else is refused before a meeting is opened.
//   HAND2  What is read is material for seats, in a fence; no word of it is the person's, but for the title where an idea has to be called something.

import { OutsideBoundary, WrongUsage } from '../../kernel/errors.js'
import type { World } from '../../kernel/world.js'
import type { Around } from '../manifest.js'
import { headOf } from './before/standing.js'
import { briefOf, metaFacts } from './documents/brief.js'
import { isSlug } from './rules/slug.js'

export interface HandedOver {
  /** What the item is called: its folder's name. */
  readonly slug: string
  readonly folder: string
  readonly title: string
  readonly text: string
  /** For the person, before the meeting begins. */
  readonly warnings: readonly string[]
}

/** What the three commands that begin with an analysis call their flag. */
export const fromField = {
  kind: 'text',
  label: 'From an analysis',
  help: 'begin with an analysis: the folder that `parley analyze` left, such as docs/requirements/retry-queue',
  takes: 'FOLDER',
  folder: true,
  advanced: true,
} as const

const readable = [
  'requirements-spec.md',
  'requirements-summary.md',
  'user-stories.json',
  'traceability-matrix.csv',
  'quick-scan.md',
  'impact-analysis.md',
  'architecture-overview.md',
  'architecture-summary.md',
  'module-design.md',
  'interface-spec.md',
  'data-flow.md',
  'error-taxonomy.md',
  'design-summary.md',
] as const

const mostBytes = 400_000

export async function analysisIn({ world }: Pick<Around, 'world'>, named: string): Promise<HandedOver> {
  const folder = named.replace(/^(?:\.\/)+|\/+$/g, '')
  const slug = folder.split('/').at(-1) ?? ''
  if (!isSlug(slug))
    throw new WrongUsage(
      `"${named}" cannot be the folder of an analysis.`,
      'Name the folder of an item inside this workspace; `parley analyze --list` lists them.',
      'from',
    )
  const spec = await documentIn(world, folder, 'requirements-spec.md')
  if (spec === null)
    throw new WrongUsage(
      `There is no requirements-spec.md in ${folder}.`,
      'Name the folder of an item; `parley analyze --list` lists them.',
      'from',
    )
  const here = await present(world, folder)
  const warnings = await doubts(world, folder)
  const { title, text } = briefOf({
    folder,
    spec,
    impact: await documentIn(world, folder, 'impact-analysis.md'),
    design: await documentIn(world, folder, 'design-summary.md'),
    paths: here,
    remarks: warnings,
  })
  return { slug, folder, title: title || slug, text, warnings }
}

async function present(world: World, folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of readable)
    if ((await sizeOf(world, `${folder}/${name}`)) !== null) found.push(`${folder}/${name}`)
  return found
}

/** Null where there is none (HAND1). */
async function documentIn(world: World, folder: string, name: string): Promise<string | null> {
  const path = `${folder}/${name}`
  const bytes = await sizeOf(world, path)
  if (bytes === null) return null
  if (bytes > mostBytes)
    throw new WrongUsage(
      `${path} is longer than ${mostBytes} bytes.`,
      'No document of an analysis is: look at what it is, and shorten it.',
      'from',
    )
  const text = (await world.files.read(path)) ?? ''
  if (/[\0\ufffd]/.test(text)) throw new WrongUsage(`${path} is no UTF-8 text.`, 'Save it as UTF-8.', 'from')
  return text
}

async function sizeOf({ files }: World, path: string): Promise<number | null> {
  try {
    return await files.plainSize(path)
  } catch (error) {
    if (!(error instanceof OutsideBoundary)) throw error
    throw new WrongUsage(
      `${error.detail}.`,
      'Documents of an analysis are plain files inside the workspace; a link is not followed.',
      'from',
    )
  }
}

/** What meta.json leaves open. It gates nothing: the person has chosen the folder. */
async function doubts(world: World, folder: string): Promise<string[]> {
  const text = await documentIn(world, folder, 'meta.json')
  const facts = text === null ? null : metaFacts(text)
  if (facts === null)
    return [
      `${folder}/meta.json ${text === null ? 'is missing' : 'cannot be read'}, so nothing says that this analysis was signed off.`,
    ]
  const head = await headOf(world)
  const moved = facts.commit !== null && head !== 'none' && !facts.commit.startsWith(head)
  return [
    ...(facts.isSignedOff ? [] : ['This analysis was not signed off: its meta.json holds no acceptance.']),
    ...(moved
      ? [
          `This analysis was made for commit ${facts.commit.slice(0, 7)}, and the code stands at ${head}: what it says of files may no longer hold.`,
        ]
      : []),
  ]
}
