// Labels: `**Key argument:**` at the start of a line, and the text that belongs to it.

import { fencesIn } from '../../../text/fences.js'

export interface LabelledText {
  /** As the template spells it. */
  readonly label: string
  readonly text: string
}

/** The text of each label that is there, up to the next of these labels or a heading. Where one is given twice, the first that says something counts. */
export function labelsIn(text: string, labels: readonly string[]): LabelledText[] {
  const lines = text.split('\n')
  const { code } = fencesIn(lines)
  const found: { label: string; lines: string[] }[] = []
  let open = false
  lines.forEach((line, at) => {
    const begun = code[at] ? undefined : labelAt(line, labels)
    if (begun) {
      found.push({ label: begun.label, lines: [begun.rest] })
      open = true
    } else if (!code[at] && /^ {0,3}#{1,6}(?:\s|$)/.test(line)) open = false
    else if (open) found.at(-1)!.lines.push(line)
  })
  const texts = found.map(({ label, lines: own }) => ({ label, text: own.join('\n').trim() }))
  return labels.flatMap((label) => {
    const given = texts.filter((one) => one.label === label)
    return given.length === 0 ? [] : [given.find((one) => one.text !== '') ?? given[0]!]
  })
}

/** Null where the label is missing. */
export function labelText(text: string, label: string, labels: readonly string[]): string | null {
  return labelsIn(text, labels).find((found) => found.label === label)?.text ?? null
}

/** The colon may stand inside or outside the asterisks. */
export function labelAt(
  line: string,
  labels: readonly string[],
): { readonly label: string; readonly rest: string } | undefined {
  const found = /^\*\*([^*]+?)(?::\s*\*\*|\*\*\s*:)(.*)$/.exec(line)
  const label = labels.find((name) => name.toLowerCase() === found?.[1]?.trim().toLowerCase())
  return found && label !== undefined ? { label, rest: found[2]!.trim() } : undefined
}
