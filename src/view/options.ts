// What questions and their choices are called where nobody types a code or a letter.

import type { Option, Question } from '../kernel/question.js'

/** What a person reads above the question. */
export function plainTitle({ title, plain }: Pick<Question, 'title' | 'plain'>): string {
  return plain ?? title
}

/** The name of an option; without one its label, without the letter that terminals set in brackets. */
export function optionName({ name, label }: Pick<Option, 'name' | 'label'>): string {
  return name ?? plain(label)
}

/** `[c]ontinue` is Continue. */
function plain(label: string): string {
  const words = label.replace(/^\[(\w)\]/, '$1').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
