// A seat's face: its monogram in a ring of its hue. The person has none, only ink.

import { type CSSProperties, createContext, useContext } from 'react'
import { hueOf, monogram } from '../fold/face.js'

/** The hues of the seats of this meeting; without it a seat has the hue of its id. */
export const TableHues = createContext<ReadonlyMap<string, number>>(new Map())

/** The monograms of the table that is shown, by name. */
export const TableMonograms = createContext<ReadonlyMap<string, string>>(new Map())

/** What stands in the ring of a seat with this name. */
export function useMonogram(): (name: string) => string {
  const marks = useContext(TableMonograms)
  return (name) => marks.get(name) ?? monogram(name)
}

export function Face({ seat, name, small = false }: { seat: string | null; name: string; small?: boolean }) {
  const style = useHue()(seat)
  const mark = useMonogram()
  return (
    <span
      className={`face${seat === null ? ' person' : ''}${small ? ' small' : ''}`}
      style={style}
      aria-hidden="true"
    >
      {mark(name)}
    </span>
  )
}

export function useHue(): (seat: string | null) => CSSProperties {
  const table = useContext(TableHues)
  return (seat) =>
    seat === null ? {} : ({ '--hue': String(table.get(seat) ?? hueOf(seat)) } as CSSProperties)
}
