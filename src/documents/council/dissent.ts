// Dissent: the one definition of a marked dissent. The round table and the gate that keeps dissents both read by it.
//
//   D1  A marked dissent is a paragraph that opens with `**Dissent:**` or `**Dissent (…):**`, or one that pinning makes so.
//   D2  Loose marks are pinned: a sentence that opens with `Dissent` and soon reaches a colon; `DISSENT`; `I dissent`.
//   D3  A mark whose text begins with none, no dissent, nothing, nil or n/a is no dissent.
//   D4  Pinning twice is pinning once, and no word that was said is lost.

import { markFences } from './fences.js'
import { oneLine } from './text.js'

export interface Dissent {
  readonly qualifier: string
  /** On one line, without its marker. */
  readonly text: string
}

/** All marked dissents of one entry. */
export function dissentsIn(body: string): Dissent[] {
  return blocksOf(pinDissents(body)).flatMap((block) => {
    const dissent = block.kind === 'prose' ? opensWithDissent(block.text) : undefined
    return dissent ? [dissent] : []
  })
}

/** The same text with every loose mark rewritten to the pinned form, its paragraph cut there. */
export function pinDissents(text: string): string {
  if (!/dissent/i.test(text)) return text
  const blocks = blocksOf(text).flatMap((block): Block[] =>
    block.kind === 'prose' ? pinParagraph(block.text).map((piece) => ({ ...block, text: piece })) : [block],
  )
  return joined(withTextFollowing(blocks))
}

const pinned = /^\*\*Dissent(?: \(([^\n]{1,200}?)\))?:\*\*[ \t]*/
const noDissent = /^[\s*_—–:,.(-]*(?:none|no dissent|nothing|nil|n\/a)\b/i

function opensWithDissent(paragraph: string): Dissent | undefined {
  const marker = pinned.exec(paragraph)
  if (!marker) return undefined
  const text = oneLine(paragraph.slice(marker[0].length))
  return text === '' || noDissent.test(text) ? undefined : { qualifier: marker[1] ?? '', text }
}

type Block =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'blank'; readonly text: string }

/** Paragraphs, fences and the blank lines between, in order: joined by LF they are the text again. */
function blocksOf(text: string): Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  for (const { text: line, fenced } of markFences(text).lines) {
    const kind = fenced ? 'code' : line.trim() === '' ? 'blank' : 'prose'
    const last = blocks.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else blocks.push({ kind, lines: [line] })
  }
  return blocks.map(({ kind, lines }) => ({ kind, text: lines.join('\n') }))
}

/** Pieces of one paragraph get a blank line between them; everything else is joined as it was. */
function joined(blocks: readonly Block[]): string {
  let text = ''
  let before: Block | undefined
  for (const block of blocks) {
    const cut = before?.kind === 'prose' && block.kind === 'prose' ? '\n\n' : before ? '\n' : ''
    // A dissent may not run into the line above it, nor a fence into a dissent: its paragraph ends at a blank line.
    const apart = before?.kind === 'code' && pinned.test(block.text) ? '\n' : ''
    text += cut + apart + block.text
    before = block
  }
  return text
}

/** A mark that stands alone means the paragraph below it. */
function withTextFollowing(blocks: readonly Block[]): Block[] {
  const kept: Block[] = []
  for (const block of blocks) {
    const lone = kept.findLast((earlier) => earlier.kind !== 'blank')
    const mark = lone?.kind === 'prose' ? pinned.exec(lone.text) : null
    if (!lone || mark?.[0] !== lone.text || !takesMark(block)) {
      kept.push(block)
      continue
    }
    while (kept.at(-1) !== lone) kept.pop()
    kept[kept.length - 1] = { kind: 'prose', text: `${lone.text.trimEnd()} ${block.text.trimStart()}` }
  }
  return kept
}

function takesMark(block: Block): boolean {
  return (
    block.kind === 'prose' && !pinned.test(block.text) && !/^(?:#{1,6}\s|\*\*Position:\*\*)/.test(block.text)
  )
}

interface Mark {
  /** Where the paragraph is cut. */
  readonly at: number
  /** Where the dissent's own words begin. */
  readonly from: number
  readonly qualifier: string
  /** It stood in a list item, and ends with it. */
  readonly item: boolean
}

const item = /\n(?=[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t])/g

function pinParagraph(paragraph: string): string[] {
  if (!/dissent/i.test(paragraph)) return [paragraph]
  const marks = marksIn(paragraph)
  const pieces = [paragraph.slice(0, marks[0]?.at ?? paragraph.length)]
  marks.forEach((mark, index) => {
    const whole = paragraph.slice(mark.from, marks[index + 1]?.at ?? paragraph.length)
    item.lastIndex = 0
    const end = (mark.item ? item.exec(whole)?.index : undefined) ?? whole.length
    const marker = mark.qualifier === '' ? '**Dissent:**' : `**Dissent (${mark.qualifier}):**`
    pieces.push(`${marker} ${whole.slice(0, end).trim()}`, whole.slice(end))
  })
  return pieces.map((piece) => piece.replace(/^\n+/, '').trimEnd()).filter((piece) => piece !== '')
}

/** Marks in order: a sentence that opens with the word cuts anywhere; a mere mention cuts only outside a dissent. */
function marksIn(paragraph: string): Mark[] {
  const visible = masked(paragraph)
  const opening = openingMarks(paragraph, visible)
  const marks: Mark[] = []
  const starts = sentenceStarts(visible)
  let [next, start, covered] = [0, 0, 0]
  const take = (mark: Mark) => {
    marks.push(mark)
    covered = endOf(mark, opening[next], paragraph)
  }
  for (const at of mentionsIn(visible)) {
    while (opening[next] && opening[next]!.at <= at) take(opening[next++]!)
    while (starts[start + 1] && starts[start + 1]!.at <= at) start++
    if (at >= covered) take({ ...starts[start]!, qualifier: '' })
  }
  return [...marks, ...opening.slice(next)]
}

function endOf(mark: Mark, next: Mark | undefined, paragraph: string): number {
  const end = next?.at ?? paragraph.length
  if (!mark.item) return end
  item.lastIndex = mark.from
  return Math.min(end, item.exec(paragraph)?.index ?? end)
}

const bullets = '(?:(?:[-*+]|\\d{1,3}[.)]|#{1,6})[ \\t]+){0,3}'
const sentenceEnd = '(?<=[.!?]["\'”’)\\]*_]{0,3})[ \\t\\n]+'
const opener = new RegExp(
  `(?<lead>(?:^|\\n)[ \\t]*${bullets}|${sentenceEnd})(?:` +
    '\\*\\*Dissent(?: \\((?<pinned>[^\\n]{1,200}?)\\))?:\\*\\*|' +
    '[*_]{0,3}(?:Dissent|DISSENT)\\b(?<between>[^.:]{0,90}):[*_]{0,3})[ \\t]*',
  'g',
)

function openingMarks(paragraph: string, visible: string): Mark[] {
  return [...visible.matchAll(opener)].flatMap((match) => {
    const from = match.index + match[0].length
    if (noDissent.test(paragraph.slice(from, from + 40))) return []
    const { lead = '', pinned: kept, between } = match.groups ?? {}
    const qualifier = kept ?? qualifierIn(between ?? '')
    return [{ at: match.index, from, qualifier, item: /(?:[-*+]|\d[.)])[ \t]+$/.test(lead) }]
  })
}

function qualifierIn(between: string): string {
  return oneLine(between.replace(/[*_()]/g, ' ')).replace(/^[\s,—–-]+|[\s,—–-]+$/g, '')
}

function mentionsIn(visible: string): number[] {
  return [...visible.matchAll(/\bDISSENT\b|\bI dissent\b/g)].flatMap((match) => {
    const after = visible.slice(match.index + match[0].length, match.index + match[0].length + 40)
    return noDissent.test(after) ? [] : [match.index]
  })
}

interface Start {
  readonly at: number
  readonly from: number
  readonly item: boolean
}

function sentenceStarts(visible: string): Start[] {
  const pattern = new RegExp(`\\n[ \\t]*(?:(?:[-*+]|\\d{1,3}[.)]|#{1,6})[ \\t]+){1,3}|${sentenceEnd}`, 'g')
  const first = new RegExp(`^[ \\t]*${bullets}`).exec(visible)![0]
  const inItem = (lead: string) => /(?:[-*+]|\d[.)])[ \t]+$/.test(lead)
  const later = [...visible.matchAll(pattern)].map((match) => {
    return { at: match.index, from: match.index + match[0].length, item: inItem(match[0]) }
  })
  return [{ at: 0, from: first.length, item: inItem(first) }, ...later]
}

/** Code spans and quoted lines mention marks; they make none. The text keeps its length. */
function masked(paragraph: string): string {
  return paragraph
    .replace(/`[^`\n]+`/g, (code) => 'x'.repeat(code.length))
    .replace(/^[ \t]*>.*$/gm, (line) => 'x'.repeat(line.length))
}
