// CLI `parley resume`: goes on from wherever a meeting stands. Its flags answer the question that is then open.

import { summarise } from '../../../journals.js'
import { WrongUsage } from '../../../kernel/errors.js'
import type { Journal } from '../../../kernel/line/journal.js'
import { type Answer, answerTo, type Question } from '../../../kernel/question.js'
import { openQuestion } from '../../../kernel/run/hold.js'
import { parley } from '../../../parley.js'
import { resumeAction } from '../../../rules/resume-flags.js'
import { plainTitle } from '../../../view/options.js'
import { agentsFor } from '../agents-choice.js'
import type { Args, Command } from '../command.js'
import { holdHere } from '../hold.js'
import type { Io } from '../io.js'
import { broughtHere, hereFlag, idOperand, meetingNamed, type Wanted } from '../places.js'

export const command: Command = {
  about:
    'Continues a meeting from where it stopped, after a pause, a halt, a failure or a crash. Without a flag the open\n' +
    'question is asked again; a flag answers it, if it is one of the questions with which a chartered meeting yields.',
  operands: [idOperand],
  flags: {
    continue: { about: 'answer the yield with: go on' },
    interject: { takes: 'TEXT', about: 'answer the yield with your own words' },
    'wrap-up': { about: 'answer the yield with: no more discussion, draft the closing' },
    ...hereFlag,
  },
  examples: [
    ['parley resume', 'goes on with the only one that is not concluded, or asks its question again'],
    ['parley resume split-the-api --interject "What about cost?"', 'says something, then goes on'],
    ['parley resume split-the-api --agents claude', 'goes on with other agents'],
  ],
  run: (args, io) => resumeNamed(args.operand('ID'), args, io),
}

const unfinished: Wanted = {
  what: 'are not concluded',
  none: 'is left to go on with',
  fits: ({ status }) => !['concluded', 'aborted', 'damaged'].includes(status),
}

/** Continues the meeting that the flag or operand names. */
export async function resumeNamed(name: string | undefined, args: Args, io: Io): Promise<number> {
  const flag = flagOf(name ?? 'the only one', args)
  const meant = await meetingNamed(name, args, io, {
    ...unfinished,
    otherwise: async (word, folder) => (await import('../revive.js')).revived(word, folder, args, io),
  })
  const { root, id, talk, journals } = await broughtHere(meant, args, io)
  if (talk) return (await import('../talk/deeds.js')).resumeTalk(id, args, io)
  const journal = journals.of(id)
  const answers = await checkStanding(journal, id, flag)
  const speaksNext = flag !== undefined || !openQuestion((await journal.readable()).lines)
  const agents = await agentsFor({ args, io, root, journal, speaksNext })
  const here = parley(root)
  return holdHere({
    parley: here,
    id,
    args,
    io,
    agents,
    first: flag && answers ? firstAnswer(flag) : undefined,
  })
}

/** The answer that the flag gives to the next question. */
interface Flag {
  readonly choose: 'continue' | 'interject' | 'wrap-up'
  readonly text?: string
}

function flagOf(resume: string, args: Args): Flag | undefined {
  const interject = args.value('interject')
  const asked = { resume, interject, continue: args.has('continue'), wrapUp: args.has('wrap-up') }
  const action = resumeAction(asked)
  if (action.kind === 'refused') throw new WrongUsage(`${action.reason}.`, 'Give one of them, or none.')
  if (action.kind === 'continue') return { choose: 'continue' }
  if (action.kind === 'wrap_up') return { choose: 'wrap-up' }
  if (action.kind !== 'interject') return undefined
  if (action.text.trim() === '') throw new WrongUsage('--interject wants your words.', 'Put them in quotes.')
  return { choose: 'interject', text: action.text }
}

/** Whether a flag answers the next question: after a crash none is open, and the next question may be another one. */
async function checkStanding(journal: Journal, id: string, flag: Flag | undefined): Promise<boolean> {
  const { lines } = await journal.readable()
  const { status } = await summarise(lines)
  if (status === 'concluded' || status === 'aborted')
    throw new WrongUsage(
      `Meeting ${id} is ${status}; there is nothing to resume.`,
      `\`parley fork ${id} --at N\` branches off it.`,
    )
  const open = openQuestion(lines)
  if (flag && open) refuseMisfit(flag, open.question)
  if (flag && !open && status !== 'paused' && flag.choose !== 'continue')
    throw new WrongUsage(
      `Meeting ${id} is ${status} and asks nothing now, so --${flag.choose} answers nothing.`,
      `\`parley resume ${id}\` goes on.`,
    )
  return open !== undefined || status === 'paused' || status === 'halted'
}

/** `--continue` at a question without that answer only shows it; the other flags are refused, since they would be lost. */
function refuseMisfit(flag: Flag, question: Question): void {
  if (flag.choose === 'continue' || keyFor(flag, question) !== undefined) return
  throw new WrongUsage(
    `--${flag.choose} is no answer to the open question "${plainTitle(question)}" (${question.id}).`,
    `Its answers: ${[...question.options.map(({ key }) => key), ...(question.freeText ? [question.freeText.key] : [])].join(', ')}.`,
  )
}

/** Answers the first question and no other. */
function firstAnswer(flag: Flag): (question: Question) => Answer | undefined {
  let given = false
  return (question) => {
    const key = given ? undefined : keyFor(flag, question)
    given = true
    return key === undefined ? undefined : answerTo(question, key, flag.text, 'person')
  }
}

/** Where a halted meeting asks, going on means trying again. */
function keyFor({ choose }: Flag, { id, options, freeText }: Question): string | undefined {
  const wanted = choose === 'continue' && id.startsWith('halted.') ? 'retry' : choose
  return [...options.map(({ key }) => key), freeText?.key].find((key) => key === wanted)
}
