// Answers: who answers a meeting's questions here. Prepared answers first, then an allowed default, then the person at the terminal.
//
//   ANS1  A prepared answer is used once; one that is meant for another question is kept for later.
//   ANS2  The position in the list is a fold of the journal: after a resume no answer is used twice.
//   ANS3  A prepared answer that does not fit its question answers nothing: the meeting waits, and the command says why.

import type { Line } from '../../kernel/line/line.js'
import { type Answer, answerTo, type Question } from '../../kernel/question.js'

export interface Prepared {
  /** The question's id, when it is for one question only. */
  readonly to?: string | undefined
  readonly choose: string
  readonly text?: string | undefined
}

export interface Answerer {
  answer(question: Question, signal: AbortSignal): Promise<Answer | undefined>
  /** Follows the journal, so that the position in the list always matches it. */
  noticed(line: Line): void
  /** Why a prepared answer could not be given. */
  readonly fault: unknown
}

export interface Ways {
  readonly prepared: readonly Prepared[]
  /** Takes the default of a question that has one and may be answered without the person. */
  readonly yes: boolean
  /** Asks at the terminal; absent where there is none. */
  readonly prompt?: ((question: Question, signal: AbortSignal) => Promise<Answer | undefined>) | undefined
}

export function answerer(ways: Ways, before: readonly Line[] = []): Answerer {
  const list = new PreparedList(ways.prepared)
  for (const line of before) list.noticed(line)
  let fault: unknown
  return {
    noticed: (line) => list.noticed(line),
    get fault() {
      return fault
    },
    async answer(question, signal) {
      const prepared = list.next(question)
      if (prepared) {
        try {
          return answerTo(question, prepared.choose, prepared.text, 'answers')
        } catch (error) {
          fault = error
          return undefined
        }
      }
      if (ways.yes && question.default !== undefined && !question.personOnly)
        return answerTo(question, question.default, undefined, 'default')
      return ways.prompt?.(question, signal)
    },
  }
}

/** The list and the position in it. Only a line of the journal uses an answer up, looking does not. */
class PreparedList {
  #left: Prepared[]
  /** By the key of the step that asked. */
  readonly #asked = new Map<string, Question>()

  constructor(prepared: readonly Prepared[]) {
    this.#left = [...prepared]
  }

  next(question: Question): Prepared | undefined {
    return this.#left.find(({ to }) => to === undefined || to === question.id)
  }

  noticed({ kind, key, data }: Line): void {
    if (kind === 'asked') this.#asked.set(key, data)
    if (kind !== 'answered' || data.by !== 'answers') return
    const question = this.#asked.get(key)
    const used = question && this.next(question)
    if (used && means(used, question, data)) this.#left = this.#left.filter((one) => one !== used)
  }
}

/** An answer that was recorded differently came from another list, so it uses up nothing of this one. */
function means({ choose, text }: Prepared, question: Question, given: Answer): boolean {
  try {
    return answerTo(question, choose, text, 'answers').choose === given.choose
  } catch {
    return false
  }
}
