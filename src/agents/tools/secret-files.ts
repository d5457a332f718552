// Secret files for tools: refuses files that hold secrets unless the person has allowed them, and masks a text as part of its file.

import type { SecretFiles } from '../../rules/secret-files.js'
import { scrubbed } from '../../workspace/secrets.js'
import { ToolRefused } from './define.js'

/** A name of its own for a link to a secret file does not make it readable, so both paths are checked. */
export function mustNotBeSecret(secrets: SecretFiles, asked: string, ...paths: readonly string[]): void {
  const what = [asked, ...paths].map((path) => secrets.nameOf(path)).find((found) => found !== null)
  if (what !== undefined) throw refusal(asked, what)
}

export function refusal(asked: string, what: string): ToolRefused {
  return new ToolRefused(
    `${asked} is ${what}. Seats do not read files that hold secrets unless the person allows it, with \`secret_files\` in their own settings or --secret-files.`,
  )
}

export interface MaskedLines {
  readonly lines: readonly string[]
  readonly kinds: readonly string[]
}

/**
 * Masks lines as parts of the text they stand in: a line of a private key alone looks like any other. Gives as many lines as it was
 * given; where masking joined several, each that did not survive is a mark of its own.
 */
export async function maskedLines(lines: readonly string[]): Promise<MaskedLines> {
  const { text, kinds } = await scrubbed(lines.join('\n'))
  if (kinds.length === 0) return { lines, kinds }
  const masked = text.split('\n')
  if (masked.length === lines.length) return { lines: masked, kinds }
  const kept = new Set(masked)
  return { lines: lines.map((line) => (kept.has(line) ? line : 'REDACTED-SECRET')), kinds }
}
