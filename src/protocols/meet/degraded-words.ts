// Degraded, in words: the marks that a chartered meeting's notes carry, as a person reads them.

import { commonMarkWords } from '../../rules/degradations.js'

/** `absent:kai` is "kai was absent". A mark that is not known is shown as it stands. */
export function degradedWords(mark: string): string {
  const at = mark.indexOf(':')
  const [name, of] = at < 0 ? [mark, ''] : [mark.slice(0, at), mark.slice(at + 1)]
  const known = words.get(name)?.(of) ?? commonMarkWords(mark)
  if (known !== undefined) return known
  return of === '' ? name.replaceAll('-', ' ') : `${name.replaceAll('-', ' ')}: ${of}`
}

const words: ReadonlyMap<string, (of: string) => string> = new Map([
  ['absent', (seat: string) => `${seat} was absent`],
  ['unattended', () => 'nobody answered, defaults were taken'],
  ['one-voice', () => 'fewer than two seats spoke'],
  ['token-ceiling', () => 'the token limit ended the discussion'],
  ['cost-ceiling', () => 'the limit on money ended the discussion'],
  ['proposals-not-settled', () => 'proposals were left unsettled'],
  ['broken-citations', (count: string) => `broken citations: ${count}`],
])
