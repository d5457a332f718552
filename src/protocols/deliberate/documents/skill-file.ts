// Skill files: SKILL.md and DEPARTMENT.md, what is read from them, and the two changes that a session may make to a skill.

import { embed } from '../../../text/embedded.js'
import { lineIn, readFrontmatter } from '../../../text/frontmatter.js'
import { splitFrontmatter } from '../../../text/split-frontmatter.js'
import { textsIn } from './json-file.js'
import { sectionOf, withSection } from './sections.js'
import { readTable } from './tables.js'
import { oneLine } from './text.js'

export interface Skill {
  readonly name: string
  readonly version: number
  readonly triggers: readonly string[]
  /** The steps. */
  readonly process: string
  readonly notes: number
}

export interface DepartmentSkill {
  readonly skill: string
  readonly triggers: readonly string[]
}

/** Null when it has no frontmatter or no name. What else is missing is empty, since people write these by hand. */
export function readSkill(text: string): Skill | null {
  const { fields, body, trouble } = readFrontmatter(text)
  const name = lineIn(fields, 'name')
  if (trouble?.kind === 'absent' || name === '') return null
  const version = fields['version']
  const triggers = fields['triggers']
  return {
    name,
    version: typeof version === 'number' && Number.isSafeInteger(version) && version > 0 ? version : 1,
    triggers: typeof triggers === 'string' ? listIn(triggers) : textsIn(triggers).map(oneLine),
    process: sectionOf(body, processTitle(body)) ?? '',
    notes: notesIn(body).length,
  }
}

/** In the order of the table, which settles ties. */
export function departmentSkills(text: string): DepartmentSkill[] {
  const { body } = readFrontmatter(text)
  const rows = readTable(sectionOf(body, 'Skills') ?? '', ['Skill', 'Triggers'])
  return rows.map((cells) => ({
    skill: bare(cells['Skill']!),
    triggers: listIn(cells['Triggers']!).map(bare),
  }))
}

export interface EvolutionNote {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly slug: string
  readonly observation: string
}

/** Adds the note below the others. One that stands there already is not added again, so that a retry is harmless. */
export function withNote(text: string, { date, slug, observation }: EvolutionNote): string {
  const said = oneLine(observation).replace(/--!?>/g, '→')
  const line = `<!-- ${date} | ${slug} | ${said} -->`
  const notes = sectionOf(text, 'Evolution Notes') ?? ''
  if (notes.split('\n').includes(line)) return text
  return withSection(text, 'Evolution Notes', notes === '' ? line : `${notes}\n${line}`)
}

/** Replaces the steps. The version is given, not counted up, so that doing it twice changes nothing. */
export function withProcess(text: string, process: string, version: number): string {
  const changed = withSection(text, processTitle(text), embed(process))
  const split = splitFrontmatter(changed)
  if (split === null) return changed
  const line = `version: ${version}`
  const yaml = /^version:.*$/m.test(split.yaml)
    ? split.yaml.replace(/^version:.*$/m, line)
    : `${split.yaml}${line}\n`
  return split.open + yaml + split.close + split.body
}

/** A change of the steps is heard only for a skill that has been observed three times. */
export function hearsProposals({ notes }: Skill): boolean {
  return notes >= 3
}

function processTitle(text: string): string {
  return sectionOf(text, 'Process') === null && sectionOf(text, 'Procedure') !== null
    ? 'Procedure'
    : 'Process'
}

function notesIn(body: string): string[] {
  const lines = (sectionOf(body, 'Evolution Notes') ?? '').split('\n')
  return lines.filter((line) => /^<!-- \d{4}-\d\d-\d\d \| .* \| .* -->$/.test(line.trim()))
}

function listIn(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** A name in a table may be set as code, bold or a link. */
function bare(text: string): string {
  return text.replace(/^\[(.*)\]\(.*\)$/, '$1').replace(/^[`*]+|[`*]+$/g, '')
}
