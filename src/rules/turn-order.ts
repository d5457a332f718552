// Turn order: round robin. Turn i, counted from 0, belongs to entry i modulo their number; an insertion never moves it.

/** Undefined only when nobody is invited. */
export function speakerAt(invitees: readonly string[], turn: number): string | undefined {
  return invitees[turn % invitees.length]
}

export function turnOrder(invitees: readonly string[], turns: number): string[] {
  return invitees.length === 0 ? [] : Array.from({ length: turns }, (_, turn) => speakerAt(invitees, turn)!)
}

/** For a list that is already clean: entries are not trimmed, and an empty entry in the middle keeps its position. */
export function slotsOf(csv: string): string[] {
  const slots = csv.split(',')
  if (slots.at(-1) === '') slots.pop()
  return slots
}
