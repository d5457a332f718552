// Kept text: what an artifact on disk holds besides what we rendered: the person's sections, and old ones that no record feeds yet.
//
//   KEPT1  A section that we do not know is kept, letter for letter and in order.
//   KEPT2  A section that we know and have nothing for keeps its old text.

import { fencesIn } from '../../../text/fences.js'
import { splitFrontmatter } from '../../../text/split-frontmatter.js'

export interface FileSection {
  readonly title: string
  /** Without blank lines around it. */
  readonly body: string
}

export interface KeptFile {
  /** Text above the first section that is no line of the header. */
  readonly preamble: string
  readonly sections: readonly FileSection[]
}

export const emptyFile: KeptFile = { preamble: '', sections: [] }

const headerLine =
  /^\s*(?:[-*]\s+)?\*\*(?:Status|Confidence|Last Updated|Coverage|Degraded|Source|Date|Accepted At|Source Artifacts)\s*:?\*\*\s*:?/i

/** Sections of level two. Headers in front matter or bold lines are ours, and are not kept. */
export function readKeptFile(text: string): KeptFile {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const lines = (splitFrontmatter(plain)?.body ?? plain).split('\n')
  const { code } = fencesIn(lines)
  const heads = lines.flatMap((line, at) => {
    const title = code[at] ? undefined : /^ {0,3}##(?!#)[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)?.[1]
    return title === undefined ? [] : [{ at, title: title.trim() }]
  })
  const end = heads[0]?.at ?? lines.length
  const titleAt = lines.findIndex((line, at) => at < end && !code[at] && /^ {0,3}#[ \t]/.test(line))
  const above = lines.filter((line, at) => at < end && at !== titleAt && (code[at] || !headerLine.test(line)))
  return {
    preamble: trimmed(above),
    sections: heads.map(({ at, title }, index) => ({
      title,
      body: trimmed(lines.slice(at + 1, heads[index + 1]?.at ?? lines.length)),
    })),
  }
}

/** Numbers before a title and its case make no difference: older files have neither the one nor the other. */
export function sameTitle(one: string, other: string): boolean {
  return plainTitle(one) === plainTitle(other)
}

function plainTitle(title: string): string {
  return title
    .replace(/^\d+[.)]?\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

export interface SectionEdit {
  readonly title: string
  readonly text: string
}

/** Sections that differ between two versions of a file, as they are now; a removed one has no text. */
export function editedSections(before: string, after: string): SectionEdit[] {
  const [old, now] = [readKeptFile(before), readKeptFile(after)]
  const bodyOf = (file: KeptFile, title: string) =>
    file.sections.find((section) => section.title === title)?.body
  const changed = now.sections
    .filter(({ title, body }) => bodyOf(old, title) !== body)
    .map(({ title, body }) => ({ title, text: body }))
  const removed = old.sections
    .filter(({ title }) => bodyOf(now, title) === undefined)
    .map(({ title }) => ({ title, text: '' }))
  const above = old.preamble === now.preamble ? [] : [{ title: '', text: now.preamble }]
  return [...above, ...changed, ...removed]
}

/** A fence that is left open would take what follows along, so it is closed. */
function trimmed(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.trim() !== '')
  if (from < 0) return ''
  const { open } = fencesIn(lines)
  const text = lines.slice(from).join('\n').trimEnd()
  return open === null ? text : `${text}\n${open}`
}
