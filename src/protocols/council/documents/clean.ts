// Cleaning: what a reply becomes before it is appended. A reply cannot forge the structure of the pad it stands in.
//
//   PAD1  No line of it is a heading of level one or two, a link line, or a reserved line other than Position and Dissent.
//
// What stands in a fence is left alone, and a fence left open is closed. Cleaning a cleaned reply changes nothing.

import { withoutHidden } from '../../../text/clean.js'
import { embed, oneLine as embedLine } from '../../../text/embedded.js'
import { pinDissents } from './dissent.js'
import { markFences } from './fences.js'
import { plainText } from './text.js'

/** As all protocols embed: no words change what a Markdown parser sees around them, and none are there that nobody sees. */
export const foreignBlock = (text: string) => embed(withoutHidden(text), { demote: true })
export const foreignLine = (text: string) => embedLine(withoutHidden(text))

/** The reply as it may be appended; empty when it says nothing. */
export function appendable(reply: string): string {
  const pinned = pinDissents(outerTrimmed(withoutStructure(foreignBlock(plainText(reply)))))
  // Pinning cuts paragraphs, which may cut what was code until then.
  return foreignBlock(pinned)
}

/** Prose for a section of a record or a topic: the same, and no box that would pass for a follow-up. */
export function sectionText(text: string): string {
  return outerTrimmed(withoutStructure(foreignBlock(plainText(text)), boxed))
}

/** Keeps the space before the first line: it may be the one that stops a reserved line from being read as such. */
function outerTrimmed(text: string): string {
  const first = text.search(/\S/)
  if (first < 0) return ''
  return text.slice(text.lastIndexOf('\n', first) + 1).trimEnd()
}

const reserved =
  /^(?:→ |\*\*(?:Seat failure|Next|Sub-goal|Call|Steer):\*\*|\*\*(?:Another round|Conclude)\*\*)/
const boxed = /^- \[[ xX]\]/

function withoutStructure(text: string, alsoReserved?: RegExp): string {
  const { lines, open } = markFences(text)
  const cleaned = lines.map(({ text: line, fenced }) => (fenced ? line : plainLine(line, alsoReserved)))
  return [...cleaned, ...(open === null ? [] : [open])].join('\n')
}

function plainLine(line: string, alsoReserved?: RegExp): string {
  if (/^##?(?=[ \t]|$)/.test(line)) return line.replace(/^##?/, '###')
  return reserved.test(line) || alsoReserved?.test(line) ? ` ${line}` : line
}
