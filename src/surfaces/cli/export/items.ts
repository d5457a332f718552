// What every format of an export shares: which items are worth reading, and how a turn and an answer are put in words.

import { moneyWord } from '../../../rules/money.js'
import type { Item, Reply, Turn } from '../../../story/items.js'
import { clean } from '../screen/clean.js'

/** What a reader of the transcript wants; a phase in which nothing happened has no heading. */
export function transcriptItems(items: readonly Item[]): readonly Item[] {
  const read = items.filter(worthReading)
  return read.filter(({ kind }, at) => kind !== 'phase' || !['phase', undefined].includes(read[at + 1]?.kind))
}

/** A phase marker would repeat the heading of its phase, and a round without a name has no heading: neither is shown. */
function worthReading(item: Item): boolean {
  if (item.kind === 'opening' || (item.kind === 'asked' && item.said)) return false
  // A scratch file that the meeting does not leave is nothing to a reader.
  if (item.kind === 'wrote' && item.working) return false
  if (item.kind === 'round') return item.phase !== null
  return !(item.kind === 'line' && item.of === 'phase')
}

/** Where it stands in the journal, who voiced it and what it cost. */
export function costWords(item: Turn | Reply): string {
  const label = item.kind === 'turn' && item.label !== '' ? [item.label] : []
  const place = [`line ${item.n}`, ...label]
  if (!item.cost) return clean(place.join(', '))
  const { model, backend, estimated, input, output, money } = item.cost
  const paid = money === null ? [] : [moneyWord(money)]
  const tokens = `${estimated ? 'about ' : ''}${input} in and ${output} out`
  // Where a local server listens is nobody's business but its owner's.
  const voice = (model ?? backend).replace(/@https?:\/\/\S+/i, '')
  return clean([...place, voice, tokens, ...paid].join(', '))
}
