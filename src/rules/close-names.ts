// Close names: suggestions for a name that does not exist. Best first; none if nothing is similar.

export function closeNames(name: string, known: readonly string[], most = 3): string[] {
  const wanted = name.toLowerCase().slice(0, LONGEST)
  return known
    .map((candidate) => ({ candidate, far: farFrom(wanted, candidate.toLowerCase()) }))
    .filter(({ far }) => far <= mostFor(wanted))
    .sort((one, other) => one.far - other.far)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** The suggestions as a sentence, or where to look when there are none. */
export function didYouMean(near: readonly string[], otherwise: string): string {
  return near.length > 0 ? `Did you mean ${near.join(' or ')}? ${otherwise}` : otherwise
}

/** In a short word two slips leave nothing of it: `asdf` is no `ask`. */
function mostFor(wanted: string): number {
  return wanted.length <= 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3))
}

/** Longer than any real name. A limit, since comparing a pasted page letter by letter would take long. */
const LONGEST = 64

/** A slip in the first word of a longer name counts as near: `sofware` for `software-team`. */
function farFrom(wanted: string, candidate: string): number {
  const whole = distance(wanted, candidate)
  const [first = '', ...rest] = candidate.split('-')
  const isWord = rest.length > 0 && wanted.length >= 5 && !wanted.includes('-')
  return isWord ? Math.min(whole, distance(wanted, first) + 1) : whole
}

/** Edit distance, in which two letters that changed places are one slip; a name that contains the word has distance 1. */
function distance(wanted: string, candidate: string): number {
  if (wanted.length >= 3 && candidate.includes(wanted)) return 1
  let row = Array.from({ length: candidate.length + 1 }, (_, column) => column)
  let above: readonly number[] = []
  for (let at = 1; at <= wanted.length; at++) {
    const next = [at]
    for (let column = 1; column <= candidate.length; column++) {
      const change = row[column - 1]! + (wanted[at - 1] === candidate[column - 1] ? 0 : 1)
      const swapped =
        wanted[at - 1] === candidate[column - 2] && wanted[at - 2] === candidate[column - 1]
          ? (above[column - 2] ?? change) + 1
          : change
      next.push(Math.min(change, swapped, row[column]! + 1, next[column - 1]! + 1))
    }
    above = row
    row = next
  }
  return row[candidate.length]!
}
