// The table: what was proposed, by whom, who supports it and who objects. The engine gives the ids and keeps the words.
//
//   TABLE1  A proposal has one id, from the turn that makes it to the notes; its words are those it was made with.
//   TABLE2  Of proposals that exclude each other at most one is adopted.

import { type Stance, sameWords } from '../documents/stances.js'

export interface Proposal {
  readonly id: string
  /** The name of who made it, and in which turn. */
  readonly by: string
  readonly turn: number
  readonly text: string
  /** Made by a `[proposal]` line; otherwise by a `[decision]`, which the notes settle by its turn. */
  readonly marked: boolean
  /** Proposals that it is meant to replace. */
  readonly against: readonly string[]
  readonly support: readonly Voice[]
  readonly objections: readonly (Voice & { readonly text: string })[]
  /** The turn in which its maker took it back. */
  readonly withdrawn: number | null
}

interface Voice {
  readonly by: string
  readonly turn: number
}

export type Table = readonly Proposal[]

export interface Placed {
  readonly table: Table
  /** Whether anything changed on the table. */
  readonly fresh: boolean
  /** The id of the proposal that a line of the turn makes, by the number of the line. */
  readonly ids: ReadonlyMap<number, string>
  /** What could not be placed, in words. */
  readonly strays: readonly string[]
}

/** The table after a turn. */
export function placeStances(before: Table, stances: readonly Stance[], by: string, turn: number): Placed {
  let table = before
  const ids = new Map<number, string>()
  const strays: string[] = []
  for (const stance of stances) {
    if (stance.kind === 'proposal') {
      const same = table.find(({ text }) => sameWords(text, stance.text))
      ids.set(stance.line, same?.id ?? `P${table.length + 1}`)
      table = same ? supported(table, same.id, { by, turn }) : made(table, stance, { by, turn })
      continue
    }
    for (const id of stance.ids) {
      if (table.some((proposal) => proposal.id === id)) table = taken(table, id, stance, { by, turn })
      else strays.push(`${by} named ${id}, which is not on the table`)
    }
  }
  return { table, fresh: table !== before, ids, strays }
}

function made(table: Table, { ids, own, text, marked }: Stance, { by, turn }: Voice): Table {
  const named = own === null ? ids : [...new Set([own, ...ids])]
  const against = named.filter((id) => table.some((proposal) => proposal.id === id))
  const id = `P${table.length + 1}`
  const proposal = { id, by, turn, text, marked, against, support: [], objections: [], withdrawn: null }
  return [...table, proposal]
}

function taken(table: Table, id: string, { kind, text }: Stance, voice: Voice): Table {
  if (kind === 'support') return supported(table, id, voice)
  if (kind === 'objection') return objected(table, id, { ...voice, text })
  return changed(table, id, (proposal) =>
    proposal.by === voice.by && proposal.withdrawn === null
      ? { ...proposal, withdrawn: voice.turn }
      : proposal,
  )
}

/** Whoever supports a proposal objects to it no longer, and supports none that excludes it. */
function supported(table: Table, id: string, voice: Voice): Table {
  const apart = rivalsOf(table, id)
  const after = table.map((proposal) => {
    if (proposal.id === id) return withSupport(proposal, voice)
    return apart.has(proposal.id) ? withoutSupport(proposal, voice.by) : proposal
  })
  return after.every((proposal, at) => proposal === table[at]) ? table : after
}

function withSupport(proposal: Proposal, voice: Voice): Proposal {
  const supports = proposal.by === voice.by || proposal.support.some(({ by }) => by === voice.by)
  const objects = proposal.objections.some(({ by }) => by === voice.by)
  if (supports && !objects) return proposal
  return {
    ...proposal,
    support: supports ? proposal.support : [...proposal.support, voice],
    objections: proposal.objections.filter(({ by }) => by !== voice.by),
  }
}

function withoutSupport(proposal: Proposal, name: string): Proposal {
  return proposal.support.some(({ by }) => by === name)
    ? { ...proposal, support: proposal.support.filter(({ by }) => by !== name) }
    : proposal
}

function objected(table: Table, id: string, objection: Proposal['objections'][number]): Table {
  return changed(table, id, (proposal) => {
    const same = proposal.objections.some(
      ({ by, text }) => by === objection.by && sameWords(text, objection.text),
    )
    if (same) return proposal
    return { ...withoutSupport(proposal, objection.by), objections: [...proposal.objections, objection] }
  })
}

function changed(table: Table, id: string, change: (proposal: Proposal) => Proposal): Table {
  const at = table.findIndex((proposal) => proposal.id === id)
  const before = table[at]
  if (!before) return table
  const after = change(before)
  return after === before ? table : table.with(at, after)
}

/** The proposals that exclude this one: those it is against, those against it, and so on from each. */
export function rivalsOf(table: Table, id: string): ReadonlySet<string> {
  const group = new Set([id])
  for (let size = 0; size !== group.size; ) {
    size = group.size
    for (const { id: other, against } of table) {
      if (group.has(other)) for (const rival of against) group.add(rival)
      else if (against.some((rival) => group.has(rival))) group.add(other)
    }
  }
  group.delete(id)
  return group
}

/** Proposals that were not taken back. */
export function standing(table: Table): Table {
  return table.filter(({ withdrawn }) => withdrawn === null)
}

/** `P1 (Theo), P2 (Soren, against P1)` */
export function inBrief(table: Table): string {
  return standing(table)
    .map(
      ({ id, by, against }) => `${id} (${by}${against.length > 0 ? `, against ${against.join(', ')}` : ''})`,
    )
    .join(', ')
}

/** One line a proposal: who is for it, who objects and why. */
export function inFull(table: Table): string {
  return standing(table).map(lineOf).join('\n')
}

function lineOf({ id, by, turn, against, support, objections, text }: Proposal): string {
  const about = [
    `${by}, turn ${turn}`,
    ...(against.length > 0 ? [`against ${against.join(', ')}`] : []),
    ...(support.length > 0 ? [`supported by ${names(support)}`] : []),
    ...(objections.length > 0 ? [`objections by ${names(objections)}`] : []),
  ]
  const said = objections.filter((one) => one.text !== '')
  const lines = said.map((one) => `\n  objection (${one.by}, turn ${one.turn}): ${one.text}`)
  return `${id} (${about.join('; ')}): ${text}${lines.join('')}`
}

function names(voices: readonly Voice[]): string {
  return [...new Set(voices.map(({ by }) => by))].join(', ')
}

export const SETTLED = ['adopted', 'rejected', 'open'] as const
export type SettledState = (typeof SETTLED)[number]

export interface Settlement {
  readonly id: string
  readonly state: SettledState
  readonly why: string
  /** Proposals that cannot hold together with it, beside those that say so themselves. */
  readonly rivals?: readonly string[] | undefined
}

export interface Settled {
  readonly settled: readonly Settlement[]
  /** What is wrong with it, a line each; empty when every proposal is settled and no two rivals are adopted. */
  readonly faults: readonly string[]
}

export interface Demands {
  /** Proposals that are adopted together must say what they exclude, if only that it is nothing: silence could hide two rivals. */
  readonly saysRivals?: boolean
}

/** Judges a drafted settlement. What it leaves out, and rivals that it adopts together, are open. */
export function judgeSettlement(
  table: Table,
  drafted: readonly Settlement[],
  { saysRivals = false }: Demands = {},
): Settled {
  const known = standing(withRivals(table, drafted))
  const given = (id: string) => drafted.findLast((one) => one.id.toUpperCase() === id)
  const missing = known.filter(({ id }) => !given(id))
  const strange = drafted.filter(({ id }) => !known.some((proposal) => proposal.id === id.toUpperCase()))
  const adopted = known.filter(({ id }) => given(id)?.state === 'adopted')
  const clash = adopted.filter(({ id }) => adopted.some((other) => rivalsOf(known, id).has(other.id)))
  const silent =
    saysRivals && adopted.length > 1
      ? adopted.filter((one) => !clash.includes(one) && given(one.id)?.rivals === undefined)
      : []
  const doubtful = new Set([...clash, ...silent].map(({ id }) => id))
  const settled = known.map(({ id }): Settlement => {
    const one = given(id)
    if (!one) return { id, state: 'open', why: '' }
    return { id, state: doubtful.has(id) ? 'open' : one.state, why: one.why }
  })
  const faults = [missingFault(missing), strangeFault(strange), clashFault(clash), silentFault(silent)]
  return { settled, faults: faults.flat() }
}

function withRivals(table: Table, drafted: readonly Settlement[]): Table {
  return table.map((proposal) => {
    const more = drafted.find(({ id }) => id.toUpperCase() === proposal.id)?.rivals ?? []
    const ids = more.map((id) => id.toUpperCase()).filter((id) => id !== proposal.id)
    return ids.length === 0 ? proposal : { ...proposal, against: [...new Set([...proposal.against, ...ids])] }
  })
}

function missingFault(missing: Table): string[] {
  return missing.length === 0 ? [] : [`not settled: ${ids(missing)}`]
}

function strangeFault(strange: readonly Settlement[]): string[] {
  return strange.length === 0 ? [] : [`not on the table: ${ids(strange)}`]
}

function clashFault(clash: Table): string[] {
  return clash.length === 0 ? [] : [`${ids(clash)} exclude each other, so at most one of them can be adopted`]
}

function silentFault(silent: Table): string[] {
  return silent.length === 0
    ? []
    : [`no \`rivals\` for ${ids(silent)}, adopted beside others ([] where it excludes none)`]
}

function ids(list: readonly { readonly id: string }[]): string {
  return list.map(({ id }) => id).join(', ')
}
