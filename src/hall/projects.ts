// Projects: the registered repositories, under `projects` in the person's own config.yaml. A person may edit the file by hand.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, isSeq, parseDocument } from 'yaml'
import { z } from 'zod'
import { WrongUsage } from '../kernel/errors.js'
import { safeId } from '../protocols/talk/documents/ids.js'
import { replaceNamed } from '../workspace/plain-files.js'

const text = z.string('must be a text').trim().min(1, 'must not be empty')
const name = text.refine(
  (value) => safeId(value) !== null && /^[A-Za-z0-9._-]{1,64}$/.test(value),
  'must be one word of letters, digits, dots, dashes and underscores: it stands in addresses, folders and branches',
)
const prefix = text.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'must be one word: branches are named below it')

const ProjectConfig = z.strictObject(
  {
    name,
    path: text,
    title: text.optional(),
    description: text.optional(),
    repoUrl: text.optional(),
    group: text.optional(),
    defaultBranch: text.optional(),
    /** The first part of the names of parley's branches. */
    branchPrefix: prefix.optional(),
    meetingCap: z.int('must be a whole number').positive('must be more than zero').optional(),
    memoryLimit: z.int('must be a whole number').positive('must be more than zero').optional(),
  },
  'must be a map with at least a name and a path',
)

/** A registered project, and why it cannot be worked in now, or null. */
export interface KnownProject extends ProjectConfig {
  readonly trouble: string | null
  /** The person has met there and has not registered it: its meetings are shown, and it has no talks yet. */
  readonly seen?: true
}

export type ProjectConfig = z.infer<typeof ProjectConfig>

/** A file that cannot be understood is refused whole, with every bad field named: a guess could work in the wrong folder. */
export async function readProjects(home: string): Promise<readonly ProjectConfig[]> {
  const document = await load(home)
  const given: unknown = document.get('projects') === undefined ? [] : document.toJS().projects
  const checked = z.array(ProjectConfig, 'must be a list').safeParse(given ?? [])
  if (!checked.success) throw wrong(home, checked.error.issues.flatMap(faultsOf))
  const twice = checked.data.filter(
    ({ name }, at) => checked.data.findIndex((other) => other.name === name) < at,
  )
  if (twice.length > 0)
    throw wrong(
      home,
      twice.map((project) => `two projects are called ${project.name}`),
    )
  return checked.data
}

/** Adds one entry; comments and all other settings of the file stay as they are. */
export async function addProject(home: string, project: ProjectConfig): Promise<void> {
  const document = await load(home)
  if (!isSeq(document.get('projects', true))) document.set('projects', document.createNode([]))
  document.addIn(['projects'], document.createNode(project))
  await save(home, document)
}

/** Removes one entry, and nothing else. */
export async function removeProject(home: string, project: string): Promise<void> {
  const document = await load(home)
  const list = document.get('projects', true)
  if (!isSeq(list)) return
  const at = list.items.findIndex((_, index) => document.getIn(['projects', index, 'name']) === project)
  if (at >= 0) document.deleteIn(['projects', at])
  await save(home, document)
}

/** Why this folder cannot be a project now, or null. */
export function troubleWith(path: string): string | null {
  if (!existsSync(path)) return `There is no folder ${path}.`
  return existsSync(join(path, '.git')) ? null : `${path} is no git repository.`
}

const fileIn = (home: string) => join(home, 'config.yaml')

async function load(home: string): Promise<Document> {
  const source = await readFile(fileIn(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const document = parseDocument(source, { logLevel: 'silent' })
  const [fault] = document.errors
  if (fault) throw wrong(home, [`line ${fault.linePos?.[0].line ?? 1} is not YAML that can be read`])
  const content: unknown = document.toJS() ?? {}
  if (typeof content !== 'object' || Array.isArray(content))
    throw wrong(home, ['it must be a map of settings'])
  return document as Document
}

function save(home: string, document: Document): void {
  replaceNamed(fileIn(home), { text: document.toString({ lineWidth: 0 }), mode: 0o600 })
}

function faultsOf(issue: z.core.$ZodIssue): string[] {
  const at = ['projects', ...issue.path].map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...at, key].join('.')} is not a known key`)
  return [
    `${at.join('.')} ${/^must/.test(issue.message) ? issue.message : 'is missing or of the wrong kind'}`,
  ]
}

function wrong(home: string, faults: readonly string[]): WrongUsage {
  return new WrongUsage(`${fileIn(home)}: ${faults.join('; ')}.`, 'Fix the file, then try again.')
}
