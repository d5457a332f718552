// Graphs of dependencies: whether they hold a cycle.

export interface Node {
  readonly id: string
  readonly on: readonly string[]
}

/** The ids of one cycle in order, or null. What is depended on but not there is passed over. */
export function cycleIn(nodes: readonly Node[]): string[] | null {
  const edges = new Map(nodes.map(({ id, on }) => [id, on]))
  const done = new Set<string>()
  for (const { id } of nodes) {
    const cycle = cycleFrom(id, edges, done)
    if (cycle !== null) return cycle
  }
  return null
}

/** Walks with its own stack: a long chain must not exhaust the call stack. */
function cycleFrom(
  start: string,
  edges: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): string[] | null {
  const path: { readonly id: string; readonly rest: string[] }[] = []
  const enter = (id: string) => path.push({ id, rest: [...(edges.get(id) ?? [])] })
  if (!done.has(start)) enter(start)
  while (path.length > 0) {
    const { id, rest } = path.at(-1)!
    const next = rest.shift()
    if (next === undefined) {
      done.add(id)
      path.pop()
      continue
    }
    const back = path.findIndex((step) => step.id === next)
    if (back >= 0) return path.slice(back).map((step) => step.id)
    if (edges.has(next) && !done.has(next)) enter(next)
  }
  return null
}
