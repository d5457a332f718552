// secretlint's findings as spans of text, and their masking. Heavy to load: only `secrets.ts` imports this, and late.

import { lintSource } from '@secretlint/core'
import { rules as recommended } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretLintCoreConfig, SecretLintCoreResultMessage } from '@secretlint/types'

export interface Span {
  readonly from: number
  readonly to: number
  readonly kind: string
}

/** Rule by rule instead of as a preset, without the one that lets a comment in the text switch the others off. */
const RULES = recommended.filter((rule) => !rule.meta.id.endsWith('-filter-comments'))

const CONFIG: SecretLintCoreConfig = {
  rules: RULES.map((rule) => ({
    id: rule.meta.id,
    rule,
    options: rule.meta.id.endsWith('-aws') ? { enableIDScanRule: true } : {},
  })),
}

/** No secrets: an account's number, and whatever text follows the name of npm's setting, which our own pattern judges. */
const NOT_MASKED = ['AWSAccountID', 'Npmrc_authToken']

/** As plain text, and, when it could be that, as JSON: some rules look at nothing else. */
export async function lintedSpans(text: string): Promise<readonly Span[]> {
  const asText = await lint(text, '.txt')
  const asJson = text.trimStart().startsWith('{') ? await lint(text, '.json') : []
  return [...asText, ...asJson].flatMap((message) => spansOf(text, message))
}

async function lint(text: string, ext: string): Promise<readonly SecretLintCoreResultMessage[]> {
  const source = { filePath: `text${ext}`, content: text, contentType: 'text' as const, ext }
  const { messages } = await lintSource({ source, options: { config: CONFIG, noPhysicFilePath: true } })
  return messages.filter((message) => !NOT_MASKED.includes(message.messageId))
}

/**
 * The range that is reported and every place where a reported value stands: some rules report a range that begins too early
 * and so ends in the middle of the secret.
 */
function spansOf(text: string, message: SecretLintCoreResultMessage): readonly Span[] {
  const kind = message.ruleId.replace(/^.*rule-/, '')
  const [from, to] = message.range
  const values = valuesIn(message.data).flatMap((value) => placesOf(text, value, from))
  return [{ from, to }, ...values].map((span) => ({ ...span, kind }))
}

/** Rules name the secret in capitals (`KEY`, `TOKEN`, `URI`); what is in small letters describes it. */
function valuesIn(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null) return []
  const capitals = Object.entries(data).filter(
    ([name]) => name === name.toUpperCase() && name !== 'FILE_NAME',
  )
  return capitals.flatMap(([, value]) => (typeof value === 'string' && value !== '' ? [value] : []))
}

/** A short value is masked only where it was found: elsewhere it may be an ordinary word. */
function placesOf(text: string, value: string, from: number): readonly { from: number; to: number }[] {
  const first = text.indexOf(value, value.length < 8 ? from : 0)
  const places: { from: number; to: number }[] = []
  for (let at = first; at >= 0; at = text.indexOf(value, at + value.length)) {
    places.push({ from: at, to: at + value.length })
    if (value.length < 8) break
  }
  return places
}

/** Overlapping spans become one mask, named for the one that begins first. */
export function maskSpans(text: string, spans: readonly Span[]): string {
  let masked = ''
  let done = 0
  for (const span of merged(spans)) {
    masked += `${text.slice(done, span.from)}REDACTED-${span.kind.toUpperCase()}`
    done = span.to
  }
  return masked + text.slice(done)
}

function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = result.at(-1)
    if (last === undefined || span.from >= last.to) result.push(span)
    else if (span.to > last.to) result[result.length - 1] = { ...last, to: span.to }
  }
  return result
}
