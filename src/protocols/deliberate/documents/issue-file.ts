// issues/<item>.md: what will be or was published, one file an issue. What is published is this text, and its last line is the marker.

import { embed } from '../../../text/embedded.js'
import { shortened } from '../../../text/excerpts.js'
import { lineIn, readFrontmatter } from '../../../text/frontmatter.js'
import { flowList, quoted } from '../../../text/yaml-text.js'
import { textsIn } from './json-file.js'
import { table } from './tables.js'
import { inline, oneLine, withoutComments } from './text.js'

export interface IssueFile {
  /** `contract`, `US-001`, `T-001`, `archive` */
  readonly item: string
  readonly title: string
  readonly labels: readonly string[]
  readonly milestone: string | null
  readonly dependsOn: readonly string[]
  /** The address, once there is one. */
  readonly issue: string | null
  /** Without the marker. */
  readonly body: string
}

export function renderIssue(session: string, issue: IssueFile): string {
  return `---
title: ${quoted(issue.title)}
labels: ${flowList(issue.labels)}
milestone: ${issue.milestone === null ? 'null' : quoted(issue.milestone)}
depends_on: ${flowList(issue.dependsOn)}
issue: ${issue.issue === null ? 'null' : quoted(issue.issue)}
---
${publishedBody(session, issue)}
`
}

/** `item` is the file's name. Null when it has no frontmatter or no title. */
export function readIssue(text: string, item: string): IssueFile | null {
  const { fields, body, trouble } = readFrontmatter(text)
  const title = lineIn(fields, 'title')
  if (trouble || title === '') return null
  const milestone = fields['milestone']
  return {
    item,
    title,
    labels: textsIn(fields['labels']),
    milestone: typeof milestone === 'string' ? milestone : null,
    dependsOn: textsIn(fields['depends_on']),
    issue: lineIn(fields, 'issue') || null,
    body: body.replace(/\n<!-- parley [^\n]* -->\s*$/, ''),
  }
}

export function publishedBody(session: string, { item, body }: IssueFile): string {
  return `${body.trimEnd()}\n${markerOf(session, item)}`
}

export function markerOf(session: string, item: string): string {
  return `<!-- parley session=${session} item=${item} -->`
}

export function hasMarker(body: string, session: string, item: string): boolean {
  return body.split('\n').some((line) => line.trim() === markerOf(session, item))
}

export function hasAnyMarker(body: string): boolean {
  return /^\s*<!-- parley session=\S+ item=\S+ -->\s*$/m.test(body)
}

export function issueTitle(item: string, title: string): string {
  return shortened(`[${item}] ${oneLine(title)}`, 240)
}

export interface StoryIssue {
  readonly session: string
  readonly description: string
  readonly criteria: readonly {
    readonly id: string
    readonly words: string
    readonly method: string
    readonly test: string
    readonly scenario?: string
  }[]
  readonly technicalNotes: string
  readonly dependsOn: readonly string[]
}

/** Numbers and the tracking issue are filled in when they are known. */
export function storyBody({ session, description, criteria, technicalNotes, dependsOn }: StoryIssue): string {
  const rows = criteria.map(({ id, words, method, test }) => [`${id}: ${words}`, method, `\`${test}\``])
  return foreign(`## User Story
${inline(description)}

## Acceptance Criteria
${criteria.map(({ id, words, scenario }) => `- [ ] ${id}: ${inline(words)}${scenario ? `\n  ${inline(scenario)}` : ''}`).join('\n')}

## Testing
${table('| Criterion | Method | Test Location |', rows)}

## Technical Notes
${embed(technicalNotes) || 'None.'}
${dependsOn.length === 0 ? '' : `\n## Dependencies\n${dependsOn.map((id) => `- Blocked by ${id}`).join('\n')}\n`}
${lastLines(session)}`)
}

export function taskBody(session: string, description: string, overview: string): string {
  return foreign(`## Task
${embed(description) || 'See the title.'}

## Context
${embed(overview) || 'None.'}

${lastLines(session)}`)
}

/** The body with the numbers of issues in place of items, and the address of the contract issue. */
export function withNumbers(
  body: string,
  numbers: ReadonlyMap<string, number>,
  tracking: string | null,
): string {
  return body
    .split('\n')
    .map((line) => {
      const item = /^- Blocked by ((?:US|T)-\d+)$/.exec(line)?.[1]
      const number = item === undefined ? undefined : numbers.get(item)
      if (number !== undefined) return `- Blocked by #${number}`
      return tracking !== null && line === 'Tracking: —' ? `Tracking: ${tracking}` : line
    })
    .join('\n')
}

function lastLines(session: string): string {
  return `---\nTracking: —\nSession: \`${session}\``
}

/** A comment of somebody else's could pass for a marker. */
function foreign(body: string): string {
  return withoutComments(body)
}
