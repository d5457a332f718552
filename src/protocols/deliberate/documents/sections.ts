// Sections: the text below a heading, read outside fences, and how a section is replaced.

import { fencesIn } from '../../../text/fences.js'

export interface TextSection {
  readonly title: string
  readonly body: string
}

/** The sections of one level, in order. A heading of a higher level ends one too; blank lines around a body are dropped. */
export function sectionsIn(text: string, level = 2): TextSection[] {
  const { lines, heads } = outline(text)
  return heads.flatMap((head, at) => {
    if (head.level !== level) return []
    const next = heads.slice(at + 1).find((other) => other.level <= level)?.line ?? lines.length
    return [{ title: head.title, body: trimmedLines(lines.slice(head.line + 1, next)) }]
  })
}

/** Null where there is no such section. */
export function sectionOf(text: string, title: string, level = 2): string | null {
  const wanted = title.toLowerCase()
  return sectionsIn(text, level).find((section) => section.title.toLowerCase() === wanted)?.body ?? null
}

/** The title behind `# `, or the empty text. */
export function titleOf(text: string): string {
  return outline(text).heads.find(({ level }) => level === 1)?.title ?? ''
}

/** The same text without the sections that have these headings of level 2. */
export function withoutSections(text: string, titles: readonly string[]): string {
  const { lines, heads } = outline(text)
  const unwanted = new Set(titles.map((title) => title.toLowerCase()))
  const left = new Set<number>()
  heads.forEach((head, at) => {
    if (head.level !== 2 || !unwanted.has(head.title.toLowerCase())) return
    const next = heads.slice(at + 1).find(({ level }) => level <= 2)?.line ?? lines.length
    for (let line = head.line; line < next; line++) left.add(line)
  })
  return lines
    .filter((_, at) => !left.has(at))
    .join('\n')
    .trimEnd()
}

/** The same text with another body below that heading; the section is added at the end where it is missing. */
export function withSection(text: string, title: string, body: string): string {
  const { lines, heads } = outline(text)
  const at = heads.findIndex((head) => head.level === 2 && head.title.toLowerCase() === title.toLowerCase())
  const block = [`## ${title}`, ...(body === '' ? [] : body.split('\n'))]
  if (at < 0) return `${text.trimEnd()}\n\n${block.join('\n')}\n`
  const start = heads[at]!.line
  const next = heads.slice(at + 1).find(({ level }) => level <= 2)?.line
  const rest = next === undefined ? [''] : ['', ...lines.slice(next)]
  return [...lines.slice(0, start), ...block, ...rest].join('\n')
}

interface Head {
  readonly line: number
  readonly level: number
  readonly title: string
}

function outline(text: string): { readonly lines: string[]; readonly heads: Head[] } {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const { code } = fencesIn(lines)
  const heads = lines.flatMap((line, at) => {
    const found = code[at] ? null : /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line)
    return found ? [{ line: at, level: found[1]!.length, title: found[2] ?? '' }] : []
  })
  return { lines, heads }
}

function trimmedLines(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.trim() !== '')
  return from < 0 ? '' : lines.slice(from).join('\n').trimEnd()
}
