// Degraded: the marks that say why a result is less than it should be, and how they are shown in titles and documents.

import { listedMarks } from '../../../rules/degradations.js'
import { oneLine } from '../documents/text.js'
import { nameOf } from './members.js'

/** In the order in which they are shown. */
const kinds = [
  'unattended',
  'absent',
  'incomplete',
  'scores-by-engine',
  'contested',
  'unread',
  'tree-changed',
] as const
type Kind = (typeof kinds)[number]

export type Mark =
  | 'unattended'
  | `absent:${string}`
  | `incomplete:${string}`
  | 'scores-by-engine'
  | `contested:${number}`
  | `unread:${number}`
  | 'tree-changed'

export interface Absence {
  readonly name: string
  /** The part of the session in which the member failed. */
  readonly where: string
  readonly reason: string
}

/** Each mark once, in order. Of a mark with a count the last one counts. */
export function inOrder(marks: readonly Mark[]): Mark[] {
  return kinds.flatMap((kind) => {
    const found = [...new Set(marks.filter((mark) => kindOf(mark) === kind))]
    return kind === 'contested' || kind === 'unread' ? found.slice(-1) : found
  })
}

export function marksText(marks: readonly Mark[]): string {
  return inOrder(marks).join(', ')
}

/** What each means for the person. */
export function markWords(mark: Mark): string {
  const of = mark.slice(mark.indexOf(':') + 1)
  switch (kindOf(mark)) {
    case 'unattended':
      return 'a question was answered by its default, since nobody was there'
    case 'absent':
      return `${of} failed and was left out`
    case 'incomplete':
      return `a paper of ${of} lacks a part`
    case 'scores-by-engine':
      return 'the members were scored by keywords alone'
    case 'contested':
      return of === '1' ? '1 non-negotiable was left open' : `${of} non-negotiables were left open`
    case 'unread':
      return of === '1' ? '1 file was not read' : `${of} files were not read`
    case 'tree-changed':
      return 'files of the workspace changed while members were reading'
  }
}

/** The marks in a list of somebody's file; words that are none are left out. */
export function marksIn(text: string): Mark[] {
  return inOrder(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(isMark),
  )
}

export function isMark(word: string): word is Mark {
  return /^(?:unattended|scores-by-engine|tree-changed|(?:absent|incomplete):[a-z0-9-]+|(?:contested|unread):\d+)$/.test(
    word,
  )
}

/** Whether a session with these marks may reach GitHub only when the person says so, having read them. */
export function holdsBackExport(marks: readonly Mark[]): boolean {
  return marks.some((mark) => mark !== 'unattended' && mark !== 'tree-changed')
}

export function outcomeTitle(idea: string, marks: readonly Mark[]): string {
  const suffix = marks.length === 0 ? '' : ` (degraded: ${marksText(marks)})`
  return `${oneLine(idea)}${suffix}`
}

/** A document as it is written: its heading and the first lines of its first section say what it lacks. */
export function withMarks(
  document: string,
  marks: readonly Mark[],
  absent: readonly Absence[],
  /** Marks that any protocol may have, because of who spoke and how. */
  common: readonly string[] = [],
): string {
  if (marks.length === 0 && common.length === 0) return document
  const lines = document.split('\n')
  const title = lines.findIndex((line) => line.startsWith('# '))
  const section = lines.findIndex((line) => line.startsWith('## '))
  const block = [markLine(marks, common), ...absent.map(leftOutLine), '']
  return lines
    .flatMap((line, at) => {
      if (at === title) return [`${line} (degraded)`]
      return at === section ? [line, ...block] : [line]
    })
    .join('\n')
}

/** In one order, however seats that spoke at the same time came in. */
function markLine(marks: readonly Mark[], common: readonly string[]): string {
  const others = common.filter((mark) => !marks.some((own) => own === mark)).toSorted()
  return `**Degraded:** ${[marksText(marks), listedMarks(others)].filter((text) => text !== '').join(', ')}`
}

function leftOutLine({ name, where, reason }: Absence): string {
  return `**Left out:** ${name} — ${where}: ${oneLine(reason)}`
}

/** The lines that say what a document lacks, and the text below them. */
export function splitMarks(section: string): { readonly marks: string; readonly rest: string } {
  const lines = section.split('\n')
  const end = lines.findIndex((line) => !/^\*\*(?:Degraded|Left out):\*\* /.test(line))
  const from = end < 0 ? lines.length : end
  return { marks: lines.slice(0, from).join('\n'), rest: lines.slice(from).join('\n') }
}

/** The members that a document names as left out. */
export function leftOutIn(document: string): Absence[] {
  const lines = [...document.matchAll(/^\*\*Left out:\*\* (.+?) — (.+?): (.*)$/gm)]
  return lines.map(([, name, where, reason]) => ({ name: name!, where: where!, reason: reason! }))
}

/** Who was left out before, with the reason that a document of the session gives. */
export function absentBefore(
  marks: readonly Mark[],
  files: Readonly<Record<string, string>>,
  roster: Parameters<typeof nameOf>[1],
): [string, Absence][] {
  const lines = Object.values(files).flatMap((text) => leftOutIn(text))
  const ids = marks.flatMap((mark) => /^absent:(.+)$/.exec(mark)?.[1] ?? [])
  return ids.map((id) => {
    const name = nameOf(id, roster)
    const known = lines.find((line) => line.name === name)
    return [id, known ?? { name, where: 'an earlier meeting', reason: 'not recorded' }]
  })
}

function kindOf(mark: Mark): Kind {
  return mark.split(':')[0] as Kind
}
