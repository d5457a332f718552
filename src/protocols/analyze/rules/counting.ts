// Counting: criteria that the engine finds in the records by itself. A rule's name is the criterion that it was made for.

import type { Source } from '../names.js'
import { refOf, strongest, weakest } from './evidence.js'
import { cycleIn } from './graph.js'
import type { RecordType } from './record-types.js'
import { acsOf, all, type Entry, type Store } from './records.js'

export interface Counted {
  readonly source: Source
  /** Whether a file of the workspace is cited for it. */
  readonly inCode: boolean
  /** The records that it rests on. */
  readonly records: readonly string[]
}

export interface Countable {
  readonly store: Store
  /** The search is complete and was read. */
  readonly scanned: boolean
}

type Rule = (countable: Countable) => Counted | null

const rules: Readonly<Record<string, Rule>> = {
  'PD-2': some('stakeholder'),
  'PD-3': some('metric'),
  'PD-4': ({ store }) =>
    best(all(store, 'user-type').filter(({ data }) => data.main && data.pains.length > 0)),
  'RD-1': ({ store }) => atLeast(3, all(store, 'fr')),
  'RD-2': ({ store }) => everyFr(store, ({ id }) => best(acsOf(store, id))),
  'RD-4': some('quality'),
  'RD-5': some('risk'),
  'RD-6': ({ store }) => everyFr(store, (fr) => (fr.data.priority === undefined ? null : best([fr]))),
  'RD-7': some('exclusion'),
  'TA-1': ({ scanned }) => (scanned ? { source: 'inferred', inCode: true, records: [] } : null),
  'TA-2': ({ store }) => best(inTier(store, 1)),
  'TA-3': ({ store }) =>
    together(
      ([1, 2, 3] as const).map((tier) => best(inTier(store, tier)) ?? none(store, `affected:${tier}`)),
    ),
  'TA-4': some('entry-point'),
  'TA-5': some('risk-zone'),
  'TA-6': ({ store }) => orderOfSteps(store),
  'AR-1': ({ store }) =>
    everyDecision(store, ({ data }) => data.options.length >= 2 || data.only_because !== undefined),
  'AR-2': ({ store }) =>
    everyDecision(store, ({ data }) =>
      data.options.every(({ pros, cons, fit }) => pros.length > 0 && cons.length > 0 && fit !== ''),
    ),
  'AR-3': ({ store }) =>
    everyDecision(store, ({ data }) => data.selected !== undefined && data.rationale !== undefined),
  'AR-4': someOrNone('technology'),
  'AR-5': someOrNone('integration'),
  'SP-1': some('module'),
  'SP-2': ({ store }) => {
    const faces = all(store, 'interface')
    return faces.every(hasConcreteTypes) ? best(faces) : null
  },
  'SP-3': some('flow'),
  'SP-4': someOrNone('error'),
  'SP-5': ({ store }) => (moduleCycle(store) === null ? best(all(store, 'module')) : null),
}

/** Null: no such rule. */
export function countingRule(name: string): Rule | null {
  return Object.hasOwn(rules, name) ? rules[name]! : null
}

export function hasConcreteTypes({ data }: Entry<'interface'>): boolean {
  const isConcrete = (type: string) => type !== '' && !/\bany\b/i.test(type)
  return isConcrete(data.returns) && data.params.every(({ type }) => isConcrete(type))
}

export function moduleCycle(store: Store): string[] | null {
  return cycleIn(all(store, 'module').map(({ id, data }) => ({ id, on: data.depends_on ?? [] })))
}

export function stepCycle(store: Store): string[] | null {
  return cycleIn(all(store, 'step').map(({ id, data }) => ({ id, on: data.depends_on ?? [] })))
}

export function inTier(store: Store, tier: 1 | 2 | 3): Entry<'affected'>[] {
  return all(store, 'affected').filter(({ data }) => data.tier === tier)
}

/** Every Must Have FR has a step, and no step waits for itself. */
function orderOfSteps(store: Store): Counted | null {
  const steps = all(store, 'step')
  const held = new Set(steps.flatMap(({ data }) => data.frs))
  const musts = all(store, 'fr').filter(({ data }) => data.priority === 'Must Have')
  if (steps.length === 0 || musts.some(({ id }) => !held.has(id)) || stepCycle(store) !== null) return null
  return together(steps.map((step) => best([step])))
}

function some(type: RecordType): Rule {
  return ({ store }) => best(all(store, type))
}

function someOrNone(type: RecordType): Rule {
  return ({ store }) => best(all(store, type)) ?? none(store, type)
}

/** One record is enough, so the best known of them counts. */
function best(entries: readonly Entry[]): Counted | null {
  const source = strongest(entries.map((entry) => entry.source))
  if (source === null) return null
  return { source, inCode: entries.some(citesCode), records: entries.map(({ id }) => id) }
}

/** As many as that are needed, so the last of the best counts. */
function atLeast(count: number, entries: readonly Entry[]): Counted | null {
  const order: readonly Source[] = ['user', 'draft', 'inferred', 'extrapolated']
  const sorted = entries.toSorted((one, other) => order.indexOf(one.source) - order.indexOf(other.source))
  const last = sorted[count - 1]
  return last === undefined
    ? null
    : { source: last.source, inCode: entries.some(citesCode), records: entries.map(({ id }) => id) }
}

/** All are needed, so the least known counts. */
function together(parts: readonly (Counted | null)[]): Counted | null {
  if (parts.length === 0 || parts.includes(null)) return null
  const found = parts as readonly Counted[]
  return {
    source: weakest(found.map(({ source }) => source)),
    inCode: found.some(({ inCode }) => inCode),
    records: [...new Set(found.flatMap(({ records }) => records))],
  }
}

function none(store: Store, key: string): Counted | null {
  const said = store.none.get(key)
  return said === undefined ? null : { source: said.source, inCode: false, records: [] }
}

function everyFr(store: Store, part: (fr: Entry<'fr'>) => Counted | null): Counted | null {
  return together(all(store, 'fr').map(part))
}

function everyDecision(store: Store, isGood: (decision: Entry<'decision'>) => boolean): Counted | null {
  return together(all(store, 'decision').map((decision) => (isGood(decision) ? best([decision]) : null)))
}

function citesCode({ evidence }: Entry): boolean {
  return evidence.some(({ ref }) => refOf(ref)?.kind === 'path')
}
