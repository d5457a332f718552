// Headings of a Markdown text, set lower so that it can stand below a heading of ours. The text stays as it was written otherwise.
//
// The parser finds them, with marks (`# a`) and underlined (`a` above `===`), in quotes and lists too; what looks like one in code is none.

import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { beginsBlock, closesFence, type Fence, fenceIn } from './lines.js'
import { nestedTooDeep } from './pieces.js'

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]
type Heading = Extract<Node, { type: 'heading' }>

/** The same text with its headings so many ranks lower. An underlined one becomes one with marks: only those have more than two ranks. */
export function withLowerHeadings(text: string, ranks: number): string {
  return chunksOf(text)
    .map((lines) => lowered(lines.join('\n'), lines.length, ranks))
    .join('\n')
}

/** From so many lines on, a chunk ends where a new block surely begins. */
const enoughLines = 40
/** The parser needs time with the square of the blocks. What is longer in one piece stays as it was written. */
const mostLines = 500

function chunksOf(text: string): readonly (readonly string[])[] {
  const chunks: string[][] = [[]]
  let fence: Fence | undefined
  for (const line of text.split('\n')) {
    const chunk = chunks.at(-1)!
    const full = chunk.length >= enoughLines && chunk.at(-1)?.trim() === ''
    if (!fence && full && beginsBlock(line)) chunks.push([line])
    else chunk.push(line)
    if (!fence) fence = fenceIn(line)
    else if (closesFence(line, fence)) fence = undefined
  }
  return chunks
}

function lowered(text: string, lines: number, ranks: number): string {
  if (!mayHead.test(text) || lines > mostLines || nestedTooDeep(text)) return text
  let result = text
  // From the end, so that the places of those before stay true.
  for (const heading of headingsIn(text).toReversed()) {
    const [from, to] = [heading.position?.start.offset ?? 0, heading.position?.end.offset ?? 0]
    const marks = '#'.repeat(Math.min(6, heading.depth + ranks))
    result = `${result.slice(0, from)}${withMarks(text.slice(from, to), marks)}${result.slice(to)}`
  }
  return result
}

/** Most texts hold no line like this, and need no parser. */
const mayHead = /^[ \t>*+\d.)-]*#{1,6}(?:\s|$)|^[ \t>]*(?:=+|-+)[ \t]*$/m

function headingsIn(text: string): readonly Heading[] {
  try {
    return headingsBelow(fromMarkdown(text, blocksOnly))
  } catch {
    // The parser should take any text; should it not, the words are still shown.
    return []
  }
}

/** What stands within a line is left alone: it cannot be a heading, and the parser would take longest over it. */
const blocksOnly: Options = {
  extensions: [
    gfm(),
    {
      disable: {
        null: [
          ...[
            'attention',
            'autolink',
            'characterEscape',
            'characterReference',
            'codeText',
            'hardBreakEscape',
          ],
          ...['htmlFlow', 'htmlText', 'labelEnd', 'labelStartImage', 'labelStartLink'],
          ...['emailAutolink', 'protocolAutolink', 'wwwAutolink', 'gfmFootnoteCall', 'strikethrough'],
        ],
      },
    },
  ],
  mdastExtensions: [gfmFromMarkdown()],
}

function headingsBelow(node: Node): readonly Heading[] {
  if (node.type === 'heading') return [node]
  return 'children' in node ? node.children.flatMap((child) => headingsBelow(child as Node)) : []
}

function withMarks(written: string, marks: string): string {
  if (/^#{1,6}(?=[ \t]|$)/.test(written)) return written.replace(/^#+/, marks)
  const words = written
    .replace(/\n[ \t>]*(?:=+|-+)[ \t]*$/, '')
    .replace(/[ \t\\]*\n[ \t>]*/g, ' ')
    .trim()
  // Marks at the end of a line would be taken for the end of the heading.
  return `${marks} ${words.replace(/(^|\s)(#+)$/, '$1\\$2')}`
}
