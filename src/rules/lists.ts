// Lists as long as a model, a repository or a journal makes them. `push(...more)` and `Math.max(...list)` pass every member as an
// argument of one call, and a hundred thousand of them overflow the stack: the meeting would fail, and so would every resume.

/** Adds to the end of `list`. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}

/** The greatest of them, and at least `least`. */
export function greatest(numbers: Iterable<number>, least = 0): number {
  let most = least
  for (const one of numbers) if (one > most) most = one
  return most
}

/** The length of the longest run of backticks in a text: a fence around it must be longer. */
export function longestBackticks(text: string): number {
  return greatest([...text.matchAll(/`+/g)].map(([run]) => run.length))
}
