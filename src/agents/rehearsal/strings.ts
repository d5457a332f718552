// Strings for a schema: samples of known formats, guesses along patterns, else a sentence from the desk; cut and padded to length.

import type { Bounds } from './bounds.js'
import { guess, picks } from './pattern.js'

/** Texts that may do, likeliest first; which of them do is for the caller to check. */
export function* stringsFor(
  { formats, patterns, length }: Pick<Bounds, 'formats' | 'patterns' | 'length'>,
  nth: number,
  sentence: (nth: number) => string,
): Generator<string> {
  const known = formats.flatMap((format) => samples[format] ?? [])
  yield* known
  if (known.length > 0 && patterns.length === 0) return
  if (patterns.length === 0) yield sized(distinct(sentence, nth), length)
  // Patterns that say little, such as "no capital letters", are often kept by a plain word.
  for (const word of ['rehearsed', 'Rehearsed', 'REHEARSED'])
    yield sized(nth === 0 ? word : `${word}${nth}`, length)
  for (let seed = nth; seed < nth + 60; seed++) {
    for (const more of [0, length.min, 1, 3]) yield* along(patterns, seed, more, length)
  }
}

function* along(
  patterns: readonly string[],
  seed: number,
  more: number,
  length: Bounds['length'],
): Generator<string> {
  const pick = picks(seed)
  const parts = patterns.map((pattern) => guess(pattern, pick, more))
  yield* parts
  const missing = Math.max(0, length.min - parts.join('').length)
  yield parts.join('a'.repeat(missing))
  for (const part of parts) yield* [sized(part, length), 'a'.repeat(missing) + part]
}

/** Sentences come round again; the later rounds are numbered, so that a list of them has no two alike. */
function distinct(sentence: (nth: number) => string, nth: number): string {
  const text = sentence(nth)
  return nth > 0 && text === sentence(0) ? `${nth + 1}. ${text}` : text
}

/** Cut in code units, but never through a character. */
function sized(text: string, { min, max }: Bounds['length']): string {
  const cut = text.slice(0, Math.min(max, text.length)).replace(/[\uD800-\uDBFF]$/, '')
  return cut.padEnd(Math.min(min, 100_000_000), '.')
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const samples: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-02'],
  time: ['03:04:05', '03:04:05Z'],
  'date-time': [
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05',
    '2026-01-02T03:04:05.678Z',
    '2026-01-02T03:04Z',
  ],
  duration: ['P1D'],
  email: ['someone@example.com'],
  'idn-email': ['someone@example.com'],
  hostname: ['example.com'],
  'idn-hostname': ['example.com'],
  ipv4: ['127.0.0.1'],
  ipv6: ['::1'],
  cidrv4: ['10.0.0.0/8'],
  cidrv6: ['fe80::/10'],
  mac: ['00:00:5e:00:53:01'],
  uri: ['https://example.com/', 'http://example.com/'],
  'uri-reference': ['https://example.com/'],
  iri: ['https://example.com/'],
  'iri-reference': ['https://example.com/'],
  'uri-template': ['https://example.com/{name}'],
  'json-pointer': ['/rehearsed'],
  'relative-json-pointer': ['0'],
  regex: ['^rehearsed$'],
  uuid: ['00000000-0000-4000-8000-000000000000', '01900000-0000-7000-8000-000000000000'],
  guid: ['00000000-0000-4000-8000-000000000000'],
  base64: ['cmVoZWFyc2Vk'],
  base64url: ['cmVoZWFyc2Vk'],
  'json-string': ['"rehearsed"'],
  emoji: ['👋'],
  e164: ['+15550100000'],
  jwt: [`${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: 'rehearsed' })}.c2ln`],
}
