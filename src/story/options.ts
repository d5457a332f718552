// What questions and their choices are called where nobody types a code or a letter, and whether a choice should first say what it will do.

import type { Option, Question } from '../kernel/question.js'

/** What a person reads above the question. */
export function plainTitle({ title, plain }: Pick<Question, 'title' | 'plain'>): string {
  return plain ?? title
}

/** The name of an option; the first journals hold only the label with the letter that terminals set in brackets. */
export function optionName({ name, label }: Pick<Option, 'name' | 'label'>): string {
  return name ?? plain(label)
}

/** `[c]ontinue` is Continue. */
function plain(label: string): string {
  const words = label.replace(/^\[(\w)\]/, '$1').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether it ends, merges or publishes something. The first journals do not say: there it is known by what it says it does. */
export function isGrave({ key, effect, grave }: Option): boolean {
  if (grave !== undefined) return grave
  return key === 'abort' || /\bends the meeting\b|\bfor good\b|\bremoves\b|\boverwrit/i.test(effect)
}
