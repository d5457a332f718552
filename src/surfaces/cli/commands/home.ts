// CLI `parley` alone: what is waiting for you, and how to begin when nothing is. Loads no protocol.

import type { Summary } from '../../../kernel/summary.js'
import { shellWord } from '../../../rules/shell-word.js'
import type { Command } from '../command.js'
import type { Io } from '../io.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { meetingTable, namedText } from '../screen/meeting-table.js'
import { type Paint, paint } from '../screen/paint.js'
import { plural } from '../screen/words.js'
import { folderOf, meetingsSeenFrom, type Seen, stoppedAmong, told } from '../seen.js'

export const command: Command = {
  about: 'Shows what is waiting for you here, and how to begin when nothing is.',
  examples: [['parley', 'what waits for you']],
  async run(args, io) {
    const open = (await meetingsSeenFrom(folderOf(args, io))).filter(
      ({ status }) => status !== 'concluded' && status !== 'aborted',
    )
    if (args.has('json')) for (const meeting of open) emit(io, { type: 'meeting', ...told(meeting) })
    else io.out(open.length > 0 ? await waitingText(open, io) : beginText(io))
    return 0
  },
}

async function waitingText(open: readonly Seen[], io: Io): Promise<string> {
  const colour = paint(io, 'output')
  const foreign = open.filter((meeting) => meeting.foreign)
  const own = open.filter((meeting) => !meeting.foreign)
  const mine = own.filter(({ status }) => status === 'waiting' || status === 'paused')
  const others = own.filter((meeting) => !mine.includes(meeting))
  const parts = mine.map((meeting) => mineText(meeting, colour, io))
  if (mine.length > 0)
    parts.unshift(
      colour.bold(`${plural(mine.length, 'meeting')} ${mine.length === 1 ? 'waits' : 'wait'} for you.`),
    )
  if (others.length > 0)
    parts.push(`Not concluded:\n${meetingTable(others, io, await stoppedAmong(others)).trimEnd()}`)
  if (foreign.length > 0) parts.push(foreignText(foreign, io))
  return `${parts.join('\n\n')}\n\n${colour.dim(`All meetings: ${io.command} list`)}\n`
}

/** They came with the repository, or from another machine: nothing in them waits for this person. */
function foreignText(foreign: readonly Seen[], io: Io): string {
  const table = meetingTable(foreign, io).trimEnd()
  const [first] = foreign
  const ways = `Look at one: ${io.command} show ${first?.id}\nTake it over: ${io.command} adopt ${first?.id}`
  return `Foreign, not written by your parley:\n${table}\n${ways}`
}

function mineText(meeting: Summary, colour: Paint, io: Io): string {
  const { id, status, questions, why } = meeting
  const [question] = questions
  const head = `${colour.yellow(status)}  ${colour.bold(oneLine(namedText(meeting), 100))}`
  if (!question) return `${head}\n  ${oneLine(why ?? '', 200)}\n  ${io.command} resume ${id}`
  const answer = oneLine(`${io.command} answer ${id} CHOICE --question ${shellWord(question.key)}`, 400)
  return `${head}\n  ${oneLine(question.title, 200)}\n  ${io.command} show ${id}\n  ${answer}`
}

function beginText(io: Io): string {
  const rows = [
    ['council convene software-team', 'seat a council in this folder'],
    ['council meeting "Should we split the API?"', 'let it meet; you steer and conclude'],
    ['meet --charter "Choose a queue." --invitees Theo,Zara', 'a meeting about one question'],
    ['talk developer "Why is the start slow?"', 'live work with one agent, on a branch of its own'],
    ['doctor', 'see which agents are here; without any, parley rehearses'],
    ['--help', 'everything else'],
  ] as const
  const width = Math.max(...rows.map(([words]) => words.length))
  const lines = rows.map(([words, what]) => `  ${io.command} ${words.padEnd(width)}   ${what}`)
  return `Nothing is waiting for you here.\n\nTo begin:\n${lines.join('\n')}\n`
}
