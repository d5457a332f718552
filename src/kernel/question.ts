// Questions: one shape for every place where a meeting waits for the person, whatever surface asks it.

import { CannotGoOn, WrongUsage } from './errors.js'

export interface Option {
  readonly key: string
  readonly label: string
  /** What choosing it does, in a few words. */
  readonly effect: string
  /** Its name on surfaces where no letter is typed; the label may have one in brackets. */
  readonly name?: string
  /** It ends, merges, publishes or overwrites something: a surface asks for confirmation and says what will happen. */
  readonly grave?: boolean
}

/** Something that the person should know to answer: a heading with a list, or a single sentence. */
export interface Fact {
  readonly name?: string
  readonly value: string
  readonly items?: readonly string[]
}

export interface FreeText {
  readonly key: string
  readonly label: string
  readonly name?: string
  /** What the text may answer one by one, each behind its number: `1.`, `2.`. The body says the same. */
  readonly parts?: readonly string[]
  /** The text that it changes: an editor opens with it. */
  readonly draft?: string
  /** Why the text that was given before could not be taken; `draft` is that text, with the fault marked in it. */
  readonly fault?: string
}

export interface Question {
  readonly id: string
  readonly title: string
  /** The same in plain words, where the title is a code that other tools know. */
  readonly plain?: string
  readonly body: string
  /** The beginning of the body that says who stands where as a table: a surface that draws the position grid leaves it out. */
  readonly grid?: string
  /** The content of the body as data, for surfaces that draw it; without it the body is Markdown. */
  readonly facts?: readonly Fact[]
  readonly options: readonly Option[]
  readonly freeText?: FreeText
  /** The key that is taken where nobody can answer and the caller allows it. */
  readonly default?: string
  /** Never answered by `--yes`, nor by a model that hands an answer over. */
  readonly personOnly?: boolean
}

/**
 * Who answered: the person (at any surface), a prepared list of answers, a default that was allowed, or the model of a host, which handed
 * over what it says the person wants.
 */
export type AnsweredBy = (typeof answerers)[number]

const answerers = ['person', 'answers', 'default', 'relayed'] as const

export function isAnswerer(value: unknown): value is AnsweredBy {
  return answerers.some((known) => known === value)
}

export interface Answer {
  readonly question: string
  readonly choose: string
  readonly text?: string
  readonly by: AnsweredBy
  /** Who gave it, where that is known; of a relayed answer, the client that handed it over. */
  readonly name?: string
}

/** An answer that the person gave before the question was asked. */
export type AnswerAhead = Pick<Answer, 'choose' | 'text'>

/**
 * The answer that `choice` and `text` give to this question; throws when they do not fit. A caller may be untyped, so `by` is
 * checked too: a journal that records an unknown word could not be read again.
 */
export function answerTo(
  question: Question,
  choice: string,
  text: string | undefined,
  by: AnsweredBy,
): Answer {
  if (!isAnswerer(by))
    throw new WrongUsage(`Nobody can answer as "${by}".`, `Answer by one of: ${answerers.join(', ')}.`)
  if (by === 'relayed' && question.personOnly)
    throw new CannotGoOn(
      'PERSON_ONLY',
      `"${question.title}" is answered by the person alone.`,
      choices(question),
    )
  const choose = keyOf(question, choice)
  if (choose === undefined)
    throw new WrongUsage(`"${choice}" is no answer to "${question.title}".`, choices(question))
  if (choose !== question.freeText?.key) {
    if (text?.trim())
      throw new WrongUsage(`"${choose}" takes no text, so the words would be lost.`, choices(question))
    return { question: question.id, choose, by }
  }
  if (!text?.trim()) throw new WrongUsage(`"${choose}" wants a text.`, choices(question))
  return { question: question.id, choose, text, by }
}

/** A line that says how this question can be answered. */
export function choices(question: Question): string {
  const keys = question.options.map((option) => option.key)
  if (question.freeText) keys.push(`${question.freeText.key} TEXT`)
  return `Choose one of: ${keys.join(', ')}.`
}

/** Accepts a key, a label, or the letter that a label has in brackets; a key wins over another option's letter. */
function keyOf(question: Question, choice: string): string | undefined {
  const wanted = choice.trim().toLowerCase()
  if (wanted === '') return undefined
  const all = question.freeText ? [...question.options, question.freeText] : question.options
  const names = [
    ({ key }: Named) => key.toLowerCase(),
    ({ label }: Named) => label.toLowerCase(),
    ({ label }: Named) => /^\[(\w)\]/.exec(label)?.[1]?.toLowerCase(),
  ]
  for (const name of names) {
    const found = all.find((option) => name(option) === wanted)
    if (found) return found.key
  }
  return undefined
}

interface Named {
  readonly key: string
  readonly label: string
}
