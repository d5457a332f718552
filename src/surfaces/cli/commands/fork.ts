// CLI `parley fork`: a new meeting that starts with the first lines of another one and goes on live from there.

import { WrongUsage } from '../../../kernel/errors.js'
import { type Parley, parley } from '../../../parley.js'
import { agentsAsked, agentsFor } from '../agents-choice.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import { holdHere } from '../hold.js'
import type { Io } from '../io.js'
import { idOperand, meetingOf, newest } from '../places.js'
import { emit } from '../screen/emit.js'

export const command: Command = {
  about:
    'Makes a new meeting from the first N lines of another one, and goes on from there: with other agents,\n' +
    'other answers, or just again. The first meeting is not changed.',
  operands: [idOperand],
  flags: { at: { takes: 'N', about: 'the last line to keep; `parley show ID --lines` numbers them' } },
  examples: [
    ['parley fork split-the-api --at 12 --agents claude', 'what would other agents have said from there on?'],
    ['parley fork split-the-api --at 12 --answers other.yaml', 'what if you had answered differently?'],
  ],
  async run(args, io) {
    const { root, id, journals } = await meetingOf(args, io, { ...newest, noTalks: true })
    const at = lineNumber(args)
    const here = parley(root)
    const journal = journals.of(id)
    const foreign = (await journal.readable()).origin.kind === 'foreign'
    const agents = foreign
      ? await here.voices(id, await agentsAsked({ args, io, root }))
      : await agentsFor({ args, io, root, journal })
    const fork = await branchOff(
      id,
      (as) => here.fork(id, at, as, agents),
      async (as) => (await here.summary(as)) !== undefined,
    )
    if (!args.has('json')) io.err(`Forked as ${fork}.\n`)
    if (foreign) return leftForLater(here, fork, { from: id, at }, args, io)
    return holdHere({ parley: here, id: fork, args, io, agents })
  },
}

/** A fork of a foreign meeting is made as data: it goes on only when the person, who knows where its lines come from, says so. */
async function leftForLater(
  here: Parley,
  id: string,
  { from, at }: { readonly from: string; readonly at: number },
  args: Args,
  io: Io,
): Promise<number> {
  const summary = await here.summary(id)
  if (args.has('json') && summary) emit(io, { type: 'meeting', ...summary, root: here.root })
  else
    io.out(
      `${from} is foreign: lines 1 to ${at} of ${id} were not written by your parley, and what they say about voices is not used.\n` +
        `Nothing was run. Look at it: ${io.command} show ${from}\nGo on with your own voices: ${io.command} resume ${id}\n`,
    )
  return exits.waiting
}

function lineNumber(args: Args): number {
  const given = args.value('at')
  if (given === undefined || !/^[1-9]\d*$/.test(given))
    throw new WrongUsage(
      '`parley fork` wants --at N, the last line to keep.',
      'See the lines: `parley show ID --lines`.',
    )
  return Number(given)
}

/**
 * The first free name of the same shape. The mark stands after the day and not at the end, so that the beginning of the first
 * meeting's id does not name its forks too.
 */
async function branchOff(
  id: string,
  make: (as: string) => Promise<void>,
  taken: (as: string) => Promise<boolean>,
): Promise<string> {
  const [, day = '', about = ''] = /^((?:\d{8}-\d{6}|\d{4}-\d\d-\d\d)-)?(?:fork-\d+-)?(.*)$/s.exec(id) ?? []
  let n = 1
  while (await taken(`${day}fork-${n}-${about}`)) n++
  const as = `${day}fork-${n}-${about}`
  await make(as)
  return as
}
