// Failure words: why a seat did not speak, with the beginning of what came instead, so that the person sees what went wrong.

const shown = 80

/** The beginning of what came, on one line; empty where nothing did. */
export function beginningOf(came: string): string {
  // No more than can be shown is looked at: a reply may be very long.
  const line = came
    .trimStart()
    .slice(0, shown * 8)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return [...line].slice(0, shown).join('')
}

export function withBeginning(reason: string, began = ''): string {
  return began === '' ? reason : `${reason}; it began: ${began}`
}

/** The same for people who watch: the beginning of JSON is no help to them, and the reason says what was wrong with it. */
export function reasonToPeople(reason: string, began = ''): string {
  return /^(?:[{[]|`{3}|~{3})/.test(began) ? reason : withBeginning(reason, began)
}
