// Those at the table of a meeting: each seat has its own hue and monogram, and all parts of the page know them.

import { type ReactNode, useMemo } from 'react'
import { atTable, type Story } from '../../../story/story.js'
import { huesOf, monogramsOf } from '../fold/face.js'
import { TableHues, TableMonograms } from './face.js'

export function AtTable({ story, children }: { story: Story; children: ReactNode }) {
  const table = useMemo(() => atTable(story), [story])
  // By their names, as lists know them: a seat has one colour on every page.
  const hues = useMemo(() => {
    const byName = huesOf(table.map(({ name }) => name))
    return new Map(table.map(({ id, name }) => [id, byName.get(name) ?? 0]))
  }, [table])
  const marks = useMemo(() => monogramsOf(table.map(({ name }) => name)), [table])
  return (
    <TableMonograms value={marks}>
      <TableHues value={hues}>{children}</TableHues>
    </TableMonograms>
  )
}
