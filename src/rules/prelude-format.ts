// Prelude: what an agent brings from research, in a fixed form. What is rendered is read back unchanged.
import { countOf } from './counts.js'
import { linesOf } from './lines.js'

export interface Prelude {
  name: string
  role: string
  tokens: number
  sources: readonly string[]
  bullets: readonly string[]
}

const SOURCES = 'Sources consulted:'
const BULLETS = 'What I know:'

/** Both headings are there even with nothing under them. */
export function formatPrelude(prelude: Prelude): string {
  const lines = [
    `[Prelude] ${prelude.name} (${prelude.role}) — ${prelude.tokens} tokens`,
    SOURCES,
    ...prelude.sources.map((source) => `  ${source}`),
    BULLETS,
    ...prelude.bullets.map((bullet) => `  - ${bullet}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Undefined when the text does not have the fixed form. */
export function parsePrelude(text: string): Prelude | undefined {
  const [first = '', ...rest] = linesOf(text.trim())
  const head = parseHead(first)
  const split = rest.indexOf(BULLETS)
  if (head === undefined || rest[0] !== SOURCES || split < 0) return undefined
  return {
    ...head,
    sources: items(rest.slice(1, split), '  '),
    bullets: items(rest.slice(split + 1), '  - '),
  }
}

/** One item a line, blank lines dropped. */
export function preludeItems(text: string | undefined): string[] {
  return linesOf(text ?? '').filter((line) => line.trim() !== '')
}

function parseHead(line: string): Pick<Prelude, 'name' | 'role' | 'tokens'> | undefined {
  const open = line.indexOf(' (')
  const dash = line.lastIndexOf(') — ')
  const tokens = countOf(line.slice(dash + 4, -' tokens'.length))
  if (!line.startsWith('[Prelude] ') || !line.endsWith(' tokens') || open < 0 || dash < open) return undefined
  if (tokens === undefined) return undefined
  return { name: line.slice('[Prelude] '.length, open), role: line.slice(open + 2, dash), tokens }
}

function items(lines: readonly string[], indent: string): string[] {
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trim()))
}
