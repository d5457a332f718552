// `gh`: every call that may be made to GitHub, as arguments, and what is read from its answers. No other calls exist.

import { fieldsOf, isRecord } from '../../../rules/values.js'
import { recordsIn, textIn } from '../documents/json-file.js'

export interface GhCall {
  readonly argv: readonly string[]
  /** Bodies and objects go in by standard input. */
  readonly stdin?: string
}

export const gh = {
  version: read('--version'),
  login: read('auth', 'status'),
  repository: read('repo', 'view', '--json', 'nameWithOwner,url'),
  milestones: (repository: string) =>
    read('api', '--paginate', `repos/${repository}/milestones?state=all&per_page=100`),
  newMilestone: (repository: string, title: string): GhCall =>
    change(
      ['api', `repos/${repository}/milestones`, '--method', 'POST', '--input', '-'],
      JSON.stringify({ title, state: 'open' }),
    ),
  reopenMilestone: (repository: string, number: number): GhCall =>
    change(
      ['api', `repos/${repository}/milestones/${number}`, '--method', 'PATCH', '--input', '-'],
      JSON.stringify({ state: 'open' }),
    ),
  label: ({ name, color, description }: Label): GhCall =>
    change(['label', 'create', name, '--color', color, '--description', description]),
  issues: (by: { readonly label: string } | { readonly milestone: string }) =>
    read(
      ...['issue', 'list', '--state', 'all', '--limit', '1000'],
      ...('label' in by ? ['--label', by.label] : ['--milestone', by.milestone]),
      ...['--json', issueFields],
    ),
  /** The newest, whatever their labels. Lists by label come from an index that lags behind what was just made. */
  newest: read('issue', 'list', '--state', 'all', '--limit', '100', '--json', 'number,title,body,state,url'),
  newIssue: (issue: NewIssue): GhCall =>
    change(
      [
        ...['issue', 'create', '--title', issue.title, '--body-file', '-'],
        ...issue.labels.flatMap((label) => ['--label', label]),
        ...(issue.milestone === null ? [] : ['--milestone', issue.milestone]),
      ],
      issue.body,
    ),
  issue: (number: number) => read('issue', 'view', String(number), '--json', issueFields),
  editIssue: (number: number, body: string): GhCall =>
    change(['issue', 'edit', String(number), '--body-file', '-'], body),
} as const

const issueFields = 'number,title,body,state,url'

export interface NewIssue {
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
  readonly milestone: string | null
}

export interface Label {
  readonly name: string
  readonly color: string
  readonly description: string
}

/** The label of one session is cut to the service's limit. */
export function sessionLabel(themeId: string, slug: string): string {
  return `${themeId}-${slug}`.slice(0, 50).replace(/-+$/, '')
}

export function labelsOf(themeId: string, slug: string): Readonly<Record<string, Label>> {
  const label = (name: string, color: string, description: string): Label => ({ name, color, description })
  return {
    story: label('user-story', '0E8A16', 'A user story'),
    session: label(sessionLabel(themeId, slug), '5319E7', 'Issues of one deliberation'),
    contract: label('acceptance-contract', 'D93F0B', 'What must hold before the work is done'),
    tracking: label('tracking', 'FBCA04', 'Follows other issues'),
    archive: label(`${themeId}-archive`.slice(0, 50), 'C5DEF5', 'The record of a deliberation'),
    documentation: label('documentation', '0075CA', 'Documentation'),
  }
}

/** The service and the command line spell it differently. */
export function alreadyExists(output: string): boolean {
  return /already[_ ]exists/i.test(output)
}

export interface GhIssue {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly state: string
  readonly url: string
}

/** Null for an answer that cannot be read. */
export function issuesIn(output: string): GhIssue[] | null {
  const values = jsonValues(output)
  if (values === null || !values.every(Array.isArray)) return null
  return recordsIn(values.flat()).map(issueOf)
}

export function issueIn(output: string): GhIssue | null {
  const [value] = jsonValues(output) ?? []
  return isRecord(value) && typeof value['number'] === 'number' ? issueOf(value) : null
}

export interface Milestone {
  readonly number: number
  readonly title: string
  readonly open: boolean
  readonly url: string
}

/** Pages may come as one array or as several after each other. */
export function milestonesIn(output: string): Milestone[] | null {
  const values = jsonValues(output)
  if (values === null || !values.every(Array.isArray)) return null
  return recordsIn(values.flat()).map((json) => ({
    number: Number(json['number']),
    title: textIn(json, 'title'),
    open: json['state'] !== 'closed',
    url: textIn(json, 'html_url') || textIn(json, 'url'),
  }))
}

export function repositoryIn(output: string): { readonly name: string; readonly url: string } | null {
  const json = fieldsOf((jsonValues(output) ?? [])[0])
  const name = textIn(json, 'nameWithOwner')
  // It becomes part of a path that the service is asked for.
  return /^[\w.-]+\/[\w.-]+$/.test(name) ? { name, url: textIn(json, 'url') } : null
}

/** The address of a new issue is the last line of the answer. */
export function createdIn(output: string): { readonly number: number; readonly url: string } | null {
  const url =
    output
      .trim()
      .split(/\s*\n\s*/)
      .at(-1) ?? ''
  const number = /^https?:\/\/\S+\/issues\/(\d+)$/.exec(url)?.[1]
  return number === undefined ? null : { number: Number(number), url }
}

function issueOf(json: Readonly<Record<string, unknown>>): GhIssue {
  return {
    number: Number(json['number']),
    title: textIn(json, 'title'),
    body: textIn(json, 'body').replaceAll('\r\n', '\n'),
    state: textIn(json, 'state'),
    url: textIn(json, 'url'),
  }
}

/** One JSON value, or several after each other; null where a part is none. */
function jsonValues(output: string): unknown[] | null {
  try {
    const values = valueTexts(output).map((text): unknown => JSON.parse(text))
    return values.length === 0 ? null : values
  } catch {
    return null
  }
}

/** Cut where the brackets of a value close, brackets inside strings aside. */
function valueTexts(output: string): string[] {
  const texts: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: part, index } of output.matchAll(/"(?:\\.|[^"\\])*"|[[{]|[\]}]/g)) {
    if (part === '[' || part === '{') depth++
    else if (part === ']' || part === '}') depth--
    if (depth > 0) continue
    texts.push(output.slice(start, index + part.length))
    start = index + part.length
  }
  const rest = output.slice(start).trim()
  return rest === '' ? texts : [...texts, rest]
}

function read(...argv: string[]): GhCall {
  return { argv: ['gh', ...argv] }
}

function change(argv: readonly string[], stdin?: string): GhCall {
  return { argv: ['gh', ...argv], ...(stdin === undefined ? {} : { stdin }) }
}
