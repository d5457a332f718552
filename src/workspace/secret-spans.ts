// secretlint's findings as spans of text, and their masking. Heavy to load: only `secrets.ts` imports this, and late.
//
// The rules are run here instead of by secretlint's own engine, which keeps timing marks of every run for as long as the
// process lives and looks through all of them at each new one: a server would grow slower with every turn.

import { rules as recommended } from '@secretlint/secretlint-rule-preset-recommend'
import type {
  SecretLintRuleContext,
  SecretLintRuleReportDescriptor,
  SecretLintSourceCode,
} from '@secretlint/types'

export interface Span {
  readonly from: number
  readonly to: number
  readonly kind: string
}

/** All rules except the one that lets a comment in the text disable the others. */
const RULES = recommended.filter((rule) => !rule.meta.id.endsWith('-filter-comments'))

/** Findings that are no secrets: an account number, and text after the name of npm's setting, which our own pattern checks. */
const NOT_MASKED = ['AWSAccountID', 'Npmrc_authToken']

/** As plain text and, where possible, as JSON: some rules check only JSON. */
export async function lintedSpans(text: string): Promise<readonly Span[]> {
  const asText = await runRules(text, '.txt')
  const asJson = text.trimStart().startsWith('{') ? await runRules(text, '.json') : []
  return [...asText, ...asJson].flatMap((finding) => spansOf(text, finding))
}

interface Finding extends SecretLintRuleReportDescriptor {
  readonly kind: string
}

async function runRules(text: string, ext: string): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const source = { content: text, contentType: 'text', ext, filePath: `text${ext}` } as SecretLintSourceCode
  for (const rule of RULES) {
    const kind = rule.meta.id.replace(/^.*rule-/, '')
    const report = (found: SecretLintRuleReportDescriptor) => findings.push({ ...found, kind })
    await rule.create(contextFor(report), { enableIDScanRule: true }).file?.(source)
  }
  return findings.filter(({ message }) => !NOT_MASKED.includes(message.messageId))
}

/** What a rule is given: a way to report, and its messages, of which only the data count here. */
function contextFor(report: (found: SecretLintRuleReportDescriptor) => void): SecretLintRuleContext {
  return {
    sharedOptions: {},
    createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
    report,
    ignore: () => {},
  }
}

/**
 * The range that is reported and every place where a reported value stands: some rules report a range that begins too early
 * and so ends in the middle of the secret.
 */
function spansOf(text: string, { kind, message, range: [from, to] }: Finding): readonly Span[] {
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
