// Tools for artifacts: read, written and listed below `.lore/` of the talk's own worktree.

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { define, ToolRefused, yes } from '../../../../agents/tools/define.js'
import type { Tool } from '../../../../kernel/agents.js'
import { isTooLarge, messageOf } from '../../../../kernel/errors.js'
import { readFrontmatter } from '../../../../text/frontmatter.js'
import { withBody } from '../../../../text/frontmatter-edit.js'
import { splitFrontmatter } from '../../../../text/split-frontmatter.js'
import { quoted } from '../../../../text/yaml-text.js'
import { boundedBytes, firstOf } from '../../../../workspace/bounded.js'
import { folderBelow, replaceBelow } from '../../../../workspace/plain-files.js'
import { LORE } from '../../documents/artifact.js'
import { liftRequests } from '../lift.js'
import { meetingLock, projectLock } from '../ports.js'
import type { TalkTools } from './context.js'
import { artifactPlace, artifactsBelow, existingArtifact } from './lore.js'

const MOST_CHARACTERS = 200_000
const MOST_LISTED = 500

const Path = z.string().min(1).max(500).describe('Relative to .lore/, as in "research/survey.md".')

export function artifactTools(context: TalkTools): readonly Tool[] {
  return [readArtifact(context), writeArtifact(context), listArtifacts(context)]
}

function readArtifact({ activity }: TalkTools): Tool {
  return define({
    name: 'read_artifact',
    description: 'Reads an artifact: a markdown file below .lore/, with its frontmatter.',
    writes: false,
    input: z.strictObject({ path: Path }),
    async run({ path }) {
      const text = await textAt((await existingArtifact(activity, path)).absolute, path)
      if (text.length <= MOST_CHARACTERS) return yes(text)
      return yes(`${text.slice(0, MOST_CHARACTERS)}\n(Cut here: it has ${text.length} characters.)`)
    },
  })
}

function writeArtifact(context: TalkTools): Tool {
  return define({
    name: 'write_artifact',
    description:
      'Writes the body of an artifact: a markdown file below .lore/, new or old. The frontmatter of an old one stays as it is; ' +
      'a new one gets its own. The person sees it at once, and it is kept when the talk closes.',
    writes: true,
    input: z.strictObject({
      path: Path.refine((path) => path.endsWith('.md'), 'an artifact is a markdown file: end it in .md'),
      body: z.string().max(1_000_000).describe('All of the text, without frontmatter.'),
      title: z.string().max(200).optional().describe('For a new artifact; left out, its first heading.'),
    }),
    async run(input) {
      const done = await context.locks.exclusively(meetingLock(context.meetingId), () =>
        write(context, input),
      )
      const [request] = mayAsk(input.path) ? await lifted(context) : []
      return request === undefined
        ? done
        : yes(`Asked for the talk ${request}; the person sees the request now.`)
    },
  })
}

const mayAsk = (path: string) => /(^|\/)meetings\/[^/]*$/.test(path)

/** A request among the artifacts is on the integration branch at once. The project's lock is never taken inside a meeting's. */
function lifted(context: TalkTools) {
  const { activity, integration, meetingId, locks, project } = context
  return liftRequests({
    activity,
    integration,
    own: meetingId,
    exclusively: (work) => locks.exclusively(projectLock(project), work),
    commit: (message) => context.commitIntegration(message),
  })
}

async function write(context: TalkTools, input: { path: string; body: string; title?: string | undefined }) {
  await makeLore(context.activity)
  const place = await artifactPlace(context.activity, input.path, 'write')
  const old = await oldText(place.absolute, input.path)
  const text = await context.scrub(
    old === null ? freshText(input, place.path, context.now()) : changedText(old, input.body),
  )
  if (text === old) return yes(`${place.path} has this text already; nothing was written.`)
  replaceBelow(context.activity, place.absolute, { text })
  const isNew = old === null
  context.changed({ path: `${LORE}/${place.path}`, change: isNew ? 'added' : 'changed' })
  return yes(`${isNew ? 'Created' : 'Changed'} ${place.path} (${text.length} characters).`)
}

/** The frontmatter that is there stays, to the byte; one that came with the body is not taken. */
function changedText(old: string, body: string): string {
  return withBody(old, paragraph(readFrontmatter(body).body))
}

function freshText(input: { body: string; title?: string | undefined }, path: string, now: string): string {
  if (splitFrontmatter(input.body)) return withNewline(input.body)
  const heading = /^# +(.*\S)/m.exec(input.body)?.[1]
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  const title = (input.title?.trim() || heading || stem).replace(/\s+/g, ' ')
  const fields = [`title: ${quoted(title)}`, `date: ${now.slice(0, 10)}`, 'status: draft', 'tags: []']
  return `---\n${fields.join('\n')}\n---\n${paragraph(input.body)}`
}

function paragraph(body: string): string {
  return withNewline(`\n${body.replace(/^\s*\n/, '')}`)
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

function listArtifacts({ activity }: TalkTools): Tool {
  return define({
    name: 'list_artifacts',
    description: `Lists the artifacts below .lore/, at most ${MOST_LISTED}, each with its title and status.`,
    writes: false,
    input: z.strictObject({
      folder: z
        .string()
        .max(500)
        .optional()
        .describe('Only below this folder, as in "research". Left out: all.'),
    }),
    async run({ folder }) {
      const paths = await artifactsBelow(activity, (folder ?? '').replace(/^\.?\/+|\/+$/g, ''))
      const lines = await Promise.all(paths.slice(0, MOST_LISTED).map((path) => describe(activity, path)))
      const more = paths.length > MOST_LISTED ? [`(Cut here: there are ${paths.length}. Name a folder.)`] : []
      return yes([...lines, ...more].join('\n') || 'No artifacts.')
    },
  })
}

async function describe(tree: string, path: string): Promise<string> {
  const { fields } = readFrontmatter(await firstOf(join(tree, LORE, path), 20_000))
  const told = [fields['title'], fields['status']].filter(
    (field) => typeof field === 'string' && field !== '',
  )
  return told.length === 0 ? path : `${path} (${told.join('; ')})`
}

async function makeLore(tree: string): Promise<void> {
  const lore = join(tree, LORE)
  if ((await lstat(lore).catch(() => null)) === null) folderBelow(tree, LORE)
}

async function oldText(file: string, path: string): Promise<string | null> {
  const found = await lstat(file).catch(() => null)
  if (found === null) return null
  if (!found.isFile()) throw new ToolRefused(`${path} is not a file.`)
  return textAt(file, path)
}

/** Bytes that are not text would not survive being read and written. */
async function textAt(file: string, path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      (await boundedBytes(file, path)) ?? undefined,
    )
  } catch (error) {
    if (isTooLarge(error)) throw new ToolRefused(messageOf(error))
    if (error instanceof TypeError) throw new ToolRefused(`${path} is not a text file.`)
    throw error
  }
}
