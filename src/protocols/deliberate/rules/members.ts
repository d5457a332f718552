// Members: who is meant by a name, and the order in which they stand.

interface Named {
  readonly id: string
  readonly name: string
}

/** A roster id or a display name, in any case. */
export function memberNamed<T extends Named>(name: string, roster: readonly T[]): T | undefined {
  const wanted = name.trim().toLowerCase()
  return (
    roster.find(({ id }) => id === wanted) ?? roster.find((member) => member.name.toLowerCase() === wanted)
  )
}

/** These ids in the order of the roster, each once; who is not in it is left out. */
export function inRosterOrder(ids: readonly string[], roster: readonly Named[]): string[] {
  return roster.map(({ id }) => id).filter((id) => ids.includes(id))
}

export function nameOf(id: string, roster: readonly Named[]): string {
  return roster.find((member) => member.id === id)?.name ?? id
}
