// quick-scan.md: how large the item is, by the words that were searched and the files that were read.

import { bullets, oneLine } from '../../../text/embedded.js'
import { tableOf } from '../../../text/table.js'
import { categories } from '../schemas.js'
import { type Built, blocks, nothingBuilt, type Part, type Rendering, type Scan } from './rendering.js'

export const quickScanParts: readonly Part[] = [
  { title: '1. Scope', need: 'a reading of the code', types: [], build: scope },
  { title: '2. Keywords', need: 'a search of the code', types: [], build: keywords },
  { title: '3. File Count', need: 'a reading of the code', types: [], build: fileCount },
  { title: '4. Final Scope', need: 'a reading of the code', types: [], build: finalScope },
]

export type Band = 'small' | 'medium' | 'large'

export function bandOf(files: number): Band {
  return files <= 5 ? 'small' : files <= 15 ? 'medium' : 'large'
}

function scope({ scan }: Rendering): Built {
  const reading = scan?.reading
  if (!reading) return nothingBuilt
  const body = blocks(
    `**Scope**: ${reading.scope}. ${oneLine(reading.why)}`,
    `**Complexity**: ${reading.complexity}`,
    `**Nature**: ${reading.nature}`,
  )
  return { body, entries: [] }
}

function keywords({ scan }: Rendering): Built {
  if (scan === null) return nothingBuilt
  const rows = scan.keywords.map(({ word, hits, files }) => [
    word,
    String(hits),
    files.slice(0, 5).join(', ') || '—',
  ])
  return {
    entries: [],
    body: blocks(
      tableOf(['Keyword', 'Hits', 'Key Files'], rows),
      scan.complete ? '' : 'The search was stopped at its time limit: there may be more hits than these.',
    ),
  }
}

function fileCount({ scan }: Rendering): Built {
  const reading = scan?.reading
  if (!reading) return nothingBuilt
  const count = (category: string) => reading.files.filter((file) => file.category === category).length
  const shown = categories.filter((category) => category !== 'migration' || count(category) > 0)
  const rows = shown.map((category) => [category, String(count(category))])
  return {
    entries: [],
    body: blocks(
      tableOf(['Category', 'Count'], [...rows, ['total', String(reading.files.length)]]),
      bullets(
        reading.files.map(({ path, category, why }) => `${path} (${category})${why ? `: ${why}` : ''}`),
      ),
      `**Confidence**: ${scanConfidence(scan)}`,
    ),
  }
}

export function scanConfidence(scan: Scan | null): 'Medium' | 'Low' {
  return scan?.complete && scan.reading ? 'Medium' : 'Low'
}

function finalScope({ scan }: Rendering): Built {
  const reading = scan?.reading
  if (!reading) return nothingBuilt
  const files = reading.files.length
  const band = bandOf(files)
  const differs =
    band === reading.scope ? '' : ` The first impression was ${reading.scope}; the count decides.`
  return { entries: [], body: `**${band}**: ${files} files are involved.${differs}` }
}
