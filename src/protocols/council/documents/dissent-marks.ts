// Marks of dissent in a paragraph: where they are, what qualifies them, and how far each reaches. dissent.ts says what counts as one.

import { oneLine } from './text.js'

export const pinned = /^\*\*Dissent(?: \(([^\n]{1,200}?)\))?:\*\*[ \t]*/
/** All that may follow `none` or `nothing` where nobody objects: `None from me at this point.` But `Nothing in it is tested.` objects. */
const idle =
  'from|my|me|mine|side|part|at|this|the|point|stage|time|moment|present|for|now|so|far|as|yet|of|to|add|object|say|report|raise|record|' +
  'round|in|on|beyond|that|here|today|remaining|left|new|more|further|else|major|substance|note|really|outstanding|standing|open|dissent|' +
  'dissents|i|would|have|put|what|above|said|currently|any'

/** Text behind a mark that says there is no dissent, as models write when a form seems to ask for one. */
export const noDissent = new RegExp(
  `^[\\s*_—–:,.(-]*(?:(?:no dissents?|nil|n/a)\\b|(?:none(?:\\s+(?:on|about)\\s+\\w+)?|nothing)(?:\\s+(?:${idle})\\b)*[*_"'”’)]{0,3}\\s*(?:$|[.,;:!?(—–-]))`,
  'i',
)

/** So much of a text is looked at to see whether it says that there is none. */
const denialLength = 120

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

/** The paragraph in pieces: each mark opens one of its own, in the pinned form. */
export function pinParagraph(paragraph: string): string[] {
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

/** Marks in order. A sentence that opens with the word begins a dissent anywhere; a mention within one only outside a dissent. */
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
  for (const at of mentionsIn(withoutMarkers(visible))) {
    while (opening[next] && opening[next]!.at <= at) take(opening[next++]!)
    while (starts[start + 1] && starts[start + 1]!.at <= at) start++
    if (at >= covered) take(markAt(at, starts[start]!, paragraph))
  }
  return [...marks, ...opening.slice(next)]
}

/** Begins at the start of its sentence, to keep the sense; at the mention itself where the sentence opens with a denial. */
function markAt(mention: number, start: Start, paragraph: string): Mark {
  const denied = noDissent.test(paragraph.slice(start.from, start.from + denialLength))
  return { ...(denied ? { ...start, at: mention, from: mention } : start), qualifier: '' }
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
    '\\*\\*Dissent(?: \\([^\\n]{1,200}?\\))?:\\*\\*|' +
    '[*_]{0,3}(?:Dissent|DISSENT)\\b[^.:]{0,90}:[*_]{0,3})[ \\t]*',
  'g',
)

function openingMarks(paragraph: string, visible: string): Mark[] {
  return [...visible.matchAll(opener)].flatMap((match) => {
    const from = match.index + match[0].length
    if (noDissent.test(paragraph.slice(from, from + denialLength))) return []
    const lead = match.groups?.['lead'] ?? ''
    const qualifier = balanced(qualifierOf(paragraph.slice(match.index + lead.length, from)))
    return [{ at: match.index, from, qualifier, item: /(?:[-*+]|\d[.)])[ \t]+$/.test(lead) }]
  })
}

/** What the marker says besides the word. Taken from the original text: code was masked only for the search. */
function qualifierOf(marker: string): string {
  const kept = pinned.exec(marker)
  if (kept) return kept[1] ?? ''
  const between = marker.replace(/^[*_]*dissent/i, '').replace(/:[*_]*\s*$/, '')
  return oneLine(between.replace(/[*_()]/g, ' ')).replace(/^[\s,—–-]+|[\s,—–-]+$/g, '')
}

/** An unpaired backtick would pair with a later one, and the marker would be taken for code. */
function balanced(qualifier: string): string {
  return (qualifier.split('`').length - 1) % 2 === 0 ? qualifier : oneLine(qualifier.replaceAll('`', ''))
}

/** Blanks out the markers, so that none is counted again as a mention. */
function withoutMarkers(visible: string): string {
  return visible.replace(opener, (marker) => '|'.repeat(marker.length))
}

function mentionsIn(visible: string): number[] {
  return [...visible.matchAll(/\bDISSENT\b|\bI dissent\b/g)].flatMap((match) => {
    const from = match.index + match[0].length
    return noDissent.test(visible.slice(from, from + denialLength)) ? [] : [match.index]
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

/** Blanks out code spans, where a mark is only quoted. The length stays, so that positions still fit. */
function masked(paragraph: string): string {
  return paragraph.replace(/`[^`\n]+`/g, (code) => 'x'.repeat(code.length))
}
