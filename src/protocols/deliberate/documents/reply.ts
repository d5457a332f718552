// A member's reply as it becomes a file: its words stay, but it can forge no heading, comment, fence or halt of ours.

import { embed } from '../../../text/embedded.js'
import { fencesIn } from '../../../text/fences.js'
import { plainText } from './text.js'

/** A heading at its front is dropped, since we write our own; others of the first two levels become the third. */
export function cleanReply(reply: string): string {
  const lines = plainText(reply).trim().split('\n')
  if (/^ {0,3}#{1,6}(?:\s|$)/.test(lines[0]!)) lines.shift()
  const { code } = fencesIn(lines)
  const demoted = lines.map((line, at) => (code[at] ? line : line.replace(/^ {0,3}##?(?=\s|$)/, '###')))
  return withoutHalts(embed(demoted.join('\n')))
}

/** Whoever watches for our halts reads them at the left edge. */
export function withoutHalts(text: string): string {
  return text.replace(/^(?=HALT )/gm, ' ')
}
