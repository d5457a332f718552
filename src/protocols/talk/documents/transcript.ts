// The transcript of an open talk: one section a turn, readable as markdown and parsed back without loss.
//
//   TRA1  Parsing what was rendered gives back the sections: kinds, times, texts, and tools in the order in which they happened.
//   TRA2  Nothing that anybody says can pass for a heading or a tool use of the transcript: such lines get a backslash in front.
//
// A section is a blank line, its heading, a blank line and its body. Pieces of a body stand a blank line apart.

import { readFrontmatter } from '../../../documents/frontmatter.js'
import { quoted } from '../../../documents/yaml-text.js'
import { onOneLine } from '../../../rules/lines.js'

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly id?: string; readonly output: string }

export type Section =
  | { readonly kind: 'user' | 'error' | 'compacted'; readonly at: string; readonly text: string }
  | { readonly kind: 'assistant'; readonly at: string; readonly pieces: readonly Piece[] }

export interface TranscriptHead {
  readonly meetingId: string
  readonly worker: string
  readonly project: string
  readonly started: string
}

export interface Transcript {
  /** Null where somebody cut it off; the sections are still read. */
  readonly head: TranscriptHead | null
  readonly sections: readonly Section[]
}

/** How a new transcript begins. */
export function renderHead({ meetingId, worker, project, started }: TranscriptHead): string {
  const fields = [`meetingId: ${meetingId}`, `worker: ${quoted(worker)}`, `project: ${quoted(project)}`]
  return ['---', ...fields, `started: ${started}`, '---', ''].join('\n')
}

/** What to append for one section. It does not depend on what stands before it, so a transcript is only ever appended to. */
export function renderSection(section: Section): string {
  const lines = section.kind === 'assistant' ? bodyOf(section.pieces) : guarded(section.text)
  return ['', `## ${TITLES[section.kind]} (${section.at})`, '', ...lines, ''].join('\n')
}

export function parseTranscript(text: string): Transcript {
  const { head, lines } = splitHead(text)
  const starts = lines.flatMap((line, at) => (HEADING.test(line) ? [at] : []))
  const sections = starts.map((start, at) =>
    parseSection(lines[start]!, lines.slice(start + 1, starts[at + 1])),
  )
  return { head, sections }
}

/** Consecutive texts become one piece; empty ones are dropped. */
export function tidyPieces(pieces: readonly Piece[]): readonly Piece[] {
  const tidied: Piece[] = []
  for (const piece of pieces) {
    const last = tidied.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text')
      tidied[tidied.length - 1] = { kind: 'text', text: last.text + piece.text }
    else if (piece.kind === 'tool' || piece.text !== '') tidied.push(piece)
  }
  return tidied
}

const TITLES = {
  user: 'User',
  assistant: 'Assistant',
  error: 'Error',
  compacted: 'Context Compacted',
} as const satisfies Record<Section['kind'], string>

const HEADING = /^## (User|Assistant|Error|Context Compacted) \(([^()]*)\)$/
const TOOL = /^> Tool: (\S+)(?: \((.*)\))?$/

/** Lines that the parser could take for ours (TRA2), and those that would look so without their backslashes. */
const IMITATES = /^\\*(?:## (?:User|Assistant|Error|Context Compacted) \(|> Tool: )/
const IMITATES_IN_QUOTE = /^\\*Tool: /

function guarded(text: string): string[] {
  return text.split('\n').map((line) => (IMITATES.test(line) ? `\\${line}` : line))
}

function unguarded(lines: readonly string[]): string {
  return lines.map((line) => (line.startsWith('\\') && IMITATES.test(line) ? line.slice(1) : line)).join('\n')
}

function bodyOf(pieces: readonly Piece[]): string[] {
  return tidyPieces(pieces).flatMap((piece, at) => {
    const lines = piece.kind === 'text' ? guarded(piece.text) : toolLines(piece)
    return at === 0 ? lines : ['', ...lines]
  })
}

function toolLines({ name, id, output }: Extract<Piece, { kind: 'tool' }>): string[] {
  const title = `> Tool: ${name.replace(/\s+/g, '_') || '_'}${id === undefined ? '' : ` (${onOneLine(id)})`}`
  if (output === '') return [title]
  const quote = (line: string) => `> ${IMITATES_IN_QUOTE.test(line) ? '\\' : ''}${line}`
  return [title, ...output.split('\n').map(quote)]
}

function parseSection(heading: string, lines: readonly string[]): Section {
  const [, title, at = ''] = HEADING.exec(heading)!
  const kind = (Object.keys(TITLES) as Section['kind'][]).find((key) => TITLES[key] === title)!
  // The blank line below the heading, and the one that the next section or the end of the file brings.
  const body = lines.slice(1, -1)
  return kind === 'assistant' ? { kind, at, pieces: parsePieces(body) } : { kind, at, text: unguarded(body) }
}

function parsePieces(lines: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < lines.length; ) {
    const isTool = TOOL.test(lines[at]!)
    const end = isTool ? endOfTool(lines, at) : nextTool(lines, at)
    // A blank line parts a piece from the next; it belongs to neither.
    const own = lines.slice(at, !isTool && end < lines.length && lines[end - 1] === '' ? end - 1 : end)
    pieces.push(isTool ? parseTool(own) : { kind: 'text', text: unguarded(own) })
    at = isTool && lines[end] === '' ? end + 1 : end
  }
  return tidyPieces(pieces)
}

function endOfTool(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, at) => at > from && (!line.startsWith('>') || TOOL.test(line)))
  return end < 0 ? lines.length : end
}

function nextTool(lines: readonly string[], from: number): number {
  const tool = lines.findIndex((line, at) => at > from && TOOL.test(line))
  return tool < 0 ? lines.length : tool
}

function parseTool([title, ...quotes]: readonly string[]): Piece {
  const [, name = '', id] = TOOL.exec(title!)!
  const lines = quotes.map((line) => line.replace(/^> ?/, ''))
  const output = lines.map((line) => (/^\\+Tool: /.test(line) ? line.slice(1) : line)).join('\n')
  return { kind: 'tool', name, ...(id === undefined ? {} : { id }), output }
}

function splitHead(text: string): { head: TranscriptHead | null; lines: readonly string[] } {
  const { fields, body, trouble } = readFrontmatter(text)
  const lines = body.split('\n')
  if (trouble !== null) return { head: null, lines }
  const field = (name: string) => String(fields[name] ?? '')
  const [meetingId, worker, project, started] = ['meetingId', 'worker', 'project', 'started'].map(field)
  return { head: { meetingId: meetingId!, worker: worker!, project: project!, started: started! }, lines }
}
