// The first journals of chartered meetings hold what was shown only as text. That text is parsed here, and nowhere else.

import { citedRanges } from '../../rules/citations.js'
import { rangesOf, recordedRanges } from '../../story/citations.js'
import type { Cited, Tally } from '../../story/items.js'
import { fieldsOf, listIn, oneOf, textIn } from '../../story/reading.js'

export interface TurnHead {
  readonly round: number
  /** Counted through the whole meeting; 0 for the charter. */
  readonly t: number
  readonly speaker: string
  readonly role: string
  readonly phase: string
}

/** The head of a turn, from the header that its block opens with. Undefined for a block without one. */
export function readBlock(block: string): (TurnHead & { readonly text: string }) | undefined {
  const [head = '', ...rest] = block.split('\n')
  const [, round, turn, speaker, role] = HEAD.exec(head) ?? []
  if (speaker === undefined || role === undefined) return undefined
  const blank = rest.indexOf('')
  const facts = new Map(rest.slice(0, Math.max(blank, 0)).map(factIn))
  const text = rest
    .slice(blank + 1)
    .join('\n')
    .trim()
  return { round: Number(round), t: Number(turn), speaker, role, phase: facts.get('Phase') ?? '', text }
}

const HEAD =
  /^\[round (\d+) \/ turn (\d+) \/ (.+) \(([^()]*(?:\([^()]*\))?[^()]*)\) \/ per-turn-cost \d+ tokens \/ running-total \d+ tokens\]$/

function factIn(line: string): [string, string] {
  const at = line.indexOf(': ')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)]
}

/** `[citations verified=2 unverified=0 broken=1]`, and what broke in lines of its own. */
export function readTally(line: string): Tally | undefined {
  const [, verified, unverified, broken] =
    /^\[citations verified=(\d+) unverified=(\d+) broken=(\d+)\]/.exec(line) ?? []
  if (verified === undefined) return undefined
  return { verified: Number(verified), unverified: Number(unverified), broken: Number(broken) }
}

/** `[cost-check turn=5 running-total=812 tokens input=9000 ceiling=40000]`; a dash for no ceiling. */
export function readCostCheck(line: string): { readonly ceiling: number | null } | undefined {
  if (!line.startsWith('[cost-check ')) return undefined
  const [, ceiling] = /\bceiling=(\d+)\]/.exec(line) ?? []
  return { ceiling: ceiling === undefined ? null : Number(ceiling) }
}

/** The marker of a phase, and the reason if it was skipped. */
export function readMarker(
  line: string,
): { readonly name: string; readonly skipped: string | null } | undefined {
  const [, name, skipped] = /^## Phase: (\S+)(?: \(skipped — (.*)\))?$/.exec(line) ?? []
  return name === undefined ? undefined : { name, skipped: skipped ?? null }
}

/** The result of the act that checked a turn's references. */
export function readChecked(result: unknown): readonly Cited[] {
  return Array.isArray(result) ? result.flatMap(citedIn) : []
}

function citedIn(value: unknown): Cited[] {
  const ref = textIn(value, 'ref')
  const outcome = fieldsOf(fieldsOf(value)['outcome'])
  const state = oneOf(outcome['kind'], ['verified', 'unverified', 'broken'])
  if (ref === undefined || state === undefined) return []
  const path = textIn(value, 'path') ?? null
  const recorded = recordedRanges(value)
  const ranges = rangesOf(recorded.length > 0 ? recorded : citedRanges(ref, path))
  const checked = { path, ...ranges, sha256: textIn(value, 'sha256') ?? null }
  return [{ ref, ...checked, state, reason: textIn(outcome, 'reason') ?? '' }]
}

/** The transcript shows only the first line of a prelude; its content is in the reply that it was made from. */
export function readPrelude(
  value: unknown,
): { bullets: readonly string[]; sources: readonly string[] } | undefined {
  const { known, sources } = fieldsOf(value)
  if (!Array.isArray(known) || !Array.isArray(sources)) return undefined
  const refs = listIn(value, 'sources').map(refIn)
  const bullets = known.map((fact) => {
    const { text, source } = fieldsOf(fact)
    const from = typeof source === 'number' ? refs[source - 1] : undefined
    return `${String(text ?? '')}${from ? ` (${from})` : ''}`
  })
  return { bullets, sources: refs }
}

/** Written as the meeting writes a source, so that it matches the reference that was checked. */
function refIn(source: unknown): string {
  const { ref, lines, kind, quote } = fieldsOf(source)
  const place = lines && kind !== 'url' ? `${ref}:${lines}` : String(ref ?? '')
  return quote ? `${place} "${String(quote).replace(/\s+/g, ' ').replaceAll('"', "'")}"` : place
}
