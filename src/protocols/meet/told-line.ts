// Lines of the transcript that are not turns: their content as fields, and the exact line.

import { citedRanges } from '../../rules/citations.js'
import { rangesOf, tallyOf } from '../../view/citations.js'
import type { Cited } from '../../view/items.js'
import { fieldsOf, listIn, numberIn, oneOf, textIn } from '../../view/reading.js'
import type { Told } from '../../view/telling.js'

export function tellLine(data: unknown): readonly Told[] | undefined {
  const line = textIn(data, 'text')
  if (line === undefined) return undefined
  return [told(textIn(data, 'what'), data, line)]
}

function told(what: string | undefined, data: unknown, line: string): Told {
  switch (what) {
    case 'phase':
      return { kind: 'phase', ...phaseIn(data), verbatim: line }
    case 'citations': {
      const cited = listIn(data, 'cited').flatMap(citedIn)
      return { kind: 'citations', tally: tallyOf(cited), cited, verbatim: line }
    }
    case 'cost-check':
      return { kind: 'cost-check', ceiling: numberIn(data, 'ceiling') ?? null, verbatim: line }
    default:
      return { kind: 'notice', degree: 'info', text: textIn(data, 'words') ?? bare(line), verbatim: line }
  }
}

function phaseIn(data: unknown): { readonly name: string; readonly skipped: string | null } {
  return { name: textIn(data, 'phase') ?? '', skipped: textIn(data, 'skipped') ?? null }
}

function citedIn(value: unknown): Cited[] {
  const ref = textIn(value, 'ref')
  const state = oneOf(fieldsOf(value)['state'], ['verified', 'unverified', 'broken'])
  if (ref === undefined || state === undefined) return []
  const path = textIn(value, 'path') ?? null
  const checked = { path, ...rangesOf(citedRanges(ref, path)), sha256: null }
  return [{ ref, ...checked, state, reason: textIn(value, 'reason') ?? '' }]
}

/** Drops the brackets that set the engine's lines apart in a transcript. */
function bare(line: string): string {
  return line.replace(/^\[(.*)\]$/s, '$1')
}
