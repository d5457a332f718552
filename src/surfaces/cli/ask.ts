// Ask: how the verbs without a meeting reach the person. The same ways as in a meeting, and nothing is recorded.

import type { Answer, Question } from '../../kernel/question.js'
import { answerer } from './answers.js'
import type { Args } from './command.js'
import type { Io } from './io.js'
import { preparedFor } from './prepared.js'
import { canAsk } from './present.js'

/** Undefined where nobody can answer. A prepared answer that does not fit is an error here: no meeting could wait with it. */
export async function askHere(
  args: Args,
  io: Io,
): Promise<(question: Question) => Promise<Answer | undefined>> {
  const prepared = [...(await preparedFor(args, io, undefined))]
  const prompt = canAsk(args, io) ? (await import('./screen/prompt.js')).promptAt(io) : undefined
  const never = new AbortController().signal
  return async (question) => {
    const fitting = prepared.findIndex(({ to }) => to === undefined || to === question.id)
    const taken = fitting < 0 ? [] : prepared.splice(fitting, 1)
    const ways = answerer({ prepared: taken, yes: args.has('yes'), prompt })
    const answer = await ways.answer(question, never)
    if (ways.fault !== undefined) throw ways.fault
    return answer
  }
}
