// Costs: what every call cost, in order, and what that comes to for each participant. A fork pays nothing for what it took over.

import type { Line } from '../../../kernel/line.js'
import type { Desk } from './desk.js'
import type { Face } from './face.js'
import type { Cost } from './items.js'

export interface Share {
  readonly seat: string
  readonly name: string
  readonly role: string
  readonly calls: number
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  readonly models: readonly string[]
}

interface Paid {
  readonly input: number
  readonly output: number
  readonly estimated: boolean
  readonly model?: string | null
  readonly backend?: string
}

export function book(desk: Desk, line: Line, seat: string, paid: Paid): void {
  const before = desk.costs.at(-1)?.total ?? 0
  const { input, output, estimated, model = null, backend = null } = paid
  desk.costs.push({
    n: line.n,
    seat,
    input,
    output,
    estimated,
    model,
    backend,
    total: before + input + output,
  })
}

/** Every seat of the meeting in its order, then whoever else was called. */
export function sharesOf(faces: readonly Face[], costs: readonly Cost[]): readonly Share[] {
  const seats = new Map<string, Share>(faces.map((face) => [face.id, noShare(face)]))
  for (const cost of costs) {
    const before = seats.get(cost.seat) ?? noShare({ id: cost.seat, name: cost.seat, role: '' })
    seats.set(cost.seat, {
      ...before,
      calls: before.calls + 1,
      input: before.input + cost.input,
      output: before.output + cost.output,
      estimated: before.estimated || cost.estimated,
      models: withModel(before.models, cost.model ?? cost.backend),
    })
  }
  return [...seats.values()]
}

function noShare({ id, name, role }: Face): Share {
  return { seat: id, name, role, calls: 0, input: 0, output: 0, estimated: false, models: [] }
}

function withModel(models: readonly string[], model: string | null): readonly string[] {
  return model === null || models.includes(model) ? models : [...models, model]
}

export interface Bar {
  readonly seat: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Plot {
  readonly bars: readonly Bar[]
  /** The running total, as points of a line. */
  readonly line: readonly (readonly [number, number])[]
  readonly ceiling: number | null
}

/** Bars for each call (many calls share one, each seat with its part), and the running total over them against the ceiling. */
export function plotOf(costs: readonly Cost[], ceiling: number | null, width: number, height: number): Plot {
  const groups = grouped(costs, Math.max(1, Math.floor(width / 3)))
  const total = costs.at(-1)?.total ?? 0
  const top = ceiling !== null && ceiling < total * 4 ? Math.max(ceiling, total) : total
  const step = width / Math.max(1, groups.length)
  const scale = (height * 0.55) / Math.max(1, ...groups.map(({ tokens }) => tokens))
  const high = (tokens: number) => height - (tokens / Math.max(1, top)) * (height - 2)
  return {
    bars: groups.flatMap((group, at) => barsOf(group, at * step, step, height, scale)),
    line: groups.map(({ total: sum }, at) => [at * step + step / 2, high(sum)] as const),
    ceiling: ceiling !== null && ceiling <= top ? high(ceiling) : null,
  }
}

interface Group {
  readonly by: ReadonlyMap<string, number>
  readonly tokens: number
  readonly total: number
}

function barsOf({ by }: Group, left: number, step: number, height: number, scale: number): Bar[] {
  const width = Math.min(step * 0.72, 10)
  let foot = height
  return [...by].map(([seat, tokens]) => {
    const tall = Math.max(0.5, tokens * scale)
    foot -= tall
    return { seat, x: left + (step - width) / 2, y: foot, width, height: tall }
  })
}

function grouped(costs: readonly Cost[], most: number): Group[] {
  const size = Math.ceil(costs.length / most) || 1
  const groups: Group[] = []
  for (let at = 0; at < costs.length; at += size) {
    const by = new Map<string, number>()
    const part = costs.slice(at, at + size)
    for (const { seat, input, output } of part) by.set(seat, (by.get(seat) ?? 0) + input + output)
    const tokens = [...by.values()].reduce((sum, one) => sum + one, 0)
    groups.push({ by, tokens, total: part.at(-1)?.total ?? 0 })
  }
  return groups
}
