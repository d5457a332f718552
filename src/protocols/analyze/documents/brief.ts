// The brief of an analysis: its documents as one text for those who build, plan or argue about it. Foreign words on lines of their own.

import { fieldsOf } from '../../../rules/values.js'
import { visibleText } from '../../../text/clean.js'
import { shortened } from '../../../text/excerpts.js'
import {
  itemsIn,
  labelledIn,
  type ReadRequirement,
  requirementsIn,
  rowsIn,
  sectionNamed,
  titleIn,
} from './reading.js'

export interface BriefInput {
  readonly folder: string
  readonly spec: string
  readonly impact: string | null
  readonly design: string | null
  /** Everything that is there to be read, by path. */
  readonly paths: readonly string[]
  /** What is to be known before its words are believed. */
  readonly remarks: readonly string[]
}

export interface Brief {
  readonly title: string
  readonly text: string
}

const longest = 40_000

/** A line of it is ours, or begins with a mark and a name of ours; what others wrote can neither begin nor end one. */
export function briefOf({ folder, paths, remarks, ...given }: BriefInput): Brief {
  const spec = visibleText(given.spec)
  const [impact, design] = [visibleText(given.impact ?? ''), visibleText(given.design ?? '')]
  const title = shortened(titleIn(spec), 200)
  const frs = prioritized(spec)
  const part = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${name}:\n${lines.join('\n')}`]
  const text = [
    [title, problemIn(spec)].filter(Boolean).join('\n\n'),
    ...remarks,
    ...priorities.flatMap((priority) => part(heading(priority), frs(priority).flatMap(requirementLines))),
    ...part('Requirements without a priority', frs(null).flatMap(requirementLines)),
    ...part(
      "Won't Have (not part of this work)",
      frs("Won't Have").map(({ id, title: name }) => `- ${id}: ${name}`),
    ),
    ...part(
      'Out of scope',
      rowsIn(sectionNamed(spec, 'Out of Scope')).map(([item = '', why = '']) => `- ${item}: ${why}`),
    ),
    ...part('Implementation order', orderIn(impact)),
    ...part('Known issues', knownIn(design)),
    ...part('Open questions', listed(sectionNamed(design, 'Open Questions'))),
    ...part('Gaps', listed(sectionNamed(spec, 'Gaps and Assumptions'))),
    ...part(
      'To read',
      paths.map((path) => `- ${path}`),
    ),
  ].filter((one) => one !== '')
  return { title, text: cut(text.join('\n\n'), folder) }
}

const priorities = ['Must Have', 'Should Have', 'Could Have'] as const

function heading(priority: string): string {
  return `Requirements, ${priority}`
}

/** By the table of priorities; one that is not in it, or has a word of its own there, has none. */
function prioritized(spec: string): (priority: string | null) => ReadRequirement[] {
  const rows = rowsIn(sectionNamed(spec, 'MoSCoW Prioritization'))
  const known = new Map(rows.map(([fr, , priority]) => [fr, priority?.replaceAll('\u2019', "'")]))
  const words: readonly (string | undefined)[] = [...priorities, "Won't Have"]
  const frs = requirementsIn(spec)
  return (priority) =>
    frs.filter(({ id }) => (words.includes(known.get(id)) ? known.get(id) : null) === priority)
}

function requirementLines({ id, title, description, criteria }: ReadRequirement): string[] {
  const stop = /[.!?]$/.test(title) ? '' : '.'
  return [
    `- ${id}: ${title}${description === '' ? '' : `${stop} ${description}`}`,
    ...criteria.map((one) => `  - ${one.id}: ${one.text}`),
  ]
}

/** Two sentences: what is wrong, and whom it hurts. Files of other tools have a paragraph instead. */
function problemIn(spec: string): string {
  const section = sectionNamed(spec, 'Business Context')
  const ours = [labelledIn(section, 'Problem'), labelledIn(section, 'Effect')].filter(Boolean)
  if (ours.length > 0) return ours.join(' ')
  const paragraph = section.split(/\n\s*\n/).find((one) => /^[^#|>*\s-]/.test(one)) ?? ''
  return shortened(paragraph.replace(/\s+/g, ' ').trim(), 400)
}

function orderIn(impact: string): string[] {
  return rowsIn(sectionNamed(impact, 'Implementation Order')).map(
    ([order = '', frs = '', what = '', risk = '', , after = '']) => {
      const more = [frs, risk === '' ? '' : `risk ${risk}`, isNothing(after) ? '' : `after ${after}`]
      return `${/^\d{1,4}$/.test(order) ? `${order}.` : '-'} ${what} (${more.filter((one) => !isNothing(one)).join('; ')})`
    },
  )
}

function isNothing(cell: string): boolean {
  return cell === '' || cell === '\u2014'
}

function knownIn(design: string): string[] {
  const known = 'Known issue: '
  return itemsIn(sectionNamed(design, 'Cross-Check Results')).flatMap((item) =>
    item.startsWith(known) ? [`- ${item.slice(known.length)}`] : [],
  )
}

function listed(section: string): string[] {
  return itemsIn(section).map((item) => `- ${item}`)
}

function cut(text: string, folder: string): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}\n\n[cut here: ${text.length - longest} characters are left out; the whole is in ${folder}]`
}

export interface MetaFacts {
  readonly isSignedOff: boolean
  /** The commit that it was made for; null where it names none. */
  readonly commit: string | null
}

/** Null: it is no JSON object. Whatever else stands in it is nobody's word. */
export function metaFacts(text: string): MetaFacts | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const { acceptance, codebase_hash: hash } = fieldsOf(json)
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return null
  return {
    isSignedOff: typeof fieldsOf(acceptance)['accepted_at'] === 'string',
    commit: typeof hash === 'string' && /^[0-9a-f]{7,40}$/.test(hash) ? hash : null,
  }
}
