// CLI `parley answer`: records the person's answer, then goes on until the meeting concludes or waits again.

import { isVoicedByHost } from '../../../agents/recorded.js'
import { CannotGoOn, WrongUsage } from '../../../kernel/errors.js'
import type { Journal } from '../../../kernel/line/journal.js'
import { answerTo } from '../../../kernel/question.js'
import { questionMeant } from '../../../kernel/run/answer.js'
import { openQuestion } from '../../../kernel/run/hold.js'
import { parley } from '../../../parley.js'
import { meetingsMeant } from '../../../rules/meeting-name.js'
import { agentsFor } from '../agents-choice.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import { holdHere } from '../hold.js'
import type { Io } from '../io.js'
import { broughtHere, hereFlag, idOperand, meetingNamed, type Named, type Wanted } from '../places.js'
import { canAsk } from '../present.js'
import { emit } from '../screen/emit.js'
import { say } from '../screen/hanging.js'

export const command: Command = {
  about:
    'Answers the question that a meeting waits with, and goes on until it concludes or waits again.\n' +
    '`parley show ID` prints the question and what can be chosen.',
  operands: [
    { ...idOperand, about: `${idOperand.about}; left out where only one waits, or offers CHOICE` },
    { name: 'CHOICE', about: "one of the question's options, or the name of its free text" },
    {
      name: 'TEXT',
      about: 'your words, where the choice takes any; left out at a terminal, your editor opens',
      optional: true,
      rest: true,
    },
  ],
  flags: {
    ...hereFlag,
    question: {
      takes: 'KEY',
      about:
        'the question that it answers, as the commands below a question name it; default: the one that is open now',
    },
  },
  examples: [
    ['parley answer conclude', 'ends the rounds; the chair writes the record'],
    [
      'parley answer split-the-api steer "What about cost?"',
      'another round, with your words before every seat',
    ],
  ],
  async run(args, io) {
    const { meeting: meant, choose, ...given } = await givenAnswer(args, io)
    const meeting = await broughtHere(meant, args, io)
    const { root, id, talk, journals } = meeting
    const text = given.text ?? (talk ? undefined : await written(meeting, choose, args, io))
    if (talk)
      return (await import('../talk/deeds.js')).answerTalk(
        id,
        { choose, text, question: args.value('question') },
        args,
        io,
      )
    const journal = journals.of(id)
    const question = await checkAnswer(journal, args.value('question'), choose, text)
    const agents = await agentsFor({ args, io, root, journal })
    const here = parley(root)
    await here.answer(id, { choose, text, question, by: 'person' })
    if (agents === undefined && (await isVoicedByHost(journal))) return toTheHost(id, args, io)
    return holdHere({ parley: here, id, args, io, agents })
  },
}

/** Nobody can speak for such seats in a terminal; the answer is on record, and the host goes on with it. */
function toTheHost(id: string, args: Args, io: Io): number {
  const text = `Recorded. Its seats speak through a host: it goes on there, with parley_next id=${id}.`
  if (args.has('json')) emit(io, { type: 'notice', text })
  else say(io, text)
  return exits.fine
}

/** Where a choice takes words and none were given, a person at a terminal writes them in their editor, over the draft if there is one. */
async function written(
  { journals, id }: Named,
  choose: string,
  args: Args,
  io: Io,
): Promise<string | undefined> {
  if (!canAsk(args, io)) return undefined
  const { lines } = await journals.of(id).readable()
  const { question } = questionMeant(lines, args.value('question') ?? openQuestion(lines)?.key)
  if (question.freeText?.key !== choose) return undefined
  const { draft } = question.freeText
  const { editedBy } = await import('../screen/editor.js')
  const text = await editedBy(io, draft ?? '', draft === undefined ? 'answer.md' : 'draft.yaml')
  if (text.trim() !== '' && text !== draft) return text
  throw new CannotGoOn('LEFT', 'Nothing was written, so nothing was answered.', 'The question is still open.')
}

interface Given {
  readonly meeting: Named
  readonly choose: string
  readonly text: string | undefined
}

const waiting: Wanted = {
  what: 'wait for you',
  none: 'waits for you',
  fits: ({ status, question }) => status === 'waiting' && question !== null,
}

/** One of several is meant where it alone offers the choice; where none does, all of them are listed. */
function offering(choose: string): Wanted {
  return {
    ...waiting,
    async narrow(several) {
      const offer = await Promise.all(several.map((one) => isChoice(one, choose)))
      const found = several.filter((_, at) => offer[at])
      const what = `wait with the choice ${choose}`
      return found.length === 0 ? { found: several, what: waiting.what } : { found, what }
    },
  }
}

/** `answer ID CHOICE TEXT`, or without the id: then the first word is a choice of the only question that is open, or that alone offers it. */
async function givenAnswer(args: Args, io: Io): Promise<Given> {
  const id = args.operand('ID')
  const choose = args.required('CHOICE')
  const text = args.operand('TEXT')
  if (id === undefined)
    return { meeting: await meetingNamed(undefined, args, io, offering(choose)), choose, text }
  const only = await theOnlyOne(args, io, waiting)
  const isOnly = only !== undefined && only.id !== id && (await isChoice(only, id))
  // A word that names no meeting may be the choice.
  const otherwise = async (word: string) => {
    const one = await theOnlyOne(args, io, offering(word))
    return one && (await isChoice(one, word)) ? one : undefined
  }
  const meeting = isOnly ? only : await meetingNamed(id, args, io, { ...waiting, otherwise })
  const isNamed = !isOnly && meetingsMeant(id, [meeting]).length > 0
  if (isNamed || !(await isChoice(meeting, id))) return { meeting, choose, text }
  return { meeting, choose: id, text: text === undefined ? choose : `${choose} ${text}` }
}

async function theOnlyOne(args: Args, io: Io, wanted: Wanted): Promise<Named | undefined> {
  try {
    return await meetingNamed(undefined, args, io, wanted)
  } catch (error) {
    if (error instanceof WrongUsage) return undefined
    throw error
  }
}

async function isChoice({ journals, id }: Pick<Named, 'journals' | 'id'>, word: string): Promise<boolean> {
  const open = openQuestion((await journals.of(id).readable()).lines)?.question
  return open !== undefined && [...open.options.map(({ key }) => key), open.freeText?.key].includes(word)
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
