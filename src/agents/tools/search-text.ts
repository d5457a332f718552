// Tool `search_text`: where a text occurs in the workspace. The query is plain text: no pattern of a model's is ever run.

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Tool } from '../../kernel/agents.js'
import { globMatcher } from '../../rules/glob.js'
import type { SecretFiles } from '../../rules/secret-files.js'
import { define, yes } from './define.js'
import { Glob } from './list-files.js'
import { filesBelow } from './listing.js'
import { maskedLines } from './secret-files.js'

export const MOST_HITS = 200
const MOST_BYTES = 1_000_000
const MOST_OF_A_LINE = 300

export function searchText(root: string, secrets: SecretFiles): Tool {
  return define({
    name: 'search_text',
    description:
      'Finds a plain text (not a pattern), upper and lower case alike, in the files of the workspace. ' +
      `Answers "path:line: text", at most ${MOST_HITS} lines.`,
    writes: false,
    input: z.strictObject({ query: z.string().min(1).max(1000).describe('The text to find.'), glob: Glob }),
    async run({ query, glob }, signal) {
      const matches = globMatcher(glob ?? '**')
      const found: Found = { hits: [], large: 0, secret: 0, masked: new Set() }
      for await (const path of filesBelow(root, signal)) {
        if (matches(path)) await searchIn({ root, secrets }, path, query.toLowerCase(), found)
        if (found.hits.length > MOST_HITS) break
      }
      const masked = [...found.masked]
      return { ...yes(render(query, found)), ...(masked.length > 0 ? { masked } : {}) }
    },
  })
}

interface Found {
  readonly hits: string[]
  large: number
  /** How many files were left out because they hold secrets. */
  secret: number
  readonly masked: Set<string>
}

interface Searched {
  readonly root: string
  readonly secrets: SecretFiles
}

async function searchIn(
  { root, secrets }: Searched,
  path: string,
  query: string,
  found: Found,
): Promise<void> {
  if (secrets.nameOf(path) !== null) {
    found.secret += 1
    return
  }
  const file = join(root, path)
  const size = await stat(file).then(
    (it) => it.size,
    () => 0,
  )
  if (size > MOST_BYTES) found.large += 1
  if (size === 0 || size > MOST_BYTES) return
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text.includes('\0') || !text.toLowerCase().includes(query)) return
  if (secrets.contentOf(path, text) !== null) {
    found.secret += 1
    return
  }
  // Searched after masking: a search for the beginning of a secret must not find out how it goes on.
  const { lines, kinds } = await maskedLines(text.split('\n'))
  const before = found.hits.length
  lines.forEach((line, at) => {
    if (line.toLowerCase().includes(query)) found.hits.push(`${path}:${at + 1}: ${around(line, query)}`)
  })
  if (found.hits.length > before) for (const kind of kinds) found.masked.add(kind)
}

/** The line, or as much of it around the hit as fits. */
function around(line: string, query: string): string {
  const text = line.trim()
  if (text.length <= MOST_OF_A_LINE) return text
  const from = Math.max(0, text.toLowerCase().indexOf(query) - MOST_OF_A_LINE / 3)
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + MOST_OF_A_LINE)} …`
}

function render(query: string, { hits, large, secret }: Found): string {
  const lines = hits.length > 0 ? hits.slice(0, MOST_HITS) : [`Nothing contains "${query}".`]
  if (hits.length > MOST_HITS) lines.push(`(Cut here: more than ${MOST_HITS} lines contain it.)`)
  if (large > 0) lines.push(`(Not searched: ${large} larger than 1 MB.)`)
  if (secret > 0) lines.push(`(Not searched: ${secret} that hold secrets.)`)
  return lines.join('\n')
}
