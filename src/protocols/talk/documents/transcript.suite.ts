// For tests: a reader of transcripts, which finds everything that was rendered.

import { readFrontmatter } from '../../../text/frontmatter.js'
import { IMITATES, type Piece, type Section, TITLES, type TranscriptHead, tidyPieces } from './transcript.js'

interface Transcript {
  /** Null where somebody cut it off; the sections are still read. */
  readonly head: TranscriptHead | null
  readonly sections: readonly Section[]
}

export function parseTranscript(text: string): Transcript {
  const { head, lines } = splitHead(text)
  const starts = lines.flatMap((line, at) => (HEADING.test(line) ? [at] : []))
  const sections = starts.map((start, at) =>
    parseSection(lines[start]!, lines.slice(start + 1, starts[at + 1])),
  )
  return { head, sections }
}

const HEADING = /^## (User|Assistant|Error) \(([^()]*)\)$/
const TOOL = /^> Tool: (\S+)(?: \((.*)\))?$/

function unguarded(lines: readonly string[]): string {
  return lines.map((line) => (line.startsWith('\\') && IMITATES.test(line) ? line.slice(1) : line)).join('\n')
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
