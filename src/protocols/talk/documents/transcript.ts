// The transcript of an open talk: one section a turn, readable as markdown. parley never reads it back.
//
//   TRA1  Nothing is lost: kinds, times, texts, and tools in the order in which they happened can be read from it.
//   TRA2  Nothing that anybody says can pass for a heading or a tool use of the transcript: such lines get a backslash in front.
//
// A section is a blank line, its heading, a blank line and its body. Pieces of a body stand a blank line apart.

import { onOneLine } from '../../../rules/lines.js'
import { quoted } from '../../../text/yaml-text.js'

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly id?: string; readonly output: string }

export type Section =
  | { readonly kind: 'user' | 'error'; readonly at: string; readonly text: string }
  | { readonly kind: 'assistant'; readonly at: string; readonly pieces: readonly Piece[] }

export interface TranscriptHead {
  readonly meetingId: string
  readonly worker: string
  readonly project: string
  readonly started: string
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

export const TITLES = {
  user: 'User',
  assistant: 'Assistant',
  error: 'Error',
} as const satisfies Record<Section['kind'], string>

/** Lines that a reader could take for ours (TRA2), and those that would look so without their backslashes. */
export const IMITATES = /^\\*(?:## (?:User|Assistant|Error) \(|> Tool: )/
const IMITATES_IN_QUOTE = /^\\*Tool: /

function guarded(text: string): string[] {
  return text.split('\n').map((line) => (IMITATES.test(line) ? `\\${line}` : line))
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
