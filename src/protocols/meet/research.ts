// RESEARCH: each seat prepares alone and leaves a prelude whose every line has a source or says that it is inference.

import type { NotSaid, Said } from '../../kernel/protocol.js'
import { pagesFrom } from '../../kernel/run/sources.js'
import { isPageAt, type Page } from '../../rules/citation-check.js'
import { citationsIn } from '../../rules/citations.js'
import { classifyLine } from '../../rules/cite-or-flag.js'
import { formatPrelude, type Prelude as PreludeText, parsePrelude } from '../../rules/prelude-format.js'
import { judgeResearch } from '../../rules/research-gate.js'
import { toldSource } from '../../rules/source-words.js'
import { visibleText } from '../../text/clean.js'
import { book, citationLines, spent } from './after-turn.js'
import { oneLine } from './documents/turn-text.js'
import type { Invitee } from './input.js'
import { closeNeed } from './needs.js'
import { preludePrompt } from './prompts.js'
import { haltedResearchQuestion } from './questions.js'
import { type Checked, checkConsulted, checkReferences } from './references.js'
import { structureFaults } from './rules/draft-gate.js'
import { Prelude } from './schemas.js'
import type { MeetState } from './state.js'
import { watchTree } from './tree.js'

const maxOutput = 1500

/** One prelude a seat, in invite order; the gate opens when all are there. Blind, nobody reads another's before all are in. */
export async function research(state: MeetState): Promise<void> {
  if (state.input.blind) state.news.hold()
  await prepareAll(state)
  state.news.release()
}

async function prepareAll(state: MeetState): Promise<void> {
  for (;;) {
    for (const seat of missingSeats(state)) await prepare(state, seat)
    const missing = missingSeats(state)
    const verdict = judgeResearch({
      invitees: seated(state).map(({ name }) => name),
      preludes: state.preludes.map(({ seat }) => state.seat(seat).name),
      skipResearch: false,
    })
    if (verdict.kind !== 'halt') return
    const reason = `no prelude of ${verdict.missing.join(', ')}`
    await state.meeting.halt(verdict.line, { rule: 'RESEARCH-MISSING', reason })
    const answer = await state.meeting.ask(
      haltedResearchQuestion(missing.map(({ id, name }) => ({ name, why: state.unprepared.get(id) ?? '' }))),
    )
    if (answer.choose === 'abort') await state.meeting.abort('aborted by the person after a halt')
    if (answer.choose === 'drop') for (const { id } of missing) leave(state, id)
  }
}

async function prepare(state: MeetState, seat: Invitee): Promise<void> {
  const { said, cost, why } = await callTwice(state, seat)
  if (!said) {
    state.unprepared.set(seat.id, why)
    return spent(state, seat, cost)
  }
  const pages = pagesFrom(said.tools)
  const written = preludeOf(state, seat, said, cost)
  const { prelude, listed } = await consulted(state, seat, said.value, written, pages)
  const text = formatPrelude(prelude).trimEnd()
  const turn = await state.emit({
    kind: 'prelude',
    phase: 'RESEARCH',
    seat: seat.id,
    speaker: seat.name,
    role: seat.role,
    cost,
    body: text,
    shown: text.split('\n')[0] ?? '',
    challenges: [],
    decisions: [],
    refs: citationsIn(text, state.cite).map(({ ref }) => ref),
    via: 'subagent',
    origin: null,
    prelude: { bullets: prelude.bullets, sources: prelude.sources },
  })
  state.news.said(`${seat.name} (${oneLine(seat.role)}) found before the discussion:`, 'prelude', text, {
    from: seat.id,
  })
  const cited = await checkReferences(state, bulletsOf(prelude), pages)
  const checked = cited.map((one) => heeded(one, said.value, listed))
  const { bullets, sources } = prelude
  const outcomes = citationLines(checked).join('\n')
  const claims = bullets.map(
    (bullet, at) => `${bullet} — ${verdictOn(checked.filter(({ line }) => line === at + 1))}`,
  )
  state.preludes.push({ seat: seat.id, text, outcomes, bullets, sources, claims })
  await book(state, turn, checked)
}

/** What a claim cites is broken where the source that it rests on is: a short quotation is compared only in the list of sources. */
function heeded(cited: Checked, { known }: Prelude, listed: readonly Checked[]): Checked {
  const source = listed[(known[cited.line - 1]?.source ?? 0) - 1]
  const broken = source?.outcome.kind === 'broken' && isSamePlace(source, cited)
  return broken ? { ...cited, outcome: source.outcome } : cited
}

function isSamePlace(a: Checked, b: Checked): boolean {
  if (a.path === null || b.path === null) return a.ref === b.ref
  return a.path === b.path && a.range?.from === b.range?.from && a.range?.to === b.range?.to
}

/** What came of checking one claim. */
function verdictOn(checked: readonly Checked[]): string {
  const broken = checked.flatMap(({ outcome }) => (outcome.kind === 'broken' ? [outcome.reason] : []))
  if (broken.length > 0) return `broken: ${broken.join('; ')}`
  if (checked.length === 0) return 'inference, nothing to check'
  return checked.every(({ outcome }) => outcome.kind === 'verified') ? 'verified' : 'unverified'
}

/** A failed call is made once more. Lines that imitate our structure are sent back once; if they come again they are removed. */
async function callTwice(
  state: MeetState,
  seat: Invitee,
): Promise<{ said: Said<Prelude> | undefined; cost: number; why: string }> {
  const first = await call(state, seat, [])
  if (first.kind === 'not-said' && first.cause === 'ceiling')
    return { said: undefined, cost: first.usage.output, why: first.reason }
  const faults = first.kind === 'said' ? faultsIn(state, first.value) : []
  if (first.kind === 'said' && faults.length === 0) return { said: first, cost: first.usage.output, why: '' }
  const second = await call(state, seat, faults, first.kind === 'not-said' ? first : undefined)
  const said = [second, first].find((reply) => reply.kind === 'said')
  const why = second.kind === 'not-said' ? second.reason : ''
  return { said, cost: first.usage.output + second.usage.output, why }
}

async function call(
  state: MeetState,
  seat: Invitee,
  faults: readonly string[],
  after?: NotSaid,
): Promise<Said<Prelude> | NotSaid> {
  const said = await state.meeting.trySpeak(seat, preludePrompt(state, seat, faults), {
    id: 'research.prelude',
    schema: Prelude,
    fromText: structureOf,
    tools: { kind: 'read', ...(state.input.noWeb ? {} : { web: true }) },
    maxOutput,
    keepFree: closeNeed(state),
    draft: true,
    after,
  })
  state.heard(seat, said)
  await watchTree(state, seat, said)
  return said
}

/** A prelude written as text in its fixed format counts as a structured one. */
function structureOf(text: string): unknown {
  const prelude = parsePrelude(text)
  if (!prelude) return undefined
  const sources = prelude.sources.map((ref) => ({ kind: /^https?:/.test(ref) ? 'url' : 'file', ref }))
  return { sources, known: prelude.bullets.map((bullet) => ({ text: bullet })) }
}

function faultsIn(state: MeetState, { known, sources }: Prelude): string[] {
  const lines = [
    ...known.map(({ text }) => text),
    ...sources.flatMap(({ ref, title, snippet }) => [ref, title ?? '', snippet ?? '']),
  ]
  return lines.flatMap((line) =>
    structureFaults(oneLine(visibleText(line)), state.input.person.name).map(({ text }) => text),
  )
}

function preludeOf(state: MeetState, seat: Invitee, said: Said<Prelude>, tokens: number): PreludeText {
  const sources = said.value.sources.map((source) => ({ ...source, ref: oneLine(source.ref) }))
  const reported = readsOf(said).filter((path) => !sources.some(({ ref }) => ref === path))
  const memory = state.memoryFiles.get(seat.id) ?? []
  const listed = [
    ...sources.map((source) => fair(state, sourceLine(source))),
    ...[...reported, ...memory].filter((path) => !sources.some(({ ref }) => ref === path)),
  ]
  const bullets = said.value.known.map(({ text, source }) => {
    const from = source === undefined ? undefined : sources[source - 1]
    const line = from ? `${fair(state, text)} (${refOf(from)})` : fair(state, text)
    return ['cited', 'inference'].includes(classifyLine(line, state.cite)) ? line : `${line} [inference]`
  })
  return {
    name: seat.name,
    role: seat.role,
    tokens,
    sources: [...new Set(listed)],
    bullets,
  }
}

/** An address that no tool opened was not consulted; a file that is not there, or does not say so, is marked. */
async function consulted(
  state: MeetState,
  seat: Invitee,
  { sources, known }: Prelude,
  prelude: PreludeText,
  pages: readonly Page[],
): Promise<{ readonly prelude: PreludeText; readonly listed: readonly Checked[] }> {
  state.pages.push(...pages)
  const checked = await checkConsulted(state, sources)
  // What the bullets cite is counted with them; here only what is listed and not there.
  const claimed = new Set(known.map(({ source }) => source))
  state.citations.broken += checked.filter(
    ({ outcome }, at) => outcome.kind === 'broken' && !claimed.has(at + 1),
  ).length
  const unopened = sources.filter(
    ({ kind, ref }) => kind === 'url' && !pages.some((page) => isPageAt(page, ref)),
  )
  for (const { ref } of unopened)
    await state.notice(
      `${seat.name} names ${oneLine(ref)}, which no tool opened: it is not among the sources consulted.`,
    )
  const lines = new Map(sources.map((source, at) => [fair(state, sourceLine(source)), checked[at]]))
  const left = new Set(unopened.map((source) => fair(state, sourceLine(source))))
  const kept = prelude.sources.flatMap((line) =>
    left.has(line) ? [] : [markedSource(line, lines.get(line))],
  )
  return { prelude: { ...prelude, sources: kept }, listed: checked }
}

function markedSource(line: string, checked: Checked | undefined): string {
  const { state = 'unverified', reason = '' } = checked ? toldSource(checked) : {}
  return state === 'broken' ? `${line} [broken: ${reason}]` : line
}

type Source = Prelude['sources'][number]

function sourceLine(source: Source): string {
  if (source.kind !== 'url') return refOf(source)
  const rest = [source.title, source.snippet?.slice(0, 200)].flatMap((part) => (part ? [oneLine(part)] : []))
  return [source.ref, ...rest].join(' — ')
}

function refOf({ ref, lines, kind, quote }: Source): string {
  const place = lines && kind !== 'url' ? `${ref}:${lines}` : ref
  return quote ? `${place} "${oneLine(quote).replaceAll('"', "'")}"` : place
}

/** A line that a prelude may hold: one line, clean, imitating nothing of ours. */
function fair(state: MeetState, text: string): string {
  const line = oneLine(visibleText(text))
  const fault = structureFaults(line, state.input.person.name)[0]
  return fault ? `[removed by parley: ${fault.reason}]` : line
}

function bulletsOf(prelude: PreludeText): string {
  return prelude.bullets.join('\n')
}

/** Files that the backend saw being read, whether or not the seat named them. */
function readsOf(said: Said<Prelude>): string[] {
  return said.tools.flatMap(({ name, input, ok }) => {
    const path = (input as { path?: unknown } | null)?.path
    return ok && name === 'read_file' && typeof path === 'string' ? [oneLine(path)] : []
  })
}

function seated(state: MeetState): Invitee[] {
  return state.input.seats.filter(({ id }) => !state.absent.has(id))
}

function missingSeats(state: MeetState): Invitee[] {
  return seated(state).filter(({ id }) => !state.preludes.some(({ seat }) => seat === id))
}

function leave(state: MeetState, id: string): void {
  state.absent.add(id)
  state.degrade(`absent:${id}`)
}
