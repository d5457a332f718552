// CLI `parley answer`: records the person's answer, then goes on until the meeting concludes or waits again.

import { questionMeant } from '../../../kernel/answer.js'
import { openQuestion } from '../../../kernel/hold.js'
import type { Journal } from '../../../kernel/journal.js'
import { answerTo } from '../../../kernel/question.js'
import { parley } from '../../../parley.js'
import { ownJournal } from '../../../wiring/lookup.js'
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
  flags: {
    question: {
      takes: 'KEY',
      about:
        'the question that it answers, as the commands below a question name it; default: the one that is open now',
    },
  },
  examples: [
    ['parley answer 20260316 conclude', 'ends the rounds; the chair writes the record'],
    ['parley answer 20260316 steer "What about cost?"', 'another round, with your words before every seat'],
  ],
  async run(args, io) {
    const { root, id, talk, journals } = await anyMeetingNamed(args.required('ID'), folderOf(args, io))
    const choose = args.required('CHOICE')
    const text = args.operand('TEXT')
    if (talk)
      return (await import('../talk/deeds.js')).answerTalk(
        id,
        { choose, text, question: args.value('question') },
        args,
        io,
      )
    const journal = await ownJournal(journals, id)
    const question = await checkAnswer(journal, args.value('question'), choose, text)
    const agents = await agentsFor({ args, io, root, journal })
    const here = parley(root)
    await here.answer(id, { choose, text, question, by: 'person' })
    return holdHere({ parley: here, id, args, io, agents })
  },
}

/** The key of the question that is answered. Without a name it is the one that is open now, and nothing that is asked later. */
async function checkAnswer(
  journal: Journal,
  name: string | undefined,
  choose: string,
  text: string | undefined,
): Promise<string> {
  const { lines } = await journal.readable()
  const { question, key } = questionMeant(lines, name ?? openQuestion(lines)?.key)
  answerTo(question, choose, text, 'person')
  return key
}
