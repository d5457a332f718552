// Looking: what lies in the folder, what the person has edited since, and what the code shows. Searches are the engine's, and silent.

import type { World } from '../../kernel/world.js'
import type { Analysis } from './analysis.js'
import { readKeptFile } from './documents/kept.js'
import type { Scan } from './documents/rendering.js'
import { matrixIn, storiesIn } from './documents/stories.js'
import { hear } from './hearing.js'
import { learn } from './learning.js'
import { promptOf } from './prompts/frame.js'
import { adoptPrompt, keywordsPrompt, scanPrompt } from './prompts/work.js'
import { prove } from './proof.js'
import { rehearseAdopted, rehearseKeywords, rehearseScan } from './rehearsals.js'
import { artifacts, isArtifact } from './rules/artifacts.js'
import { contentWords } from './rules/words.js'
import { Adopted, Keywords, ScanReading } from './schemas.js'

/** Files of ours that were there at the start. */
export async function findExisting(analysis: Analysis): Promise<void> {
  const { meeting, folder, existing, kept } = analysis
  const found = await meeting.act('existing', async (world) => {
    const texts: Record<string, string> = {}
    for (const name of artifacts) {
      const text = await world.files.read(`${folder}/${name}`).catch(() => null)
      if (text !== null) texts[name] = text
    }
    return texts
  })
  for (const [name, text] of Object.entries(found)) {
    existing.set(name, text)
    analysis.copies.set(name, text)
    if (name.endsWith('.md')) kept.set(name, readKeptFile(text))
  }
}

/** After the first reply: what the files already hold becomes records. Stories are read by code. */
export async function adopt(analysis: Analysis): Promise<void> {
  const { existing, input, table } = analysis
  if (existing.size === 0) return
  const files = [...existing].map(([file, text]) => ({ file, text: text.slice(0, 20_000) }))
  const prose = files.filter(({ file }) => file.endsWith('.md'))
  const reply =
    prose.length === 0
      ? null
      : await hear(
          analysis,
          'analyze.adopt',
          promptOf(adoptPrompt(table, prose, input.topics), rehearseAdopted),
          Adopted,
        )
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

interface Searched {
  readonly next: number | null
  readonly hits: Record<string, Record<string, number>>
}

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
    promptOf(keywordsPrompt(analysis.table, about), rehearseKeywords(about)),
    Keywords,
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
  const found: Searched = await meeting.act('scan', (world) => searched(world, words, input.root, from))
  search.next = found.next
  search.rounds++
  const before = new Map(analysis.scan?.keywords.map(({ word, files, hits }) => [word, { files, hits }]))
  analysis.scan = {
    complete: found.next === null,
    reading: null,
    keywords: words.map((word) => {
      const files = Object.entries(found.hits[word] ?? {}).toSorted(
        ([one, hits], [other, more]) => more - hits || (one < other ? -1 : 1),
      )
      const more = files.reduce((sum, [, count]) => sum + count, 0)
      const known = before.get(word)
      return {
        word,
        hits: Math.min(mostHits, (known?.hits ?? 0) + more),
        files: [...(known?.files ?? []), ...files.map(([file]) => file)].slice(0, 40),
      }
    }),
  }
  analysis.scanState = 'partial'
  const counts = Object.fromEntries(analysis.scan.keywords.map(({ word, hits }) => [word, hits]))
  const files = new Set(analysis.scan.keywords.flatMap((one) => one.files)).size
  await meeting.note('scan', { complete: analysis.scan.complete, keywords: words, hits: counts, files })
}

const skippedFolders = /^(?:\.git|\.parley|\.council|\.gaia|\.lore|\.isdlc|node_modules)$/
const generated =
  /(?:^|\/)(?:dist|build|coverage)\/|\.(?:min\.\w+|map|lock|lockb|png|jpe?g|gif|ico|pdf|zip|gz|woff2?)$|(?:^|\/)package-lock\.json$/

/** Plain text, both cases, over the files that git knows; without git over all. Stops at its time, and says where. */
async function searched(
  world: World,
  words: readonly string[],
  root: string,
  from: number,
): Promise<Searched> {
  const until = world.now().getTime() + searchMs
  const files = ((await world.git.trackedFiles()) ?? (await walked(world, ''))).filter(
    (file) =>
      !generated.test(file) &&
      !file.startsWith(`${root}/`) &&
      !file.split('/').some((part) => skippedFolders.test(part)),
  )
  const hits: Record<string, Record<string, number>> = {}
  for (let at = from; at < files.length; at++) {
    if (world.now().getTime() > until) return { next: at, hits }
    const text = (await world.files.read(files[at]!).catch(() => null))?.toLowerCase()
    if (!text || text.includes('\0')) continue
    for (const word of words) {
      const count = text.split(word.toLowerCase()).length - 1
      if (count > 0) hits[word] = { ...hits[word], [files[at]!]: count }
    }
  }
  return { next: null, hits }
}

async function walked(world: World, folder: string): Promise<string[]> {
  const files: string[] = []
  for (const name of await world.files.list(folder || '.')) {
    const path = `${folder === '' ? '' : `${folder}/`}${name.replace(/\/$/, '')}`
    if (!name.endsWith('/')) files.push(path)
    else if (!skippedFolders.test(name.slice(0, -1))) files.push(...(await walked(world, path)))
  }
  return files.toSorted()
}

async function readScan(analysis: Analysis, about: string): Promise<void> {
  const { table, input } = analysis
  const scan: Scan | null = analysis.scan
  if (scan === null) return
  const found = scan.keywords.map(({ word, hits, files }) => ({ keyword: word, hits, files }))
  const reading = await hear(
    analysis,
    'analyze.scan',
    promptOf(scanPrompt(table, about, found, input.discovery), rehearseScan(about, input.root)),
    ScanReading,
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

/** Files that are no longer as they were written. What the person wrote is kept, copied, and told to the next turn. */
export async function seeEdits(analysis: Analysis): Promise<string[]> {
  const { meeting, folder, written, kept, edits } = analysis
  if (written.size === 0) return []
  const texts = await meeting.act('edits', async (world) => {
    const changed: Record<string, string> = {}
    for (const [name, text] of written) {
      const digest = await world.files.digest(`${folder}/${name}`)
      if (digest === null || digest === meeting.digest(text)) continue
      changed[name] = (await world.files.read(`${folder}/${name}`).catch(() => null)) ?? ''
    }
    return changed
  })
  for (const [name, text] of Object.entries(texts)) {
    analysis.unseenEdits.push({ file: name, before: written.get(name) ?? '', after: text })
    edits.set(name, text)
    written.set(name, text)
    if (isArtifact(name) && name.endsWith('.md')) kept.set(name, readKeptFile(text))
    analysis.copies.set(name, text)
  }
  return Object.keys(texts)
}
