// Bundles: a meeting as one file, for those who have neither its home nor its repository. A head, the lines of the journal as they are
// kept, and the texts beside it that they name, one JSON object a line. A bundle may come from anybody: nothing in it names a file, and
// its journal and texts are checked as those of a home are.

import { z } from 'zod'
import { WrongUsage } from '../kernel/errors.js'
import type { Besides, Journals, KeptBeside } from '../kernel/line/journal.js'
import type { Line } from '../kernel/line/line.js'
import { besidesOf } from '../kernel/line/pages.js'
import type { Finding } from '../kernel/verify/verify.js'
import { readBytes, vouchedFor } from './journal-bytes.js'
import { lineEnd, mostOfJournal, readableLine } from './journal-tail.js'

/** Bytes. A longer text cannot be held. */
export const mostOfBundle = 500_000_000
const mostOfHead = 200

const count = z.number().int().nonnegative()
/** `journal`: how many bytes; `texts`: how many lines behind it. */
const head = z.strictObject({ bundle: z.literal(1), journal: count.max(mostOfJournal), texts: count })

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const beside = z.union([
  z.strictObject({ whole: hash, text: z.string() }),
  z.strictObject({ page: hash, text: z.string() }),
])

/** The pieces of the file. A text that is gone is left out, and a verification says so; a line that is being written too. */
export async function bundleOf(journals: Journals, id: string): Promise<readonly string[]> {
  const bytes = readBytes(journals.whereIs(id))
  const lines = bytes.toString('utf8', 0, bytes.lastIndexOf(lineEnd) + 1)
  const named = lines.split('\n').flatMap((text, at) => {
    const line = readableLine(text, at + 1)
    return line ? besidesOf(line).map((one) => JSON.stringify(one)) : []
  })
  const texts: string[] = []
  for (const one of new Set(named)) {
    const { as, hash } = JSON.parse(one) as { as: Besides; hash: string }
    const text = await journals.of(id).kept(hash, as)
    if (text !== null) texts.push(`${JSON.stringify({ [as]: hash, text })}\n`)
  }
  const sizes = { bundle: 1, journal: Buffer.byteLength(lines), texts: texts.length }
  return [`${JSON.stringify(sizes)}\n`, lines, ...texts]
}

export interface Bundle extends KeptBeside {
  /** Throws `Damaged` as reading a journal does. */
  lines(): readonly Line[]
  /** What is wrong with the file itself. */
  readonly findings: readonly Finding[]
}

export function readBundle(bytes: Buffer): Bundle {
  const start = bytes.indexOf(lineEnd) + 1
  const sizes = start > mostOfHead ? undefined : parsed(head, bytes.toString('utf8', 0, start - 1))
  if (!sizes)
    throw new WrongUsage(
      'That file is no bundle of a meeting.',
      'Where the meeting is: `parley export ID --format journal --out FILE`.',
    )
  const end = start + sizes.journal
  const behind = bytes.toString('utf8', end).split('\n')
  const found = behind.slice(0, -1).map((text) => parsed(beside, text))
  const isWhole = bytes.length >= end && behind.at(-1) === '' && found.length === sizes.texts
  const what = 'The bundle is not whole, or what stands behind its journal was changed.'
  const texts = new Map(found.flatMap((one) => (one ? [[nameOf(one), one.text]] : [])))
  const journal = bytes.subarray(start, end)
  return {
    lines: () => vouchedFor(journal, idIn(journal)),
    kept: async (hash, as = 'whole') => texts.get(`${as} ${hash}`) ?? null,
    findings: isWhole && found.every(Boolean) ? [] : [{ line: null, path: null, what }],
  }
}

function nameOf(one: z.infer<typeof beside>): string {
  return 'page' in one ? `page ${one.page}` : `whole ${one.whole}`
}

/** A bundle has no folder that could name another meeting. */
function idIn(journal: Buffer): string {
  const first = readableLine(journal.toString('utf8', 0, journal.indexOf(lineEnd)), 1)
  return first?.kind === 'opened' ? first.data.id : ''
}

/** Only as it was written: JSON could say the same in other bytes. */
function parsed<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    const { data } = shape.safeParse(JSON.parse(text))
    return JSON.stringify(data) === text ? data : undefined
  } catch {
    return undefined
  }
}
