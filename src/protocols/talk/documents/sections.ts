// Sections of a markdown text: what stands below a level-2 heading, up to the next one. Fences do not hide a heading: one that
// nobody closed would swallow every section after it.

import { withoutHidden } from '../../../text/clean.js'
import { embed, oneLine } from '../../../text/embedded.js'

export interface TextSection {
  readonly name: string
  readonly content: string
}

export interface Sectioned {
  /** What stands above the first section. */
  readonly preamble: string
  readonly sections: readonly TextSection[]
}

const HEADING = /^ {0,3}##[ \t]+(\S(?:.*\S)?)\s*$/

/** Blank lines around a section's content are not part of it. */
export function splitSections(text: string): Sectioned {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (HEADING.test(line) ? [at] : []))
  const sections = starts.map((start, at) => ({
    name: HEADING.exec(lines[start]!)![1]!,
    content: withoutBlankEnds(lines.slice(start + 1, starts[at + 1])),
  }))
  return { preamble: withoutBlankEnds(lines.slice(0, starts[0])), sections }
}

/** How somebody's words are taken into a section: headings that would split it go one level down, as the format says. */
export const sectionBlock = (text: string) => embed(withoutHidden(text), { demote: 'everywhere' })
export const sectionLine = (text: string) => oneLine(withoutHidden(text))

/** Replaces a section, adds it at the end, or takes it out (null); every line outside it stays. The content is embedded already. */
export function replaceSection(text: string, name: string, content: string | null): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => isNamed(line, name))
  const block = content === null ? [] : [`## ${name}`, '', ...content.split('\n'), '']
  if (from < 0) return content === null ? text : `${atParagraph(text)}${block.join('\n')}`
  const next = lines.findIndex((line, at) => at > from && HEADING.test(line))
  return [
    ...lines.slice(0, from),
    ...block,
    ...(next < 0 ? (block.length > 0 ? [] : ['']) : lines.slice(next)),
  ].join('\n')
}

export function sectionOf(text: string, name: string): string | null {
  const { sections } = splitSections(text)
  return sections.find((section) => sameName(section.name, name))?.content ?? null
}

export function sameName(one: string, other: string): boolean {
  return sectionLine(one).toLowerCase() === sectionLine(other).toLowerCase()
}

function isNamed(line: string, name: string): boolean {
  const found = HEADING.exec(line)?.[1]
  return found !== undefined && sameName(found, name)
}

function atParagraph(text: string): string {
  if (text.trim() === '') return '\n'
  return `${text.trimEnd()}\n\n`
}

function withoutBlankEnds(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.trim() !== '')
  return from < 0 ? '' : lines.slice(from).join('\n').trimEnd()
}
