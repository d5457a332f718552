// CLI `parley talk WORKER [MESSAGE]`: opens a talk with a worker, and `talk say` goes on with it. The server holds them.

import type { Worker } from '../../../hall/api.js'
import { WrongUsage } from '../../../kernel/errors.js'
import { about, examples, fields } from '../../../protocols/talk/kind.js'
import { closeNames, didYouMean } from '../../../rules/close-names.js'
import { parleyHome } from '../../../workspace/home.js'
import { repositoryOf } from '../../project-at.js'
import type { Args, Command } from '../command.js'
import { flagsFrom, givenIn, operandsOf } from '../fields.js'
import type { Io } from '../io.js'
import { folderOf } from '../places.js'
import { canAsk } from '../present.js'
import {
  connect,
  onlineIf,
  pathOf,
  projectFlag,
  projectHere,
  talkNamed,
  talkOperand,
  voicesIn,
} from '../talk/common.js'
import { converse } from '../talk/turn.js'

export const open: Command = {
  about,
  // Without a message the person is asked for one, after the worker was found.
  operands: operandsOf(fields).map((one) => (one.name === 'MESSAGE' ? { ...one, optional: true } : one)),
  flags: { ...projectFlag, ...flagsFrom(fields) },
  examples,
  async run(args, io) {
    const name = args.required('WORKER')
    const words = args.operand('MESSAGE')
    if (words === undefined && !canAsk(args, io)) throw nothingToSay(`talk ${name}`)
    const root = args.value('project') === undefined ? repositoryOf(folderOf(args, io)) : undefined
    const worker = await workerNamed(name, io)
    if (root !== undefined) await mustBeVoiced(root, args, io)
    const message = words ?? (await purpose(worker))
    if (message === undefined) return 0
    const server = await connect(io)
    const project = await projectHere(server, args, io)
    return converse({ server, args, io }, '/api/meetings', {
      protocol: 'talk',
      project,
      ...(await givenIn(fields, args, io)),
      worker: worker.name,
      message,
      ...(await voicesIn(args, io)),
      ...onlineIf(args),
    })
  },
}

export const say: Command = {
  about:
    'Says something to an open talk and shows the answer as it comes. Ctrl-C stops the turn and keeps what was said.',
  operands: [
    talkOperand,
    { name: 'TEXT', about: 'your words; asked for at a terminal', optional: true, rest: true },
  ],
  examples: [
    ['parley talk say "And the northern region?"', 'the next turn of the only open talk'],
    ['parley talk say audience-Res "And the northern region?"', 'of the one that has this in its id'],
  ],
  async run(args, io) {
    const { id, words } = said(args)
    if (words === undefined && !canAsk(args, io)) throw nothingToSay('talk say ID')
    const server = await connect(io)
    const ref = await talkNamed(server, id, 'talk', io)
    const text = words ?? (await typed('You'))
    if (text === undefined) return 0
    return converse({ server, args, io }, pathOf(ref, '/messages'), { text, ...onlineIf(args) })
  },
}

/** No id has a blank in it: one word with blanks is what is said to the only open talk. */
function said(args: Args): { readonly id: string | undefined; readonly words: string | undefined } {
  const [id, words] = [args.operand('ID'), args.operand('TEXT')]
  return words === undefined && /\s/.test(id?.trim() ?? '') ? { id: undefined, words: id } : { id, words }
}

function nothingToSay(path: string): WrongUsage {
  return new WrongUsage(
    'There is nothing to say, and no terminal to ask at.',
    `Put your message behind it: \`parley ${path} "What did the survey miss?"\`.`,
  )
}

/** The server says so too, but only once it was started and has registered the project. */
async function mustBeVoiced(root: string, args: Args, io: Io): Promise<void> {
  const { loadConfig } = await import('../../../workspace/config.js')
  if (args.has('agents') || (await loadConfig(root, parleyHome(io.env))).agents !== undefined) return
  const [{ nobodySpeaks }, { found }] = await Promise.all([
    import('../../../agents/choose.js'),
    import('../agents-choice.js'),
  ])
  throw nobodySpeaks(await found({ io, root }))
}

async function workerNamed(name: string, io: Io): Promise<Worker> {
  const { workers } = await import('../../../protocols/talk/ground/workers.js')
  const all = await workers({ home: parleyHome(io.env) })
  const wanted = name.toLowerCase()
  const found = all.find((one) => [one.name, one.displayName].some((own) => own.toLowerCase() === wanted))
  if (found) return found
  const near = closeNames(name, [...all.map((one) => one.name), ...verbs])
  throw new WrongUsage(
    `There is no worker "${name}", and \`parley talk\` has no such command.`,
    didYouMean(
      near.map((one) => `\`parley talk ${one}\``),
      'See who there is: `parley talk workers`.',
    ),
  )
}

/** Suggestions for a word that names no worker. */
const verbs = 'say stop list requests accept decline defer close diff retry workers'.split(' ')

function purpose({ displayName }: Worker): Promise<string | undefined> {
  return typed(`What is it about? (to ${displayName})`)
}

async function typed(message: string): Promise<string | undefined> {
  const clack = await import('@clack/prompts')
  const text = await clack.text({ message })
  return clack.isCancel(text) || !text?.trim() ? undefined : text
}
