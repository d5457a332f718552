// Costs as a plot: what every call cost, and the running total against the ceiling.

import type { Cost as Call } from '../../../view/story.js'

type Cost = Pick<Call, 'seat' | 'input' | 'output' | 'total'>

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

/** A bar for each call (in a long meeting one for several, divided by seat), and the running total against the ceiling. */
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
