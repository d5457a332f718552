// Checked sources: what a step recorded of the sources that it checked. The journal may be anybody's: what does not fit is passed over.

import { z } from 'zod'
import type { Line } from '../line/line.js'

interface Checked<T> {
  readonly line: number
  readonly source: T
}

const held = z.object({ sources: z.array(z.unknown()) })

/** Those of this shape. A step records a list of them, or an object that holds one. */
export function sourcesIn<T>(line: Line, shape: z.ZodType<T>): Checked<T>[] {
  if (line.kind !== 'acted') return []
  const { result } = line.data
  const read = held.safeParse(result)
  const list = read.success ? read.data.sources : Array.isArray(result) ? (result as unknown[]) : []
  return list.flatMap((one) => {
    const source = shape.safeParse(one)
    return source.success ? [{ line: line.n, source: source.data }] : []
  })
}
