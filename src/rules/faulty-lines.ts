// Faulty lines: lines of drafted texts that cite what is not there, and the same texts with those lines written anew.

import { type SourceChecked, toldSource } from './source-words.js'

export interface DraftedText {
  readonly where: string
  readonly text: string
}

export interface FaultyLine {
  /** What whoever drafted it calls it by: `S1`. */
  readonly id: string
  readonly where: string
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly faults: readonly string[]
}

export function faultyLines(
  texts: readonly DraftedText[],
  sources: readonly (SourceChecked & { readonly where: string; readonly line: number })[],
): FaultyLine[] {
  const found = texts.flatMap(({ where, text }) =>
    text.split('\n').flatMap((line, at) => {
      const broken = sources.filter(
        (one) => one.where === where && one.line === at + 1 && one.outcome.kind === 'broken',
      )
      const faults = broken.map(toldSource).map(({ ref, reason }) => `${ref}: ${reason}`)
      return faults.length === 0 ? [] : [{ where, line: at + 1, text: line, faults }]
    }),
  )
  return found.map((one, at) => ({ id: `S${at + 1}`, ...one }))
}

/** For the prompt that asks for them. */
export function faultyList(faulty: readonly FaultyLine[]): string {
  return faulty
    .map(({ id, where, text, faults }) => `${id} (${where}): ${faults.join('; ')}\n  ${text}`)
    .join('\n')
}

/** A line that did not come back stays as it is, and so does a text of which nothing would be left. */
export function withNewLines(
  { where, text }: DraftedText,
  faulty: readonly FaultyLine[],
  lines: readonly { readonly id: string; readonly text: string }[],
): string {
  const mine = faulty.filter((one) => one.where === where)
  if (mine.length === 0) return text
  const changed = text.split('\n').map((line, at) => {
    const id = mine.find((one) => one.line === at + 1)?.id
    return lines.find((one) => one.id.trim().toUpperCase() === id)?.text ?? line
  })
  return changed.join('\n').trim() === '' ? text : changed.join('\n')
}
