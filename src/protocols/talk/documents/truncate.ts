// Truncation: as much of a transcript as a fresh session is given, whole sections from the end.

import { type Piece, renderSection, type Section } from './transcript.js'

const TRANSCRIPT_LIMIT = 30_000

/** The newest section is always kept. One that is too long alone loses the middle of its tool outputs, then of its own text. */
export function truncate(sections: readonly Section[], limit = TRANSCRIPT_LIMIT): string {
  const kept: string[] = []
  let left = limit
  for (const section of sections.toReversed()) {
    const text = renderSection(kept.length === 0 ? fitted(section, limit) : section)
    if (kept.length > 0 && text.length > left) break
    kept.unshift(text)
    left -= text.length
  }
  return kept.join('').replace(/^\n/, '')
}

function fitted(section: Section, limit: number): Section {
  const over = renderSection(section).length - limit
  if (over <= 0) return section
  if (section.kind !== 'assistant') return { ...section, text: cut(section.text, limit) }
  const tools = section.pieces.filter((piece) => piece.kind === 'tool').length
  const share = Math.floor(limit / 2 / Math.max(1, tools))
  const shorter = section.pieces.map((piece) =>
    piece.kind === 'tool' ? { ...piece, output: cut(piece.output, share) } : piece,
  )
  return { ...section, pieces: cutTexts(shorter, limit) }
}

function cutTexts(pieces: readonly Piece[], limit: number): readonly Piece[] {
  const texts = pieces.filter((piece) => piece.kind === 'text').length
  const share = Math.floor(limit / 2 / Math.max(1, texts))
  return pieces.map((piece) => (piece.kind === 'text' ? { ...piece, text: cut(piece.text, share) } : piece))
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.floor(limit / 2)
  const [head, tail] = [text.slice(0, half), text.slice(text.length - half)]
  return `${head}\n(… ${text.length - 2 * half} characters left out …)\n${tail}`
}
