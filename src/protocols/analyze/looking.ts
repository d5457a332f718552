// Looking: what lies in the folder, what the person has edited since, and what the code shows. Searches are the engine's, and silent.

import type { World } from '../../kernel/world.js'
import { type Analysis, earlierOf, type FileHits, mostOfExisting, voiceFor } from './analysis.js'
import { headOf } from './before/standing.js'
import { readKeptFile } from './documents/kept.js'
import { readMeta } from './documents/meta.js'
import type { Scan } from './documents/rendering.js'
import { matrixIn, storiesIn } from './documents/stories.js'
import { hear } from './hearing.js'
import { learn } from './learning.js'
import { promptOf } from './prompts/frame.js'
import { adoptPrompt, keywordsPrompt, scanPrompt } from './prompts/work.js'
import { prove } from './proof.js'
import { artifacts, isArtifact } from './rules/artifacts.js'
import { withClosed } from './rules/coverage.js'
import { contentWords } from './rules/words.js'
import { Adopted, Keywords, ScanReading } from './schemas.js'

/** Files of ours that were there at the start. */
export async function findExisting(analysis: Analysis): Promise<void> {
  const { meeting, input, existing, kept, copies } = analysis
  const found = await meeting.act('existing', (world) => textsOf(world, input.folder, meeting.digest), {
    foreign: 'the documents of the item',
  })
  for (const [name, text] of Object.entries(found)) {
    if (text === null) {
      analysis.unreadable.add(name)
      continue
    }
    existing.set(name, text)
    copies.set(name, text)
    if (name.endsWith('.md')) kept.set(name, readKeptFile(text))
  }
  if (input.meta !== null && readMeta(input.meta) === null) copies.set('meta.json', input.meta)
  // What was covered is not asked again; a document that its files do not fill shows the gap.
  analysis.tracker = withClosed(analysis.tracker, earlierOf(analysis)?.topics ?? [], 'early')
}

/** Null for a file that cannot be read, or not to the letter: it counts as not there, and a copy of its text would not be the file. */
async function textsOf(
  world: World,
  folder: string,
  digestOf: (text: string) => string,
): Promise<Record<string, string | null>> {
  const texts: Record<string, string | null> = {}
  for (const name of artifacts) {
    const path = `${folder}/${name}`
    const text = await world.files.read(path).catch(() => null)
    const digest = await world.files.digest(path).catch(() => '')
    const isWhole = text !== null && [text, `\ufeff${text}`].some((one) => digestOf(one) === digest)
    if (isWhole) texts[name] = text
    else if (digest !== null) texts[name] = null
  }
  return texts
}

/** After the first reply: what the files already hold becomes records. Stories are read by code. */
export async function adopt(analysis: Analysis): Promise<void> {
  const { existing, input, table } = analysis
  if (analysis.adopted) return
  analysis.adopted = true
  if (existing.size === 0) return
  const files = [...existing].map(([file, text]) => ({ file, text: text.slice(0, mostOfExisting) }))
  const prose = files.filter(({ file }) => file.endsWith('.md'))
  const reply =
    prose.length === 0
      ? null
      : await hear(analysis, 'analyze.adopt', promptOf(adoptPrompt(table, prose, input.topics)), Adopted)
  const stories = storiesIn(existing.get('user-stories.json') ?? '') ?? []
  const adopted = {
    records: [...(reply?.records ?? []), ...stories],
    claims: reply?.claims ?? [],
    inferences: reply?.inferences ?? [],
  }
  await learn(analysis, adopted, await prove(analysis, adopted))
  const replaced = ['user-stories.json', 'traceability-matrix.csv'].filter((file) => {
    const text = existing.get(file)
    return text !== undefined && (file.endsWith('.json') ? storiesIn(text) : matrixIn(text)) === null
  })
  for (const file of replaced)
    await analysis.meeting.note('notice', {
      degree: 'WARNING',
      text: `${file} has another shape and will be replaced. A copy is kept first.`,
    })
}

// ---- the code

const searchMs = 5000
const mostSearches = 4
const mostTries = 3
const mostHits = 200

/** After each reply until the code is read or given up. Nothing of it ever holds the turn up. */
export async function lookAtCode(analysis: Analysis): Promise<void> {
  if (analysis.scanState === 'read' || analysis.scanState === 'given-up') return
  const about = analysis.input.draft?.text ?? analysis.messages[0] ?? ''
  const words = analysis.scan?.keywords.map(({ word }) => word) ?? (await keywordsFor(analysis, about))
  if (words.length === 0) return giveUp(analysis)
  await searchOn(analysis, words)
  if (analysis.scan?.complete || analysis.search.rounds >= mostSearches) await readScan(analysis, about)
}

async function keywordsFor(analysis: Analysis, about: string): Promise<string[]> {
  const said = await hear(
    analysis,
    'analyze.keywords',
    promptOf(keywordsPrompt(analysis.table, about)),
    Keywords,
    { role: voiceFor(analysis, 'solutions-architect') },
  )
  const text = about.toLowerCase()
  const given = (said?.keywords ?? [])
    .map((word) => word.trim())
    .filter((word) => text.includes(word.toLowerCase()))
  if (given.length >= 3) return [...new Set(given)]
  const own = [...contentWords(about)]
    .filter((word) => word.length > 3)
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
  return [...new Set([...given, ...own])].slice(0, 5)
}

async function searchOn(analysis: Analysis, words: readonly string[]): Promise<void> {
  const { meeting, input, search } = analysis
  const from = search.next
  if (from === null) return
  const found = await meeting.act('scan', (world) =>
    world.files.search({ words, skip: [...skippedFolders, input.root], from, budgetMs: searchMs }),
  )
  search.next = found.complete ? null : found.next
  search.rounds++
  analysis.scan = {
    complete: found.complete,
    reading: null,
    keywords: words.map((word) => {
      const counts = [...(search.counts.get(word) ?? []), ...byHits(Object.entries(found.hits[word] ?? {}))]
      search.counts.set(word, counts)
      const files = byHits(counts).map(([file]) => file)
      const hits = counts.reduce((sum, [, count]) => sum + count, 0)
      return { word, hits: Math.min(mostHits, hits), files: files.slice(0, 40) }
    }),
  }
  analysis.scanState = 'partial'
  const counts = Object.fromEntries(analysis.scan.keywords.map(({ word, hits }) => [word, hits]))
  const files = new Set(analysis.scan.keywords.flatMap((one) => one.files)).size
  await meeting.note('scan', { complete: analysis.scan.complete, keywords: words, hits: counts, files })
}

/** Files with the most hits first, then by name. */
function byHits(counts: readonly FileHits[]): readonly FileHits[] {
  return counts.toSorted(([one, hits], [other, more]) => more - hits || (one < other ? -1 : 1))
}

/** What other tools keep beside the code, and what analyses themselves have written. */
const skippedFolders = ['.git', '.parley', '.council', '.gaia', '.lore', '.isdlc', 'node_modules']

async function readScan(analysis: Analysis, about: string): Promise<void> {
  const { table, input } = analysis
  const scan: Scan | null = analysis.scan
  if (scan === null) return
  const found = scan.keywords.map(({ word, hits, files }) => ({ keyword: word, hits, files }))
  const reading = await hear(
    analysis,
    'analyze.scan',
    promptOf(scanPrompt(table, about, found, input.discovery)),
    ScanReading,
    { role: voiceFor(analysis, 'solutions-architect') },
  )
  if (reading === null) {
    analysis.scanTries++
    if (analysis.scanTries >= mostTries) giveUp(analysis)
    return
  }
  const proof = await prove(analysis, {
    contributions: [{ role: 'solutions-architect', points: [], refs: reading.files.map(({ path }) => path) }],
  })
  const files = reading.files.filter(({ path, category }) => category === 'new' || proof.files.has(path))
  analysis.scan = { ...scan, reading: { ...reading, files } }
  analysis.scanState = 'read'
  analysis.scanIsNews = true
  if (!scan.complete) analysis.degraded.add('scan-partial')
}

function giveUp(analysis: Analysis): void {
  analysis.scanState = 'given-up'
  analysis.degraded.add('scan-none')
}

// ---- hand edits

/**
 * Files that are no longer as they were written or last seen. What the person wrote is kept, copied, and told to the next turn. One that is
 * gone counts as not written, so the next batch has it again. `digests`: the look at the end, which also says where HEAD is.
 */
export async function seeEdits(analysis: Analysis, name: 'edits' | 'digests' = 'edits'): Promise<string[]> {
  const { meeting, folder, written, kept, edits, digests } = analysis
  if (written.size === 0 && name === 'edits') return []
  const seen = await meeting.act(
    name,
    async (world) => {
      const changed: Record<string, { text: string; digest: string }> = {}
      const gone: string[] = []
      for (const file of written.keys()) {
        const digest = await world.files.digest(`${folder}/${file}`).catch(() => undefined)
        if (digest === null) gone.push(file)
        if (digest == null || digest === digests.get(file)) continue
        const text = await world.files.read(`${folder}/${file}`).catch(() => null)
        if (text !== null) changed[file] = { text, digest }
      }
      const head = name === 'digests' ? await headOf(world) : null
      // Journals of earlier parleys have no word about it.
      return { changed, head, ...(gone.length > 0 ? { gone } : {}) }
    },
    { foreign: 'the documents of the item' },
  )
  if (seen.head !== null) analysis.head = seen.head
  for (const file of seen.gone ?? []) {
    written.delete(file)
    digests.delete(file)
  }
  for (const [file, { text, digest }] of Object.entries(seen.changed)) {
    analysis.unseenEdits.push({ file, before: written.get(file) ?? '', after: text })
    edits.set(file, text)
    written.set(file, text)
    digests.set(file, digest)
    if (isArtifact(file) && file.endsWith('.md')) kept.set(file, readKeptFile(text))
    analysis.copies.set(file, text)
  }
  return Object.keys(seen.changed)
}
