// Answering a meeting that waits: appends the person's answer, and nothing else. Going on is `hold`.

import type { Deps } from './deps.js'
import { CannotGoOn } from './errors.js'
import { openQuestion } from './hold.js'
import type { Journal } from './journal.js'
import { keptAnswer } from './kept-answer.js'
import { type AnsweredBy, answerTo } from './question.js'

export async function answer(
  journal: Journal,
  given: {
    choose: string
    text?: string | undefined
    by: AnsweredBy
    /** Who gives it. Default: the name that `person` returns. */
    name?: string | undefined
    at: Date
    question?: string | undefined
  },
  { scrub, person }: Pick<Deps, 'scrub' | 'person'>,
): Promise<void> {
  const lease = await journal.lease()
  try {
    const open = openQuestion(lease.lines, given.question)
    if (!open)
      throw new CannotGoOn(
        'NO_QUESTION',
        given.question
          ? `This meeting does not ask "${given.question}" now.`
          : 'This meeting asks nothing now.',
        'See where it stands: `parley show ID`.',
      )
    const answer = answerTo(open.question, given.choose, given.text, given.by)
    const who = async () => given.name ?? person()
    const data = await keptAnswer(answer, { asked: open.question.title, scrub, who })
    const entry = { at: given.at.toISOString(), kind: 'answered', key: open.key, data } as const
    await lease.append(lease.lines.length + 1, entry)
  } finally {
    await lease.release()
  }
}
