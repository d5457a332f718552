// Sources of a session: what seats and chair cite is checked against the bytes as they are then. What the chair's synthesis cites and
// is not there goes back to the chair once; what is broken even then is marked in the record, which says that it rests on it.

import type { Seat, ToolUse } from '../../kernel/agents.js'
import { type CheckedSource, type CitingText, checkSources, pagesFrom } from '../../kernel/run/sources.js'
import { type FaultyLine, faultyLines, withNewLines } from '../../rules/faulty-lines.js'
import { brokenList, markBroken, toldSource } from '../../rules/source-words.js'
import { brokenLine, brokenWords, isSkipped } from './documents/pad-lines.js'
import type { LedgerDissent } from './rules/dissent-ledger.js'
import { withinCeiling } from './seats.js'
import { chairOf, type Sitting } from './sitting.js'
import { citationsBroken } from './synthesis-prompts.js'
import { mendShape, type Synthesis } from './synthesis-shape.js'
import { mapTexts } from './synthesis-texts.js'

/** The body of a seat's entry; where it cites what is not there, its last line says so to whoever reads it next. */
export async function withSources(
  sitting: Sitting,
  seat: Seat,
  { body, tools }: { readonly body: string; readonly tools: readonly ToolUse[] },
): Promise<string> {
  if (isSkipped(body)) return body
  sitting.pages.push(...pagesFrom(tools))
  const { sources } = await look(sitting, 'turn', [{ where: '', text: body }])
  const broken = brokenBy(sitting, seat, sources)
  return broken === '' ? body : `${body}\n\n${brokenLine(broken)}`
}

/** What the chair said in a call of its own: a sentence for the pad where it cites what is not there, else none. */
export async function chairSources(sitting: Sitting, text: string): Promise<readonly string[]> {
  const { sources } = await look(sitting, 'chair', [{ where: '', text }])
  const broken = brokenBy(sitting, chairOf(sitting), sources)
  return broken === '' ? [] : [brokenWords(broken)]
}

/** The broken ones in words, kept for the record; empty when there are none. */
function brokenBy(sitting: Sitting, { id }: Seat, sources: readonly CheckedSource[]): string {
  const told = sources.map(toldSource)
  for (const one of told) if (one.state === 'broken') sitting.broken.push({ ...one, seat: id })
  return brokenList(told)
}

interface Sourced {
  readonly value: Synthesis
  /** The words of dissents by id, with marks where they cite what is not there. */
  readonly words: ReadonlyMap<string, string>
  /** What the chair's own words cite. */
  readonly sources: readonly CheckedSource[]
}

/** The synthesis with its answers, mended once where it cites what is not there, and marked where that did not help. */
export async function soundSources(
  sitting: Sitting,
  draft: Synthesis,
  ledger: readonly LedgerDissent[],
): Promise<Sourced> {
  const own = textsOf(draft)
  const first = await look(sitting, 'record', own)
  const faulty = faultyLines(own, first.sources)
  const value = faulty.length === 0 ? draft : await mended(sitting, draft, faulty)
  const { sources } = value === draft ? first : await look(sitting, 'record', textsOf(value))
  const marked = (among: readonly CheckedSource[]) => (where: string, text: string) =>
    markBroken(
      text,
      among.filter((source) => source.where === where),
    )
  const said = ledger.map(({ id, text }) => ({ where: id, text }))
  const quoted = said.length === 0 ? [] : (await look(sitting, 'dissents', said)).sources
  return {
    value: mapTexts(value, marked(sources)),
    words: new Map(ledger.map(({ id, text }) => [id, marked(quoted)(id, text)])),
    sources,
  }
}

/** For the record's trail: every source with its state, and what they were checked against. */
export function sourceSentences(sources: readonly CheckedSource[]): string[] {
  if (sources.length === 0) return []
  const told = sources.map(toldSource)
  const of = (state: string) => [
    ...new Set(told.flatMap((one) => (one.state === state ? [`\`${one.ref}\``] : []))),
  ]
  const broken = brokenList(told)
  const states = [
    ...(['verified', 'unverified'] as const).flatMap((state) =>
      of(state).length > 0 ? [`${state}: ${of(state).join(', ')}`] : [],
    ),
    ...(broken === '' ? [] : [`broken: ${broken}`]),
  ]
  return [
    `Sources checked${against(sources)}; ${states.join('; ')}.`,
    ...(broken === '' ? [] : ['**This record rests on a broken citation.**']),
  ]
}

/** What was cited on the way and is broken: the record may not rest on it, but its reader should know. */
export function brokenOnTheWay(sitting: Sitting): string[] {
  if (sitting.broken.length === 0) return []
  const seats = [...new Set(sitting.broken.map(({ seat }) => seat))]
  const each = seats.map(
    (seat) => `${brokenList(sitting.broken.filter((one) => one.seat === seat))} by ${seat}`,
  )
  return [`Cited on the way and broken: ${each.join('; ')}.`]
}

function against(sources: readonly CheckedSource[]): string {
  const files = sources.filter(({ sha256 }) => sha256 !== null)
  const commits = [...new Set(files.flatMap(({ commit }) => (commit ? [commit.hash.slice(0, 10)] : [])))]
  const loose = files.some(({ commit }) => commit === null) ? ['files that were not committed'] : []
  const all = [...commits.map((hash) => `commit \`${hash}\``), ...loose]
  return all.length === 0 ? '' : ` against ${all.join(' and ')}`
}

/** Read inside the step: what counts as a citation may be read better one day, and an old journal keeps what was found then. */
function look(sitting: Sitting, of: 'turn' | 'chair' | 'record' | 'dissents', texts: readonly CitingText[]) {
  const { meeting, pages, worktree } = sitting
  return meeting.act('check sources', async (world) => ({
    of,
    sources: await checkSources(world, texts, { pages, ...(worktree ? { worktree } : {}) }),
  }))
}

function textsOf(value: Synthesis): CitingText[] {
  const texts: CitingText[] = []
  mapTexts(value, (where, text) => {
    texts.push({ where, text })
    return text
  })
  return texts
}

/** The lines are asked for by themselves, once: the synthesis is not written again. A line that does not come back stays as it is. */
async function mended(sitting: Sitting, draft: Synthesis, faulty: readonly FaultyLine[]): Promise<Synthesis> {
  const chair = chairOf(sitting)
  const root = sitting.folder === null ? {} : { root: sitting.folder }
  const options = { id: 'chair.mend', schema: mendShape, tools: { kind: 'read', ...root } } as const
  const prompt = citationsBroken(sitting, chair, faulty)
  const said = await withinCeiling(sitting, () => sitting.meeting.trySpeak(chair, prompt, options))
  if (said.kind !== 'said') return draft
  return mapTexts(draft, (where, text) => withNewLines({ where, text }, faulty, said.value.lines))
}
