// Secrets: masks what looks like a key, a token or a password, wherever text enters. Never shows what it found.
//
//   HIDE1  Text in which nothing is found comes back byte for byte.
//   HIDE2  Masking masked text again changes nothing and finds nothing.
//   HIDE3  No text can switch masking off.
//
// Three sources: the table of our own rules, patterns for what that table and secretlint leave out, and secretlint itself,
// which is loaded only for text that could hold something it knows.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scrubSecrets } from '../rules/secret-patterns.js'
import { parleyHome } from './home.js'
import { maskMore } from './secret-extras.js'
import type { Span } from './secret-spans.js'

export interface Clean {
  readonly text: string
  /** Each kind once, in order of name. */
  readonly found: readonly { readonly kind: string }[]
}

/** After one mask another pattern may match; a few rounds are enough for any real text. */
const ROUNDS = 6

export async function scrub(text: string): Promise<Clean> {
  const kinds = new Set<string>()
  let clean = text
  for (let round = 0; round < ROUNDS && couldHoldSecret(clean); round++) {
    const next = await scrubOnce(clean, kinds)
    if (next === clean) break
    clean = next
  }
  return { text: clean, found: [...kinds].toSorted().map((kind) => ({ kind })) }
}

/** The same in the form that meetings take. */
export async function scrubbed(
  text: string,
): Promise<{ readonly text: string; readonly kinds: readonly string[] }> {
  const { text: clean, found } = await scrub(text)
  return { text: clean, kinds: found.map(({ kind }) => kind) }
}

/**
 * Whether a closer check is needed. Every known secret contains one of these: a long run without a blank, an address with a user
 * name, the header of a key, or the beginning of a token that may be short.
 */
function couldHoldSecret(text: string): boolean {
  return /\S{16}|:\/\/[^\n]{0,600}@|-----BEGIN|\bxox|\bxapp-|_authToken=|\bbasic\s/i.test(text)
}

async function scrubOnce(text: string, kinds: Set<string>): Promise<string> {
  const byTable = scrubSecrets(text)
  if (byTable.text !== text) for (const { mark } of byTable.found) kinds.add(kindOf(mark))
  const byHand = maskMore(withoutOwnToken(byTable.text, kinds))
  for (const kind of byHand.kinds) kinds.add(kind)
  const { lintedSpans, maskSpans } = await import('./secret-spans.js')
  const spans: readonly Span[] = await lintedSpans(byHand.text)
  for (const { kind } of spans) kinds.add(kind)
  return maskSpans(byHand.text, spans)
}

/** The token of parley's own server is like any other random text, so it is recognised by its value. */
function withoutOwnToken(text: string, kinds: Set<string>): string {
  if (!/[A-Za-z0-9_-]{32}/.test(text)) return text
  const token = ownToken()
  if (token === undefined || !text.includes(token)) return text
  kinds.add('parley-token')
  return text.replaceAll(token, 'REDACTED-PARLEY-TOKEN')
}

function ownToken(): string | undefined {
  try {
    const token = readFileSync(join(parleyHome(), 'token'), 'utf8').trim()
    return token.length >= 32 ? token : undefined
  } catch {
    return undefined
  }
}

function kindOf(mark: string): string {
  return mark.replace(/^REDACTED-/, '').toLowerCase()
}
