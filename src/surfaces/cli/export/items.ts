// What every format of an export shares: which items are worth reading, and how a turn and an answer are put in words.

import type { Question } from '../../../kernel/question.js'
import { moneyWord } from '../../../rules/money.js'
import { answererName, relayedNote } from '../../../rules/relayed.js'
import type { Answered, Item, Reply, TranscriptLine, Turn } from '../../../view/items.js'
import type { Story } from '../../../view/story.js'
import { degradedWords } from '../../../view/worth.js'
import { clean, oneLine } from '../screen/clean.js'

/** What a reader of the transcript wants; a phase in which nothing happened has no heading. */
export function transcriptItems(items: readonly Item[]): readonly Item[] {
  const talked = new Set(
    items.flatMap((item) => (item.kind === 'answered' && item.talk ? item.question : [])),
  )
  // That a chat waits for the next word is nothing to a reader: the word itself follows.
  const read = items.filter(
    (item) => worthReading(item) && !(item.kind === 'asked' && talked.has(item.question.id)),
  )
  return read.filter(({ kind }, at) => kind !== 'phase' || !['phase', undefined].includes(read[at + 1]?.kind))
}

/** A phase marker would repeat the heading of its phase, and a round without a name has no heading: neither is shown. */
function worthReading(item: Item): boolean {
  if (item.kind === 'opening' || (item.kind === 'asked' && item.said)) return false
  // A scratch file that the meeting does not leave is nothing to a reader.
  if (item.kind === 'wrote' && item.working) return false
  if (item.kind === 'round') return item.phase !== null
  if (item.kind === 'phase' && item.quiet) return false
  return !(item.kind === 'line' && item.of === 'phase')
}

/** What was asked, as Markdown: without what only tells how to answer, which letters to type for instance. */
export function askedWords(question: Question): string {
  const { body, grid, facts } = question
  if (grid && body.startsWith(grid)) return grid
  if (facts === undefined) return body
  const lines = facts.flatMap(({ name, value, items = [] }) => {
    const line = [...(name === undefined ? [] : [`${name}:`]), ...(value === '' ? [] : [value])].join(' ')
    return [`- ${oneLine(line, 2000)}`, ...items.map((item) => `  - ${oneLine(item, 2000)}`)]
  })
  return lines.join('\n')
}

/** Who chose what, and how; a default is nobody's choice. */
export function choiceWords(item: Answered): {
  readonly who: string
  readonly what: string
  readonly how: string
} {
  if (item.by === 'default') return { who: 'Nobody answered:', what: item.chosen, how: '(the default)' }
  const prepared = item.settled ? '(settled at the opening)' : '(prepared answer)'
  const how = item.by === 'answers' ? prepared : relayedNote(item).trim()
  return { who: `${answererName(item, 'You')} chose:`, what: item.chosen, how }
}

/** A line of a transcript that is kept to the letter, in words where it has them. */
export function lineWords({ words, verbatim }: TranscriptLine): string {
  return words ?? verbatim
}

/** What a decision or a task that leaves the house must not hide about the meeting that it comes from. */
export function worthWords({ degraded }: Story['summary']): readonly string[] {
  return degraded.length > 0 ? [`Degraded: ${degradedWords(degraded)}`] : []
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
