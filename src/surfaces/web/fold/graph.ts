// Where the nodes and lines of a small graph stand. Pure geometry: nodes on an ellipse, the first at the top, lines bowed a little so
// that none hides another.

import type { Graph, Stance, Tie } from '../../../story/drawings.js'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Node extends Point {
  readonly seat: string
  readonly name: string
  readonly left: string | null
  /** Where its name stands. */
  readonly label: Point & { readonly anchor: 'start' | 'middle' | 'end' }
}

export interface Edge {
  readonly id: string
  /** From each end to the middle, so that each half can show its own end's stance. */
  readonly halves: readonly { readonly seat: string; readonly path: string; readonly stance: Stance | null }[]
  readonly middle: Point
}

const size = { width: 460, height: 280 }
const centre = { x: size.width / 2, y: size.height / 2 }
const radius = { x: 125, y: 92 }
export const nodeRadius = 17
/** For a node and its name. */
const margin = nodeRadius + 24

export function layOut({ seats, ties }: Pick<Graph, 'seats' | 'ties'>): {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
  /** `viewBox`: as wide as any, as high as it needs to be. */
  readonly box: string
} {
  const nodes = seats.map((seat, at) => nodeAt(seat, at, seats.length))
  const places = new Map(nodes.map((node) => [node.seat, node]))
  const edges = ties.flatMap((tie) => {
    const [a, b] = [places.get(tie.a), places.get(tie.b)]
    return a && b && a !== b ? [edgeOf(tie, a, b)] : []
  })
  const ys = [...nodes.map(({ y }) => y), ...edges.map(({ middle }) => middle.y)]
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin]
  return { nodes, edges, box: `0 ${top.toFixed(0)} ${size.width} ${(bottom - top).toFixed(0)}` }
}

/** Two stand side by side. */
function nodeAt(seat: Graph['seats'][number], at: number, count: number): Node {
  const start = count === 2 ? Math.PI : -Math.PI / 2
  const angle = start + (2 * Math.PI * at) / count
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [x, y] = [centre.x + radius.x * cos, centre.y + radius.y * sin]
  const aside = Math.abs(cos) > 0.35
  const label = aside
    ? {
        x: x + Math.sign(cos) * (nodeRadius + 7),
        y: y + 4,
        anchor: cos > 0 ? ('start' as const) : ('end' as const),
      }
    : { x, y: y + Math.sign(sin) * (nodeRadius + 14) + (sin > 0 ? 4 : 0), anchor: 'middle' as const }
  return { ...seat, x, y, label }
}

function edgeOf(tie: Tie, a: Point, b: Point): Edge {
  const bow = bowed(a, b)
  const middle = between(between(a, bow), between(bow, b))
  const stance = (seat: string) => tie.ways.findLast(({ from }) => from === seat)?.stance ?? null
  return {
    id: tie.id,
    middle,
    halves: [
      { seat: tie.a, path: half(a, between(a, bow), middle), stance: stance(tie.a) },
      { seat: tie.b, path: half(b, between(bow, b), middle), stance: stance(tie.b) },
    ],
  }
}

/** A point beside the line, away from the centre, so that lines through the middle do not all cross there. */
function bowed(a: Point, b: Point): Point {
  const mid = between(a, b)
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = Math.hypot(dx, dy) || 1
  return { x: mid.x - (dy / length) * 18, y: mid.y + (dx / length) * 18 }
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function half(from: Point, bow: Point, to: Point): string {
  const of = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
  return `M ${of(from)} Q ${of(bow)} ${of(to)}`
}

/** A name that fits beside its node. */
export function shortName(name: string, most = 15): string {
  const letters = [...name]
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join('')}…`
}
