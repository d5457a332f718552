// Checked sources in words: how many stand, which are broken and why, and a mark behind each broken one in the text itself.

import type { Outcome } from './citation-check.js'

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
  const lines = text.split('\n')
  const broken = sources.filter(({ outcome }) => outcome.kind === 'broken')
  for (const source of broken.toSorted((one, other) => other.end - one.end)) {
    const line = lines[source.line - 1]
    if (line === undefined) continue
    const at = behind(line, source.end)
    lines[source.line - 1] = `${line.slice(0, at)} [broken: ${toldSource(source).reason}]${line.slice(at)}`
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
