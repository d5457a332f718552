// Checked sources in words: how many stand, which are broken and why, and a mark behind each broken one in the text itself.

import type { Outcome } from './citation-check.js'
import { citationsIn } from './citations.js'
import { PROSE } from './cite-or-flag.js'

/** What is told of a citation that was checked. */
export interface SourceTold {
  readonly ref: string
  readonly state: Outcome['kind']
  /** Why it is broken; empty for one that is not. */
  readonly reason: string
}

export interface SourceChecked {
  readonly ref: string
  readonly lines?: number | null
  readonly outcome: Outcome
}

export function toldSource({ ref, lines, outcome }: SourceChecked): SourceTold {
  return {
    ref,
    state: outcome.kind,
    reason: outcome.kind === 'broken' ? whyBroken(outcome.reason, lines) : '',
  }
}

/** How long the file is says what a wrong line number could have been. */
function whyBroken(reason: string, lines: number | null | undefined): string {
  return reason === 'no such lines' && typeof lines === 'number' ? `${reason}, the file has ${lines}` : reason
}

/** `2 verified, 1 broken (lock.ts:10: no such file)`; empty without any. */
export function sourceCounts(sources: readonly SourceTold[]): string {
  const of = (state: SourceTold['state']) => sources.filter((one) => one.state === state)
  const broken = once(of('broken').map(({ ref, reason }) => `${ref}: ${reason}`))
  const counts = (['verified', 'unverified', 'broken'] as const).flatMap((state) =>
    of(state).length > 0 ? [`${of(state).length} ${state}`] : [],
  )
  return `${counts.join(', ')}${broken.length > 0 ? ` (${broken.join('; ')})` : ''}`
}

/** The broken ones, for a sentence in Markdown. */
export function brokenList(sources: readonly SourceTold[]): string {
  const broken = sources.filter(({ state }) => state === 'broken')
  return once(broken.map(({ ref, reason }) => `\`${ref}\` (${reason})`)).join('; ')
}

function once(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

/** The text with a mark behind every broken citation, by the places that were recorded when it was checked. */
export function markBroken(
  text: string,
  sources: readonly (SourceChecked & { readonly line: number; readonly end: number })[],
): string {
  return withMarks(
    text,
    sources.flatMap((source) => {
      const { state, reason } = toldSource(source)
      return state === 'broken' ? [{ line: source.line, end: source.end, reason }] : []
    }),
  )
}

/** The same for references that are found in the text now, by what is told of them: for readers, never for a document. */
export function markTold(text: string, told: readonly SourceTold[]): string {
  const broken = new Map(told.flatMap((one) => (one.state === 'broken' ? [[one.ref, one.reason]] : [])))
  if (broken.size === 0) return text
  return withMarks(
    text,
    [...broken].flatMap(([ref, reason]) => placesOf(text, ref).map((place) => ({ ...place, reason }))),
  )
}

/** Where a text cites this. A reference that only some protocol takes for one is looked for to the letter. */
export function placesOf(text: string, ref: string): readonly Omit<BrokenMark, 'reason'>[] {
  const read = citationsIn(text, PROSE).filter((one) => one.ref === ref)
  if (read.length > 0 || ref === '') return read.map(({ line, end }) => ({ line, end }))
  return text.split('\n').flatMap((line, at) => {
    const end = line.indexOf(ref) + ref.length
    return line.includes(ref) && !/^[\p{L}\p{N}]/u.test(line.slice(end)) ? [{ line: at + 1, end }] : []
  })
}

interface BrokenMark {
  readonly line: number
  readonly end: number
  readonly reason: string
}

function withMarks(text: string, marks: readonly BrokenMark[]): string {
  const lines = text.split('\n')
  for (const { line: n, end, reason } of marks.toSorted((one, other) => other.end - one.end)) {
    const line = lines[n - 1]
    if (line === undefined) continue
    const at = behind(line, end)
    lines[n - 1] = `${line.slice(0, at)} [broken: ${reason}]${line.slice(at)}`
  }
  return lines.join('\n')
}

/** Behind the marks that close code or emphasis, and behind the end of a link. */
function behind(line: string, end: number): number {
  let at = Math.min(end, line.length)
  if (line[at] === ')' && line.lastIndexOf('](', at) > line.lastIndexOf(')', at - 1)) at++
  while (at < line.length && '`*_'.includes(line[at]!)) at++
  return at
}
