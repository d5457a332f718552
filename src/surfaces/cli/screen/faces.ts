// Faces: what a seat is called on the screen. Journals name seats by id; the meeting's first line says who they are.

import type { Line } from '../../../kernel/line.js'
import { oneLine } from './clean.js'

export interface Face {
  readonly name: string
  readonly role: string
}

export type Faces = (seat: string) => Face

export function facesIn(opened: Line | undefined): Faces {
  const known = new Map(seatsIn(opened).flatMap(faceOf))
  return (seat) => known.get(seat) ?? { name: oneLine(seat, 60), role: '' }
}

/** The ids of the seats that a meeting was opened with; undefined when its first line does not name them. */
export function seatsOf(opened: Line | undefined): readonly string[] | undefined {
  const ids = seatsIn(opened)
    .flatMap(faceOf)
    .map(([id]) => id)
  return ids.length > 0 ? ids : undefined
}

function seatsIn(opened: Line | undefined): readonly unknown[] {
  const input = field(opened?.data, 'input')
  const seats = field(field(input, 'council') ?? input, 'seats')
  return Array.isArray(seats) ? seats : []
}

/** Protocols write a seat as `{ id, name, role }` or, where its file names it, as `{ name, title }`. */
function faceOf(seat: unknown): [string, Face][] {
  const id = text(seat, 'id')
  const name = text(seat, 'name')
  if (id) return [[id, { name: oneLine(name || id, 60), role: oneLine(text(seat, 'role'), 60) }]]
  return name ? [[name, { name: oneLine(name, 60), role: oneLine(text(seat, 'title'), 60) }]] : []
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function text(value: unknown, name: string): string {
  const found = field(value, name)
  return typeof found === 'string' ? found : ''
}
