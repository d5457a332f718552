// CLI `parley answer`: records the person's answer, then goes on until the meeting concludes or waits again.

import { CannotGoOn, WrongUsage } from '../../../kernel/errors.js'
import { openQuestion } from '../../../kernel/hold.js'
import type { Journal } from '../../../kernel/journal.js'
import { answerTo, choices } from '../../../kernel/question.js'
import { parley } from '../../../parley.js'
import { agentsFor } from '../agents-choice.js'
import type { Command } from '../command.js'
import { holdHere } from '../hold.js'
import { anyMeetingNamed, folderOf } from '../places.js'

export const command: Command = {
  about:
    'Answers the question that a meeting waits with, and goes on until it concludes or waits again.\n' +
    '`parley show ID` prints the question and what can be chosen.',
  operands: [
    { name: 'ID', about: 'the meeting, or any unique beginning of its id' },
    { name: 'CHOICE', about: "one of the question's options, or the name of its free text" },
    { name: 'TEXT', about: 'your words, where the choice takes any', optional: true, rest: true },
  ],
  examples: [
    ['parley answer 20260316 conclude', 'ends the rounds; the chair writes the record'],
    ['parley answer 20260316 steer "What about cost?"', 'another round, with your words before every seat'],
  ],
  async run(args, io) {
    const { root, id, talk, journals } = await anyMeetingNamed(args.required('ID'), folderOf(args, io))
    const choose = args.required('CHOICE')
    const text = args.operand('TEXT')
    if (talk) return (await import('../talk/deeds.js')).answerTalk(id, { choose, text }, args, io)
    const journal = journals.of(id)
    await checkAnswer(journal, id, choose, text)
    const agents = await agentsFor({ args, io, root, journal })
    const here = parley(root)
    await here.answer(id, { choose, text, by: 'person' })
    return holdHere({ parley: here, id, args, io, agents })
  },
}

/** Refuses a text that the choice does not take: a person's words are never dropped silently. */
async function checkAnswer(
  journal: Journal,
  id: string,
  choose: string,
  text: string | undefined,
): Promise<void> {
  const { lines } = await journal.readable()
  const open = openQuestion(lines)
  if (!open)
    throw new CannotGoOn(
      'NO_QUESTION',
      `Meeting ${id} asks nothing now.`,
      `See where it stands: \`parley show ${id}\`.`,
    )
  const answer = answerTo(open.question, choose, text, 'person')
  if (text !== undefined && answer.text === undefined)
    throw new WrongUsage(
      `"${answer.choose}" takes no text, so your words would be lost.`,
      choices(open.question),
    )
}
