// Marks: what makes an analysis worth less than it looks, as its documents carry it, and the same in words. Pure; runs in the browser too.

import { commonMarkWords } from '../../rules/degradations.js'

/** `scan-none` is "the code was not read". A mark that nobody here knows is shown as it is. */
export function markWords(mark: string): string {
  const at = mark.indexOf(':')
  const [name, of] = at < 0 ? [mark, ''] : [mark.slice(0, at), mark.slice(at + 1)]
  return words.get(name)?.(of) ?? commonMarkWords(mark) ?? mark
}

const words: ReadonlyMap<string, (of: string) => string> = new Map<string, (of: string) => string>([
  ['capped', () => 'the talk ended at its limit of exchanges'],
  ['ceiling', () => 'the talk ended at the limit of what it may spend'],
  ['early-exit', () => 'stopped early: gaps are named in the documents'],
  ['persona', (role) => `the persona of the ${role.replace('-', ' ')} is missing, so another spoke for it`],
  ['team', (role) => `the seat of the ${role.replace('-', ' ')} failed, so the lead spoke for it`],
  ['topics', (count) => `topic files that could not be used: ${count.replace(/-skipped$/, '')}`],
  ['scan-partial', () => 'the code was searched only in part'],
  ['scan-none', () => 'the code was not read'],
  ['unconfirmed-scope', () => 'nobody confirmed the scope'],
  ['turns-salvaged', (count) => `turns that were mended by taking something out: ${count}`],
  ['unvalidated', (file) => `${file} was not judged before it was written`],
  ['write-failed', (file) => `${file} could not be written`],
  ['edited', (file) => `${file} was edited at the end and stays as you left it`],
  ['known-issues', (count) => `known issues: ${count}`],
])
