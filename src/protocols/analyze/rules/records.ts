// Records: the store that every file is rendered from, folded from the changes of each turn.
//
//   REC1  A change is made by the owner of its type, or it is refused and changes nothing; the rest of the turn stands.
//   REC2  An id is given once, also after its record was dropped.
//   REC3  What must be there for a record is there: an AC has its FR, a journey its user, an interface its module.

import type { Role, Source } from '../names.js'
import type { Change, Evidence } from '../schemas.js'
import { cappedSource } from './evidence.js'
import { type DataOf, isRecordType, type RecordKind, type RecordType, recordKinds } from './record-types.js'

export interface Entry<T extends RecordType = RecordType> {
  readonly type: T
  readonly id: string
  readonly by: Role
  readonly source: Source
  readonly evidence: readonly Evidence[]
  readonly data: DataOf<T>
  /** The exchange of the last change. */
  readonly exchange: number
}

/** "There is nothing of that type", with the reason. */
export interface Nothing {
  readonly reason: string
  readonly source: Source
}

export interface Store {
  readonly records: ReadonlyMap<string, Entry>
  /** Every id that was ever given. */
  readonly used: ReadonlySet<string>
  /** By type; for `affected` by type and tier, as `affected:2`. */
  readonly none: ReadonlyMap<string, Nothing>
}

export const emptyStore: Store = { records: new Map(), used: new Set(), none: new Map() }

/** In the order of their ids, as a person would count. */
export function all<T extends RecordType>(store: Store, type: T): readonly Entry<T>[] {
  return (sorted(store).get(type) ?? []) as readonly Entry<T>[]
}

/** By type. A store never changes, and every rule and every document asks for its records. */
function sorted(store: Store): ReadonlyMap<RecordType, readonly Entry[]> {
  const known = sortedOf.get(store)
  if (known) return known
  const made = new Map<RecordType, Entry[]>()
  for (const entry of [...store.records.values()].toSorted((one, other) => byNumber(one.id, other.id)))
    made.set(entry.type, [...(made.get(entry.type) ?? []), entry])
  sortedOf.set(store, made)
  return made
}

const sortedOf = new WeakMap<Store, ReadonlyMap<RecordType, readonly Entry[]>>()

export function one<T extends RecordType>(store: Store, type: T): Entry<T> | null {
  return all(store, type)[0] ?? null
}

export function byNumber(one: string, other: string): number {
  return numeric.compare(one, other)
}

/** Made once, since records are sorted at every step. */
const numeric = new Intl.Collator('en', { numeric: true })

export function acsOf(store: Store, fr: string): Entry<'ac'>[] {
  return all(store, 'ac').filter(({ id }) => frOf(id) === fr)
}

/** `FR-001` of `AC-001-02`. */
export function frOf(ac: string): string {
  return `FR-${ac.slice(3, 6)}`
}

export interface Rejected {
  readonly what: string
  readonly why: string
}

export interface Applied {
  readonly store: Store
  readonly accepted: readonly Change[]
  readonly rejected: readonly Rejected[]
}

export interface Applying {
  readonly exchange: number
  /** Corrections of references keep what is known of a record's source. */
  readonly keepSource?: boolean
}

/**
 * Applies the changes of one turn in order. A reference may point to a record of the same turn, so what is missing is looked for at
 * the end; refusing one change can take the ground from another, so that is repeated until nothing more falls.
 */
export function applied(store: Store, changes: readonly Change[], how: Applying): Applied {
  const refused = new Map<number, string>()
  for (;;) {
    const result = folded(store, changes, refused, how)
    const fallen = changes.flatMap((change, at) => {
      const why = refused.has(at) || change.op !== 'put' ? null : missingFor(change, result)
      return why === null ? [] : [[at, why] as const]
    })
    if (fallen.length === 0) return outcome(result, changes, refused)
    for (const [at, why] of fallen) refused.set(at, why)
  }
}

function outcome(store: Store, changes: readonly Change[], refused: ReadonlyMap<number, string>): Applied {
  return {
    store,
    accepted: changes.filter((_, at) => !refused.has(at)),
    rejected: [...refused]
      .toSorted(([one], [other]) => one - other)
      .map(([at, why]) => ({ what: changeName(changes[at]!), why })),
  }
}

export function changeName({ op, type, id }: Change): string {
  return `${op} ${id ?? type}`
}

/** Refusals found on the way are added to `refused`. */
function folded(
  store: Store,
  changes: readonly Change[],
  refused: Map<number, string>,
  how: Applying,
): Store {
  let now = store
  changes.forEach((change, at) => {
    if (refused.has(at)) return
    const next = changed(now, change, how)
    if (typeof next === 'string') refused.set(at, next)
    else now = next
  })
  return now
}

/** The store after one change, or why it is refused. */
function changed(store: Store, change: Change, how: Applying): Store | string {
  if (!isRecordType(change.type)) return `there is no record type "${change.type}"`
  const kind: RecordKind = recordKinds[change.type]
  if (change.by !== kind.owner) return `a ${change.type} belongs to ${kind.owner}, not to ${change.by}`
  if (change.op === 'none') return withNone(store, change)
  const { id } = change
  if (id === undefined) return 'the id is missing'
  if (!kind.id.test(id)) return `${id} is no id of a ${change.type}`
  return change.op === 'drop' ? withoutRecord(store, id) : withRecord(store, change, change.type, id, how)
}

function withNone(store: Store, change: Change): Store | string {
  if (change.reason === undefined) return 'that there is none needs a reason'
  const tier = change.type === 'affected' ? change.data?.['tier'] : undefined
  if (change.type === 'affected' && tier !== 1 && tier !== 2 && tier !== 3)
    return 'that nothing is affected is said of one tier: 1, 2 or 3'
  const key = tier === undefined ? change.type : `affected:${tier}`
  const there = all(store, change.type as RecordType)
  if (there.some(({ data }) => tier === undefined || (data as { tier?: unknown }).tier === tier))
    return `there are records of that type: ${there.map(({ id }) => id).join(', ')}`
  const none = { reason: change.reason, source: cappedSource(change.source, change.evidence ?? []) }
  return { ...store, none: new Map(store.none).set(key, none) }
}

function withoutRecord(store: Store, id: string): Store | string {
  if (!store.records.has(id)) return `there is no ${id}`
  const records = new Map(store.records)
  records.delete(id)
  for (const ac of id.startsWith('FR-') ? acsOf(store, id) : []) records.delete(ac.id)
  return { ...store, records }
}

function withRecord(
  store: Store,
  change: Change,
  type: RecordType,
  id: string,
  how: Applying,
): Store | string {
  const before = store.records.get(id)
  if (before === undefined && store.used.has(id)) return `${id} was given before, and no id is given twice`
  const merged = { ...before?.data, ...change.data }
  const read = recordKinds[type].data.safeParse(merged)
  if (!read.success) {
    const issue = read.error.issues[0]
    return `its data does not fit: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`
  }
  const evidence = change.evidence ?? []
  const source = how.keepSource && before ? before.source : cappedSource(change.source, evidence)
  const entry: Entry = {
    type,
    id,
    by: change.by,
    source,
    evidence: evidence.length === 0 && how.keepSource && before ? before.evidence : evidence,
    data: read.data as Entry['data'],
    exchange: how.exchange,
  }
  const none = new Map(store.none)
  none.delete(type === 'affected' ? `affected:${(read.data as DataOf<'affected'>).tier}` : type)
  return {
    records: new Map(store.records).set(id, entry),
    used: new Set(store.used).add(id),
    none,
  }
}

/** What a record needs that is not there. Other references may point to nothing; the cross-check finds them. */
function missingFor({ type, id }: Change, store: Store): string | null {
  const entry = id === undefined ? undefined : store.records.get(id)
  if (entry === undefined) return null
  const data = entry.data as { readonly user?: string; readonly module?: string }
  const needed =
    type === 'ac'
      ? frOf(entry.id)
      : type === 'journey'
        ? data.user
        : type === 'interface' || type === 'structure'
          ? data.module
          : undefined
  return needed === undefined || store.records.has(needed) ? null : `there is no ${needed}`
}

/** Those of the types that nothing is known of: no record, and nobody said that there is none. */
export function unfed(store: Store, ...types: readonly RecordType[]): RecordType[] {
  return types.filter((type) => !store.none.has(type) && all(store, type).length === 0)
}

/** The next free id of types with numbers, for the state card. */
export function nextIds(store: Store): Record<string, string> {
  const next = (prefix: string, width: number) => {
    const taken = [...store.used].flatMap((id) => {
      const number = new RegExp(`^${prefix}-(\\d+)$`).exec(id)?.[1]
      return number === undefined ? [] : [Number(number)]
    })
    return `${prefix}-${String(Math.max(0, ...taken) + 1).padStart(width, '0')}`
  }
  const wide = ['FR', 'US', 'ADR'].map((prefix) => [prefix, next(prefix, 3)])
  const plain = numberedPrefixes.map((prefix) => [prefix, next(prefix, 1)])
  return Object.fromEntries([...wide, ...plain])
}

const numberedPrefixes = 'SH SM UT UJ TC QA RK OS AF EP IS RZ TV TD IP TO SC IF DS DF SQ ER DG OQ'.split(' ')
