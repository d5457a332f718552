// Ask: questions of commands that hold no meeting. They are asked as in a meeting, but nothing is recorded.

import type { Agents } from '../../agents/recorded.js'
import { CannotGoOn } from '../../kernel/errors.js'
import { type Answer, answerTo, type Question } from '../../kernel/question.js'
import { plainTitle } from '../../view/options.js'
import { answerer, type Prepared } from './answers.js'
import type { Args } from './command.js'
import type { Io } from './io.js'
import { preparedFor } from './prepared.js'
import { canAsk } from './present.js'
import type { Prompt } from './screen/prompt.js'

export type AskHere = (question: Question) => Promise<Answer | undefined>

/**
 * Undefined where nobody can answer. A prepared answer that names this question and does not fit is an error, since no meeting can
 * wait here; one that names no question and does not fit is kept for the meeting that follows.
 */
export async function askHere(
  { args, io, root }: { readonly args: Args; readonly io: Io; readonly root: string },
  agents?: Pick<Agents, 'default' | 'seats'>,
): Promise<AskHere> {
  const prepared = [...(await preparedFor({ args, io, root }, agents))]
  const prompt = canAsk(args, io) ? orLeave((await import('./screen/prompt.js')).promptAt(io)) : undefined
  const never = new AbortController().signal
  return async (question) => {
    const at = prepared.findIndex(
      (one) => one.to === question.id || (one.to === undefined && fits(one, question)),
    )
    const taken = at < 0 ? [] : prepared.splice(at, 1)
    const ways = answerer({ prepared: taken, yes: args.has('yes'), prompt })
    const answer = await ways.answer(question, never)
    if (ways.fault !== undefined) throw ways.fault
    return answer
  }
}

/** In a meeting, a question that the person leaves stays open. Here leaving it ends the command before it has done anything. */
function orLeave(prompt: Prompt): Prompt {
  return async (question, signal) => {
    const answer = await prompt(question, signal)
    if (answer === undefined)
      throw new CannotGoOn(
        'LEFT',
        `You left the question: ${plainTitle(question)}`,
        'Nothing was done about it. Ask again when you like.',
      )
    return answer
  }
}

function fits({ choose, text }: Prepared, question: Question): boolean {
  try {
    answerTo(question, choose, text, 'answers')
    return true
  } catch {
    return false
  }
}
