// Pictures of a meeting as data: how long its phases took, what each seat and each day cost, and who challenged whom. Pure.

import { addMoney, type MoneySum, noMoney } from '../rules/money.js'
import type { Item } from './items.js'
import { faceOf, type Story } from './story.js'

/** A phase or a round: `ms` without the time that it waited for the person, which is `waited`. */
export interface Stretch {
  readonly key: string
  readonly label: string
  readonly ms: number
  readonly waited: number
}

export function ribbonOf({ items, summary }: Pick<Story, 'items' | 'summary'>): readonly Stretch[] {
  const begun = items.flatMap((item) => beginning(item))
  return begun.map(({ key, label, at }, nth) => {
    const [from, to] = [Date.parse(at), Date.parse(begun[nth + 1]?.at ?? summary.updatedAt)]
    const waited = Math.min(Math.max(0, to - from), waitedIn(items, from, to))
    return { key, label, ms: Math.max(0, to - from) - waited, waited }
  })
}

/** Those that took longest, in the order in which they came. */
export function longest(stretches: readonly Stretch[], most: number): readonly Stretch[] {
  const chosen = new Set(stretches.toSorted((a, b) => b.ms - a.ms).slice(0, most))
  return stretches.filter((one) => chosen.has(one))
}

function beginning(item: Item): { key: string; label: string; at: string }[] {
  const { key, at } = item
  if (item.kind === 'round') return [{ key, label: `Round ${item.round}`, at }]
  return item.kind === 'phase' && !item.quiet && item.skipped === null ? [{ key, label: item.label, at }] : []
}

/** From each question to its answer, as far as it lies between these times. */
function waitedIn(items: readonly Item[], from: number, to: number): number {
  let [sum, since] = [0, null as number | null]
  for (const item of items) {
    const at = Date.parse(item.at)
    if (item.kind === 'asked') since ??= at
    if (item.kind !== 'answered' || since === null) continue
    sum += Math.max(0, Math.min(at, to) - Math.max(since, from))
    since = null
  }
  return sum
}

export interface DayCost extends MoneySum {
  readonly day: string
  readonly tokens: number
}

/** By the day of each call, in the time of the journal. */
export function costsByDay({ costs }: Pick<Story, 'costs'>): readonly DayCost[] {
  const days = new Map<string, DayCost>()
  for (const { at, input, output, money, taken } of costs) {
    if (taken) continue
    const day = at.slice(0, 10)
    const before = days.get(day) ?? { day, tokens: 0, ...noMoney }
    days.set(day, { day, tokens: before.tokens + input + output, ...addMoney(before, money) })
  }
  return [...days.values()]
}

/** `to` is null where nobody is named: it was said to the whole table. */
export interface Challenge {
  readonly from: string
  readonly to: string | null
  /** The items where it was said. */
  readonly at: readonly string[]
}

/** Dissents, challenges and objections, by who made them and whom they name or whose proposal they are about. */
export function challengesOf(story: Pick<Story, 'items' | 'faces' | 'proposals'>): readonly Challenge[] {
  const found = new Map<string, Challenge>()
  const add = (from: string, to: string | null, key: string) => {
    const id = JSON.stringify([from, to])
    found.set(id, { from, to, at: [...(found.get(id)?.at ?? []), key] })
  }
  for (const item of story.items) {
    if (item.kind !== 'turn' || item.seat === null) continue
    for (const part of item.parts) {
      if (part.kind === 'objection') add(item.name, makerOf(story, part.of), item.key)
      if (part.kind === 'dissent')
        add(item.name, namedIn(story, `${part.qualifier} ${part.text}`, item.seat), item.key)
      if (part.kind === 'challenge') add(item.name, namedIn(story, part.text, item.seat), item.key)
    }
  }
  return [...found.values()]
}

function makerOf({ proposals, faces }: Pick<Story, 'proposals' | 'faces'>, ids: string): string | null {
  const [first = ''] = ids.split(/[\s,]+/)
  const by = proposals.find(({ id }) => id === first)?.by
  return by === undefined ? null : faceOf({ faces }, by).name
}

/** The first other seat whose name or id stands there as a word. */
function namedIn({ faces }: Pick<Story, 'faces'>, text: string, own: string): string | null {
  const words = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, ' ')} `
  const others = faces.filter(({ id }) => id !== own)
  return (
    others.find(({ id, name }) => [id, name].some((one) => words.includes(` ${one.toLowerCase()} `)))?.name ??
    null
  )
}
