// Those who are shown together, at the table of a meeting or in a list: each has its hue and a monogram that no other has.

import { type ReactNode, useMemo } from 'react'
import { atTable, type Story } from '../../../view/story.js'
import { hueOf, monogramsOf } from '../fold/face.js'
import { TableHues, TableMonograms } from './face.js'

export function AtTable({ story, children }: { story: Story; children: ReactNode }) {
  const seats = useMemo(() => atTable(story), [story])
  return <Together seats={seats}>{children}</Together>
}

interface Shown {
  /** As their faces are asked for. */
  readonly id: string
  readonly name: string
}

export function Together({ seats, children }: { seats: readonly Shown[]; children: ReactNode }) {
  // By their names, since lists know no others: a seat has one colour on every page.
  const hues = useMemo(() => new Map(seats.map(({ id, name }) => [id, hueOf(name)])), [seats])
  const marks = useMemo(() => monogramsOf(seats.map(({ name }) => name)), [seats])
  return (
    <TableMonograms value={marks}>
      <TableHues value={hues}>{children}</TableHues>
    </TableMonograms>
  )
}
