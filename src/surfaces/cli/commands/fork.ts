// CLI `parley fork`: a new meeting that starts with the first lines of another one and goes on live from there.

import { WrongUsage } from '../../../kernel/errors.js'
import { parley } from '../../../parley.js'
import { agentsFor } from '../agents-choice.js'
import type { Args, Command } from '../command.js'
import { holdHere } from '../hold.js'
import { folderOf, meetingNamed } from '../places.js'

export const command: Command = {
  about:
    'Makes a new meeting from the first N lines of another one, and goes on from there: with other agents,\n' +
    'other answers, or just again. The first meeting is not changed.',
  operands: [{ name: 'ID', about: 'the meeting to branch off, or any unique beginning of its id' }],
  flags: { at: { takes: 'N', about: 'the last line to keep; `parley show ID --lines` numbers them' } },
  examples: [
    ['parley fork 20260316 --at 12 --agents claude', 'what would other agents have said from there on?'],
    ['parley fork 20260316 --at 12 --answers other.yaml', 'what if you had answered differently?'],
  ],
  async run(args, io) {
    const { root, id, journals } = await meetingNamed(args.required('ID'), folderOf(args, io))
    const at = lineNumber(args)
    const here = parley(root)
    const agents = await agentsFor({ args, io, root, journal: journals.of(id) })
    const fork = await branchOff(
      id,
      (as) => here.fork(id, at, as, agents),
      async (as) => (await here.summary(as)) !== undefined,
    )
    if (!args.has('json')) io.err(`Forked as ${fork}.\n`)
    return holdHere({ parley: here, id: fork, args, io, agents })
  },
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

/** The first free name of the same shape. */
async function branchOff(
  id: string,
  make: (as: string) => Promise<void>,
  taken: (as: string) => Promise<boolean>,
): Promise<string> {
  const stem = id.replace(/-fork-\d+$/, '')
  let n = 1
  while (await taken(`${stem}-fork-${n}`)) n++
  await make(`${stem}-fork-${n}`)
  return `${stem}-fork-${n}`
}
