// Reading documents of an analysis back: requirements with their criteria, tables, labelled lines. They may be edited by hand, made by
// another tool, or come with a clone: whatever does not look like ours is passed over.

import { asSaid } from '../../../text/embedded.js'
import { cellsOf } from '../../../text/table.js'
import { readKeptFile, sameTitle } from './kept.js'

export interface ReadRequirement {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly criteria: readonly { readonly id: string; readonly text: string }[]
}

/** The text below a heading of level two, whatever its number; empty where there is none. */
export function sectionNamed(text: string, title: string): string {
  return readKeptFile(text).sections.find((section) => sameTitle(section.title, title))?.body ?? ''
}

/** The words of the first heading, without the kind of document that stands before them. */
export function titleIn(text: string): string {
  const [, words = ''] = /^ {0,3}#[ \t]+(.+?)[ \t]*$/m.exec(text) ?? []
  return asSaid(words.replace(/^[A-Z][\w ]{0,60}:[ \t]+/, '')).trim()
}

export function requirementsIn(spec: string): ReadRequirement[] {
  const found: {
    id: string
    title: string
    description: string
    criteria: { id: string; text: string }[]
  }[] = []
  for (const line of sectionNamed(spec, 'Functional Requirements').split('\n')) {
    const [, id, title = ''] = /^#{3,4}[ \t]+(FR-\d{3})[ \t]*[:\u2014\u2013-][ \t]*(.+)$/.exec(line) ?? []
    if (id !== undefined) found.push({ id, title: asSaid(title.trim()), description: '', criteria: [] })
    const last = found.at(-1)
    if (id !== undefined || last === undefined) continue
    const [, criterion, text = ''] =
      /^\s*[-*][ \t]+\*{0,2}(AC-\d{3}-\d{2})\*{0,2}[ \t]*:?\*{0,2}[ \t]*(.*)$/.exec(line) ?? []
    if (criterion !== undefined) last.criteria.push({ id: criterion, text: asSaid(text) })
    else if (last.description === '' && isWords(line)) last.description = asSaid(line.trim())
  }
  return found
}

/** A line of running text: no label, list, quote, table or open place. */
function isWords(line: string): boolean {
  return line.trim() !== '' && !/^\s*(?:\*\*[\w ]+\*\*:|[-*>|#]|\d+\.|TBD:)/.test(line)
}

/** Rows of all tables in a text, without heads and rules. */
export function rowsIn(text: string): string[][] {
  const lines = text.split('\n')
  const isRow = (at: number) => lines[at]?.startsWith('|') === true
  // Only the second line of a table is its rule: a row may hold nothing but dashes.
  const isRule = (at: number) => isRow(at - 1) && !isRow(at - 2) && /^\|[\s:|-]+\|\s*$/.test(lines[at] ?? '')
  return lines.flatMap((line, at) =>
    isRow(at) && !isRule(at) && !isRule(at + 1) ? [cellsOf(line).map(asSaid)] : [],
  )
}

/** What stands behind `**Label**:` on its line. */
export function labelledIn(text: string, label: string): string | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`**${label}**:`))
  return line === undefined ? undefined : asSaid(line.slice(label.length + 5)).trim() || undefined
}

/** The items of the lists in a text, without their marks. */
export function itemsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, words] = /^(?:[-*]|\d+\.)[ \t]+(.+)$/.exec(line) ?? []
    return words === undefined ? [] : [asSaid(words.trim())]
  })
}
