// Cite or flag: a line that states a fact needs a citation or the word [inference]. Judges form only, never truth.
// The first of these that holds decides: exempt line, citation, [inference], factual claim; else no claim. A line of any length is
// judged in time that grows with its length, and no line makes this throw.
//
//   CITE1  The floor (roots and endings below) always counts; a project can add to it and never take away.
import { linesOf } from './lines.js'

export type LineClass = 'cited' | 'inference' | 'unflagged-inference' | 'non-claim'

export interface FlaggedLine {
  /** From 1. */
  number: number
  text: string
}

export type DraftVerdict = { kind: 'clean' } | { kind: 'unflagged'; lines: readonly FlaggedLine[] }

/** What counts as a citation. Made by `citeRules`. */
export interface CiteRules {
  readonly memory: RegExp
  readonly files: readonly RegExp[]
}

export interface MoreToCite {
  /** Folders such as `src` or `.gaia/artifacts`. */
  roots?: readonly string[]
  /** Endings such as `.tsx`. */
  endings?: readonly string[]
  /** Files at the top of the project, such as `package.json`, cited by name alone. */
  files?: readonly string[]
}

export const ROOTS = [
  'docs',
  'gaia-framework',
  'gaia-enterprise',
  'Gaia-framework',
  '_gaia',
  'plugins',
  'scripts',
  'tests',
] as const

export const ENDINGS = [
  '.md',
  '.yaml',
  '.yml',
  '.json',
  '.sh',
  '.ts',
  '.js',
  '.py',
  '.bats',
  '.csv',
  '.sql',
] as const

export function classifyLine(line: string, rules: CiteRules = FLOOR): LineClass {
  const text = line.trim()
  if (isExempt(text)) return 'non-claim'
  if (hasCitation(text, rules)) return 'cited'
  if (text.includes('[inference]')) return 'inference'
  return makesClaim(text) ? 'unflagged-inference' : 'non-claim'
}

/** Judges every line, including code and tables. */
export function gateDraft(draft: string, rules: CiteRules = FLOOR): DraftVerdict {
  return verdictOn(draft, 1, rules)
}

/** Skips the frontmatter at the top, but counts its lines, so that line numbers are those of the file. */
export function verifyTranscript(transcript: string, rules: CiteRules = FLOOR): DraftVerdict {
  return verdictOn(transcript, firstBodyLine(transcript), rules)
}

/** The floor, and what this project adds to it. */
export function citeRules(more: MoreToCite): CiteRules {
  const roots = [...ROOTS, ...(more.roots ?? []).map(asRoot).filter((root) => root !== '')]
  const endings = [...ENDINGS, ...(more.endings ?? []).map(asEnding).filter((ending) => ending !== '.')]
  const files = (more.files ?? []).filter((file) => /\S/.test(file))
  return {
    memory: memoryPattern('[\\s/(`]'),
    files: [filePattern(roots, endings), ...topFilePatterns(files)],
  }
}

function verdictOn(text: string, from: number, rules: CiteRules): DraftVerdict {
  const lines = linesOf(text)
    .map((line, index) => ({ number: index + 1, text: line }))
    .filter((line) => line.number >= from && classifyLine(line.text, rules) === 'unflagged-inference')
  return lines.length === 0 ? { kind: 'clean' } : { kind: 'unflagged', lines }
}

/** If no second `---` closes it, the whole text is frontmatter. */
function firstBodyLine(text: string): number {
  const lines = linesOf(text)
  if (lines[0] !== '---') return 1
  const close = lines.indexOf('---', 1)
  return close < 0 ? lines.length + 1 : close + 2
}

function isExempt(text: string): boolean {
  return (
    text === '' ||
    text === '---' ||
    text.endsWith('?') ||
    ['#', '>', '```', '[round ', '[Prelude]'].some((start) => text.startsWith(start))
  )
}

function hasCitation(text: string, rules: CiteRules): boolean {
  return /https?:\/\/\S/.test(text) || [rules.memory, ...rules.files].some((pattern) => found(pattern, text))
}

/** The patterns have the `g` flag for extraction, so a search must reset where the last one ended. */
function found(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0
}

const CLAIM_WORDS = (
  'is are was were has have had will would must cannot can always never requires returns resolves depends produces ' +
  'emits enables disables decided landed shipped retired exists lives sits points references covers implements ' +
  'enforces asserts'
).split(' ')
const CLAIM = new RegExp(`\\b(?:${CLAIM_WORDS.join('|')})\\b`, 'i')

function makesClaim(text: string): boolean {
  return namesCall(text) || CLAIM.test(text)
}

/** An identifier followed by `()`. Walks back from each pair of brackets, so that a long run of letters is read only once. */
function namesCall(text: string): boolean {
  for (let at = text.indexOf('()'); at >= 0; at = text.indexOf('()', at + 2)) {
    for (let back = at - 1; back >= 0 && /[A-Za-z0-9_]/.test(text[back]!); back--) {
      if (/[A-Za-z_]/.test(text[back]!)) return true
    }
  }
  return false
}

const PATH = '[A-Za-z0-9._/-]'

function memoryPattern(before: string): RegExp {
  return new RegExp(`(?<=^|${before})\\.gaia/memory/${PATH}+`, 'g')
}

/** The characters allowed before a root cannot occur inside a path, so no text is read twice and the time stays linear. */
function filePattern(roots: readonly string[], endings: readonly string[]): RegExp {
  return new RegExp(`(?<=^|[\\s(\`])(?:${oneOf(roots)})/${PATH}+(?:${oneOf(endings)})(?![A-Za-z0-9_])`, 'g')
}

/** A bare name such as LICENSE is an ordinary word too: it counts only in backticks or with a line number. */
function topFilePatterns(files: readonly string[]): RegExp[] {
  const dotted = files.filter((file) => file.includes('.'))
  const bare = files.filter((file) => !file.includes('.'))
  return [
    ...(dotted.length > 0 ? [`(?<=^|[\\s(\`])(?:${oneOf(dotted)})(?![A-Za-z0-9_/-])`] : []),
    ...(bare.length > 0
      ? [`(?<=\`)(?:${oneOf(bare)})(?=\`)|(?<=^|[\\s(\`])(?:${oneOf(bare)})(?=:[0-9])`]
      : []),
  ].map((source) => new RegExp(source, 'g'))
}

/** Longest first, so that `.tsx` is not read as `.ts` and a nested root not as its parent. */
function oneOf(texts: readonly string[]): string {
  return [...new Set(texts)]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .join('|')
}

function asRoot(root: string): string {
  let text = root.trim()
  while (text.startsWith('./')) text = text.slice(2)
  while (text.endsWith('/')) text = text.slice(0, -1)
  return text
}

function asEnding(ending: string): string {
  const text = ending.trim()
  return text.startsWith('.') ? text : `.${text}`
}

/** The rules without any addition of a project's. */
export const FLOOR: CiteRules = {
  memory: memoryPattern('[\\s/(]'),
  files: [filePattern(ROOTS, ENDINGS)],
}

/** For words that need no citation to count: only what names lines, a quotation or an address is one. */
export const PROSE: CiteRules = { memory: /(?!)/g, files: [] }
