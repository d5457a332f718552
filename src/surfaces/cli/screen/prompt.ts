// Prompt: a question at the terminal. Leaving it (Ctrl-C, Escape) answers nothing: the meeting waits.

import { type Answer, answerTo, type Question } from '../../../kernel/question.js'
import type { Io } from '../io.js'
import { oneLine } from './clean.js'
import { markdownScreen } from './markdown-screen.js'
import { bodyText } from './question.js'

export type Prompt = (question: Question, signal: AbortSignal) => Promise<Answer | undefined>

/** `grid` draws who stands where, for a question about that. */
export function promptAt(io: Io, grid: () => string = () => ''): Prompt {
  return async (question, signal) => {
    const body = bodyText(question, await markdownScreen(io), grid())
    if (body !== '') io.out(`\n${body}\n\n`)
    return pick(question, signal)
  }
}

async function pick(question: Question, signal: AbortSignal): Promise<Answer | undefined> {
  const clack = await import('@clack/prompts')
  const picked = await clack.select({
    message: oneLine(question.title, 120),
    options: choicesOf(question),
    ...usual(question),
    signal,
  })
  if (clack.isCancel(picked)) return undefined
  if (picked !== question.freeText?.key) return answerTo(question, picked, undefined, 'person')
  const words = await clack.text({
    message: oneLine(question.freeText.label, 120),
    signal,
    validate: notEmpty,
  })
  return clack.isCancel(words) ? undefined : answerTo(question, picked, words, 'person')
}

function choicesOf({ options, freeText }: Question) {
  const listed = options.map(({ key, label, effect }) => ({
    value: key,
    label: oneLine(label),
    hint: oneLine(effect, 160),
  }))
  return freeText
    ? [...listed, { value: freeText.key, label: oneLine(freeText.label), hint: 'in your own words' }]
    : listed
}

function usual(question: Question): { initialValue?: string } {
  return question.default === undefined ? {} : { initialValue: question.default }
}

function notEmpty(words: string | undefined): string | undefined {
  return words?.trim() ? undefined : 'Write something, or press Escape to leave the question open.'
}
