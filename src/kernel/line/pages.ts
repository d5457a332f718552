// Pages: the web pages that seats of a meeting read, as its lines name them. Their texts are kept beside the journal, so that what is quoted
// from one is checked again without the web.
//
//   PAGE1  A page that a line names is there, with its hash; a quotation that was called verified stands in it.

import { z } from 'zod'
import { judgePage } from '../../rules/citation-check.js'
import type { PageRead, ToolUse } from '../agents.js'
import { sourcesIn } from '../run/checked-sources.js'
import { sha256 } from './hash.js'
import type { Besides, KeptBeside } from './journal.js'
import type { Line } from './line.js'

/** The pages of a line, as often as they were read. */
export function pagesOf(line: Line): readonly PageRead[] {
  return toolsOf(line).flatMap(({ page }) => (page ? [page] : []))
}

function toolsOf({ kind, data }: Line): readonly ToolUse[] {
  if (kind === 'turn') return data.receipt.tools
  return kind === 'failed' && 'seat' in data ? (data.tools ?? []) : []
}

/** The texts beside the journal that a line names: the whole of a reply, and pages. */
export function besidesOf(line: Line): readonly { readonly as: Besides; readonly hash: string }[] {
  const { kind, data } = line
  const whole = (kind === 'turn' || kind === 'failed') && 'seat' in data && data.whole
  const pages = pagesOf(line).flatMap(({ sha256: hash }) => (hash === null ? [] : [hash]))
  return [
    ...(whole ? [{ as: 'whole' as const, hash: whole.sha256 }] : []),
    ...pages.map((hash) => ({ as: 'page' as const, hash })),
  ]
}

interface PageFinding {
  readonly line: number
  readonly path: null
  readonly what: string
}

/** Of every page that lines name: that it is there, and is what was read. */
export async function pageFaults(lines: readonly Line[], journal: KeptBeside): Promise<PageFinding[]> {
  const faults: PageFinding[] = []
  for (const line of lines)
    for (const { sha256: hash, url } of pagesOf(line)) {
      if (hash === null) continue
      const text = await journal.kept(hash, 'page')
      const fault = text === null ? 'page missing' : sha256(text) === hash ? undefined : 'page changed'
      if (fault) faults.push({ line: line.n, path: null, what: `Line ${line.n}: ${fault}: ${url}` })
    }
  return faults
}

const verified = z.object({
  ref: z.string(),
  quotes: z.array(z.string()),
  page: z.string(),
  outcome: z.object({ kind: z.literal('verified') }),
})

/** Quotations from pages that the record calls verified, judged again by the bytes that are kept. */
export async function quotesAgain(
  lines: readonly Line[],
  journal: KeptBeside,
): Promise<{ readonly stand: number; readonly fallen: readonly PageFinding[] }> {
  const fallen: PageFinding[] = []
  let stand = 0
  for (const { line, source } of lines.flatMap((one) => sourcesIn(one, verified))) {
    const text = await journal.kept(source.page, 'page')
    // A page that is missing or was changed is a finding of its own.
    if (text === null || sha256(text) !== source.page) continue
    if (judgePage(source.quotes, { text, status: 200, cut: false }).kind === 'verified') stand++
    else
      fallen.push({
        line,
        path: null,
        what: `Line ${line} calls ${source.ref} verified, but the page that is kept does not hold what it quotes.`,
      })
  }
  return { stand, fallen }
}
