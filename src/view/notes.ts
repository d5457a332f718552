// Notes: what a protocol leaves in the journal for those watching. Kinds that its telling knows have their place; any other is told
// by its words.

import type { Note } from '../kernel/line/line-data.js'
import type { Degree } from './items.js'
import { fieldsOf, oneOf, textsIn } from './reading.js'
import type { Story } from './story.js'
import type { Telling, Told } from './telling.js'

export function notes({ kind, data }: Note, story: Story, telling: Telling): readonly Told[] {
  const known = Object.hasOwn(telling.notes, kind) ? telling.notes[kind] : undefined
  return known?.(data, story) ?? common(kind, data)
}

/** Whatever has words. What takes from the worth of the result is no notice: it stands where the result stands. */
function common(kind: string, data: unknown): readonly Told[] {
  const text = wordsIn(data)
  return text === '' || kind === 'degraded' ? [] : [{ kind: 'notice', degree: degreeOf(kind, data), text }]
}

export function wordsIn(data: unknown): string {
  if (typeof data === 'string') return data
  const { text, line, message } = fieldsOf(data)
  const one = [text, line, message].find((words): words is string => typeof words === 'string')
  return one ?? textsIn(data, 'lines').join('\n')
}

export function degreeOf(kind: string, data: unknown): Degree {
  const degree = String(fieldsOf(data)['degree'] ?? kind).toLowerCase()
  return oneOf(degree, ['warning', 'critical']) ?? 'info'
}
