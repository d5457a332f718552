// CLI `parley list`: the meetings seen from here, newest first. Loads no protocol.

import { type Summary, statuses } from '../../../kernel/summary.js'
import type { Args, Command } from '../command.js'
import type { Io } from '../io.js'
import { emit } from '../screen/emit.js'
import { hanging, widthOf } from '../screen/hanging.js'
import { meetingTable } from '../screen/meeting-table.js'
import { folderOf, meetingsSeenFrom, type Seen, stoppedAmong, told } from '../seen.js'

const few = 20

export const command: Command = {
  about: `The meetings of this workspace, newest first: the last ${few}, or all of them.`,
  flags: {
    all: { about: 'every meeting there is' },
    status: { takes: 'STATUS', about: 'only meetings with this status', among: statuses },
  },
  examples: [
    ['parley list', 'the most recent meetings'],
    ['parley list --status waiting', 'what waits for you'],
    ['parley list --all --json', 'everything, one JSON object a line'],
  ],
  async run(args, io) {
    const found = (await meetingsSeenFrom(folderOf(args, io))).filter(wanted(args))
    const shown = args.has('all') || args.has('status') ? found : found.slice(0, few)
    if (args.has('json')) for (const meeting of shown) emit(io, { type: 'meeting', ...told(meeting) })
    else io.out(await listing(shown, found.length - shown.length, args, io))
    return 0
  },
}

function wanted(args: Args): (meeting: Summary) => boolean {
  const status = args.value('status')
  return (meeting) => status === undefined || meeting.status === status
}

async function listing(shown: readonly Seen[], left: number, args: Args, io: Io): Promise<string> {
  if (shown.length === 0 && args.has('status')) return `No meeting here is ${args.value('status')}.\n`
  if (shown.length === 0)
    return `${hanging(`No meeting was held here yet. Begin with \`${io.command} ask "…"\`, or see \`${io.command} --help\`.`, '', widthOf(io))}\n`
  const more = left > 0 ? `\n${left} older: \`${io.command} list --all\`.\n` : ''
  return `${meetingTable(shown, io, await stoppedAmong(shown))}${more}`
}
