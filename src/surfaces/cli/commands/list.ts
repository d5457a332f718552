// CLI `parley list`: the meetings seen from here, newest first. Loads no protocol.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Summary, statuses } from '../../../kernel/line/summary.js'
import type { Args, Command } from '../command.js'
import type { Io } from '../io.js'
import { emit } from '../screen/emit.js'
import { hanging, widthOf } from '../screen/hanging.js'
import { meetingTable } from '../screen/meeting-table.js'
import { folderOf, meetingsLeftFor, meetingsSeenFrom, type Seen, stoppedAmong, told, topOf } from '../seen.js'

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
    const folder = folderOf(args, io)
    const found = (await meetingsSeenFrom(folder)).filter(wanted(args))
    const shown = args.has('all') || args.has('status') ? found : found.slice(0, few)
    if (args.has('json')) for (const meeting of shown) emit(io, { type: 'meeting', ...told(meeting) })
    else io.out(await listing(shown, found.length - shown.length, args, io))
    if (!args.has('json')) io.out(await elsewhere(folder, args, io))
    return 0
  },
}

/** Meetings that are not in the list: of this repository in a folder that is gone, and those that an earlier parley kept here. */
async function elsewhere(folder: string, args: Args, io: Io): Promise<string> {
  const top = topOf(folder)
  const mayOffer = args.has('all') || existsSync(join(top, '.git'))
  const left = mayOffer ? (await meetingsLeftFor(folder)).filter(wanted(args)) : []
  const { beforeText } = await import('../before.js')
  const before = beforeText(top === dirname(top) ? folder : top)
  const columns = widthOf(io)
  const offer =
    left.length === 0
      ? ''
      : `\n${hanging('Opened in a folder that is gone; `parley resume ID` goes on with one here:', '', columns)}\n${meetingTable(args.has('all') ? left : left.slice(0, few), io)}`
  return `${offer}${before === '' ? '' : `\n${hanging(before, '', columns)}\n`}`
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
