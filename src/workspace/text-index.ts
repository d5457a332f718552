// Full-text index over a workspace's text files, a line at a time. The same files and words always find the same lines.

import type MiniSearch from 'minisearch'
import type { Desk, Extract } from '../kernel/desk.js'
import { type Limits, readTextFiles, type TextFile, usualLimits } from './text-files.js'

export type TextIndex = Pick<Desk, 'find' | 'files'>

const MOST_LETTERS = 240

export async function indexWorkspace(root: string, limits: Limits = usualLimits): Promise<TextIndex> {
  return indexFiles(await readTextFiles(root, limits))
}

export async function indexFiles(files: readonly TextFile[]): Promise<TextIndex> {
  const lines = files.flatMap((file) => linesOf(file))
  const engine = await buildEngine(lines)
  return {
    files: files.length,
    find: (words, most) => rank(engine, lines, words).slice(0, Math.max(0, most)),
  }
}

async function buildEngine(lines: readonly Extract[]): Promise<MiniSearch> {
  const { default: Engine } = await import('minisearch')
  const engine = new Engine({ fields: ['text'], processTerm: termOf })
  engine.addAll(lines.map((line, id) => ({ id, text: line.text })))
  return engine
}

/** Equal scores keep the order of files, then of lines, so that the result does not depend on how the index was filled. */
function rank(engine: MiniSearch, lines: readonly Extract[], words: string): readonly Extract[] {
  const boostDocument = (id: unknown) => weight(lines[id as number]!)
  const hits = engine.search(words, { prefix: (term) => term.length > 3, combineWith: 'OR', boostDocument })
  const ranked = hits.map(({ id, score }) => ({ line: lines[id as number]!, score }))
  return ranked
    .toSorted((one, other) => other.score - one.score || byPlace(one.line, other.line))
    .map(({ line }) => line)
}

/** Prefers sentences to names and brackets, which score high only because they are short, and prose to code. */
function weight({ text, path }: Extract): number {
  const sentence = text.split(/\s+/).length >= 6 ? 1 : 0.3
  const code = /[{};=<>]/.test(text) ? 0.5 : 1
  return sentence * code * (/\.(md|txt|rst|adoc)$/.test(path) ? 1.6 : 1)
}

function byPlace(one: Extract, other: Extract): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1
  return one.line - other.line
}

function linesOf(file: TextFile): readonly Extract[] {
  const lines = file.text
    .split(/\r?\n/)
    .map((text, at) => ({ path: file.path, line: at + 1, text: cut(text.trim()) }))
  return lines.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text))
}

function cut(text: string): string {
  return text.length <= MOST_LETTERS ? text : text.slice(0, MOST_LETTERS).trimEnd()
}

/** Words that are too common to search for. */
const COMMON = new Set(
  'a after all also am an and any are as at be been before but by can could did do does for from go goes had has have how if in into is it its may must no not of on one or our should so such than that the their then there these they this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

function termOf(term: string): string | null {
  const word = term.toLowerCase()
  return word.length < 2 || COMMON.has(word) ? null : word
}
