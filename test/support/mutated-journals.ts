// Mutated journals, the same for the same seed: golden journals with fields changed and the chain made anew, or with bytes broken.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/kernel/line/hash.js'
import { checkout } from './run.js'

export interface Mutated {
  /** Says again which one it is, for a message. */
  readonly name: string
  readonly bytes: Buffer
  /** How many lines it was made from. */
  readonly lines: number
}

/** A random source that a seed determines. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function goldenJournals(
  protocols: RegExp,
): readonly { readonly name: string; readonly text: string }[] {
  const top = join(checkout, 'test', 'journals')
  return readdirSync(top)
    .filter((name) => protocols.test(name))
    .flatMap((protocol) =>
      readdirSync(join(top, protocol)).map((version) => ({
        name: `${protocol}/${version}`,
        text: readFileSync(join(top, protocol, version, 'journal.jsonl'), 'utf8'),
      })),
    )
}

/** The journal of this number: two of three keep a valid chain, as an author of lies would make it. */
export function mutated(
  golden: { readonly name: string; readonly text: string },
  id: string,
  seed: number,
): Mutated {
  const random = seeded(seed)
  const lines = golden.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)
  if (isRecord(lines[0]) && isRecord(lines[0]['data'])) lines[0]['data']['id'] = id
  // A meeting that is under way, and quicker to read.
  if (random() < 0.6) lines.length = Math.min(lines.length, 2 + Math.floor(random() * 40))
  const forged = random() < 2 / 3
  const text = chained(forged ? changed(lines, random) : lines)
  const bytes = forged ? Buffer.from(text) : broken(Buffer.from(text), random)
  return { name: `${golden.name}, seed ${seed}`, bytes, lines: lines.length }
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Random = () => number
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!

function changed(lines: Json[], random: Random): Json[] {
  const times = 1 + Math.floor(random() * 3)
  for (let time = 0; time < times; time++) {
    const at = Math.floor(random() * lines.length)
    const way = random()
    if (way < 0.05 && lines.length > 1) lines.splice(at, 1)
    else if (way < 0.1) lines.splice(at, 0, structuredClone(pick(lines, random)))
    else if (way < 0.13) [lines[0], lines[at]] = [lines[at]!, lines[0]!]
    else if (way < 0.15) lines[at] = strange(random)
    // The first and the last line hold most of what lists and renderings look at.
    else changeInside(bodyOf(lines[way < 0.3 ? 0 : way < 0.4 ? lines.length - 1 : at]!, random), random)
  }
  return lines
}

/** What a line says about the meeting, and now and then the line around it: those checks refuse nearly everything. */
function bodyOf(line: Json, random: Random): Json {
  return isRecord(line) && isRecord(line['data']) && random() < 0.9 ? line['data'] : line
}

/** Somewhere below the value, the deeper the rarer. */
function changeInside(value: Json, random: Random): void {
  if (typeof value !== 'object' || value === null) return
  const keys = Object.keys(value)
  if (keys.length === 0) return
  const key = pick(keys, random)
  const holder = value as Record<string, Json>
  const inside = holder[key]
  if (typeof inside === 'object' && inside !== null && Object.keys(inside).length > 0 && random() < 0.8) {
    changeInside(inside, random)
    return
  }
  const way = random()
  if (way < 0.25 && !Array.isArray(value)) delete holder[key]
  else if (way < 0.35 && !Array.isArray(value)) holder[pick(odd, random)] = inside ?? null
  else holder[key] = strange(random)
}

const odd = ['__proto__x', 'constructor', 'toString', 'length', 'kind', 'data', 'seat', 'text', 'id'] as const

function strange(random: Random): Json {
  return pick<() => Json>(
    [
      () => null,
      () => true,
      () => 0,
      () => -1,
      () => 1.5,
      () => 1e308,
      () => '',
      () => 'constructor',
      () => '__proto__',
      () => '\u001b[31m\u0007\u202e',
      () => '\ud800',
      () => '`'.repeat(300),
      () => '<!-- <script>\n# x\n---\n',
      () => 'x'.repeat(5000),
      () => '../../etc/passwd',
      () => '2026-13-45T99:99:99Z',
      () => [],
      () => [null, 1, 'a', {}],
      () => ({}),
      () => ({ kind: 'turn', text: 5, seat: null }),
      () => [[[[[[]]]]]],
    ],
    random,
  )()
}

/** Numbered, linked and hashed as a writer would: only what the lines say is wrong. */
function chained(lines: readonly Json[]): string {
  let prev = ''
  const texts = lines.map((line, index) => {
    if (!isRecord(line)) return JSON.stringify(line)
    const { hash: _, prev: _p, n: _n, ...rest } = line
    const body = JSON.stringify({ n: index + 1, ...rest, prev })
    prev = sha256(body)
    return `${body.slice(0, -1)},"hash":"${prev}"}`
  })
  return `${texts.join('\n')}\n`
}

function broken(bytes: Buffer, random: Random): Buffer {
  const at = Math.floor(random() * bytes.length)
  const length = 1 + Math.floor(random() * 200)
  const way = random()
  if (way < 0.3) {
    const flipped = Buffer.from(bytes)
    flipped[at] = Math.floor(random() * 256)
    return flipped
  }
  if (way < 0.45) return bytes.subarray(0, at)
  if (way < 0.6) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
  if (way < 0.75)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at)])
  const noise = Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
  return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)])
}
