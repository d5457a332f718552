// CLI `parley` alone: what waits for you with its choices, what runs, what was concluded lately, what is left to do, and what to do next.

import { openQuestion } from '../../../kernel/hold.js'
import type { RequestsFound } from '../../../protocols/talk/views.js'
import { greatest } from '../../../rules/lists.js'
import { shellWord } from '../../../rules/shell-word.js'
import { plainTitle } from '../../../story/options.js'
import type { Command } from '../command.js'
import type { Io } from '../io.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { hanging, widthOf } from '../screen/hanging.js'
import { columnsOf } from '../screen/markdown/columns.js'
import { meetingTable, namedText } from '../screen/meeting-table.js'
import { type Paint, paint } from '../screen/paint.js'
import { briefOptionLines } from '../screen/question.js'
import { type About, toCopy } from '../screen/to-copy.js'
import { ago, plural } from '../screen/words.js'
import { folderOf, meetingsSeenFrom, requestsSeenFrom, type Seen, stoppedAmong, told } from '../seen.js'

/** How many of a sort are shown. */
const few = 5
const lately = 3

export const command: Command = {
  about:
    'Shows what is waiting for you here with its choices, what runs, who asks for a talk, what was concluded lately and what is\n' +
    'left to do; and how to begin when there is nothing yet.',
  examples: [['parley', 'what waits for you']],
  async run(args, io) {
    const folder = folderOf(args, io)
    const [seen, asked] = await Promise.all([meetingsSeenFrom(folder), requestsSeenFrom(folder)])
    const open = seen.filter(({ status }) => status !== 'concluded' && status !== 'aborted')
    if (args.has('json')) {
      for (const meeting of open) emit(io, { type: 'meeting', ...told(meeting) })
      for (const request of asked.requests) emit(io, { type: 'request', ...request })
      for (const text of asked.unreadable) emit(io, { type: 'notice', text })
      return 0
    }
    const some = seen.length + asked.requests.length + asked.unreadable.length > 0
    io.out(some ? await homeText(seen, open, asked, { io, args }, folder) : beginText(io))
    return 0
  },
}

async function homeText(
  seen: readonly Seen[],
  open: readonly Seen[],
  asked: RequestsFound,
  here: Here,
  folder: string,
): Promise<string> {
  const { io } = here
  const colour = paint(io, 'output')
  const foreign = open.filter((meeting) => meeting.foreign)
  const own = open.filter((meeting) => !meeting.foreign)
  const mine = own.filter(({ status }) => status === 'waiting' || status === 'paused')
  const others = own.filter((meeting) => !mine.includes(meeting))
  const done = seen.filter(({ status }) => status === 'concluded').slice(0, lately)
  const parts = [
    ...(mine.length > 0
      ? [colour.bold(`${plural(mine.length, 'meeting')} ${mine.length === 1 ? 'waits' : 'wait'} for you.`)]
      : []),
    ...(await Promise.all(mine.slice(0, few).map((meeting) => mineText(meeting, colour, here)))),
    ...(others.length > 0
      ? [`Not concluded:\n${meetingTable(others, io, await stoppedAmong(others)).trimEnd()}`]
      : []),
    ...requestsText(asked, colour, io),
    ...(foreign.length > 0 ? [foreignText(foreign, here)] : []),
    ...(done.length > 0 ? [doneText(done, colour, io)] : []),
    ...(await leftText(folder, colour, io)),
    nextText(mine, io),
  ]
  return `${parts.join('\n\n')}\n\n${colour.dim(`All meetings: ${io.command} list · everything else: ${io.command} --help`)}\n`
}

type Here = Pick<About, 'io' | 'args'>

/** They came with the repository, or from another machine: nothing in them waits for this person. */
function foreignText(foreign: readonly Seen[], here: Here): string {
  const table = meetingTable(foreign, here.io).trimEnd()
  const about = { ...here, id: foreign[0]?.id ?? '' }
  const ways = toCopy(
    about,
    (name) => `show ${name}`,
    (name) => `adopt ${name}`,
  )
  return `Foreign, not written by your parley:\n${table}\nLook at one, or take it over:\n${ways.join('\n')}`
}

async function mineText(meeting: Seen, colour: Paint, here: Here): Promise<string> {
  const { io } = here
  const { id, status, why, journals } = meeting
  const head = hanging(
    colour.bold(oneLine(namedText(meeting), 200)),
    `${colour.yellow(status)}  `,
    widthOf(io),
  )
  const open = openQuestion((await journals.of(id).readable()).lines)
  if (!open)
    return `${head}\n${hanging(oneLine(why ?? '', 200), '  ', widthOf(io))}\n${toCopy({ ...here, id }, (name) => `resume ${name}`).join('\n')}`
  const ways = toCopy(
    { ...here, id },
    (name) => `show ${name}`,
    (name) => `answer ${name} CHOICE --question ${shellWord(open.key)}`,
  )
  const asks = hanging(oneLine(plainTitle(open.question), 200), '  ', widthOf(io))
  return `${head}\n${asks}\n${briefOptionLines(open.question, widthOf(io)).join('\n')}\n${ways.join('\n')}`
}

/** What workers ask to talk about, wherever the request lies; and what cannot be read of it. */
function requestsText({ requests, unreadable }: RequestsFound, colour: Paint, io: Io): readonly string[] {
  const columns = widthOf(io)
  const rows = requests
    .slice(0, few)
    .flatMap(({ id, title, worker, reason, deferredUntil }) => [
      hanging(
        `${colour.bold(oneLine(title, 200))}${deferredUntil === null ? '' : ` · deferred until ${oneLine(deferredUntil, 20)}`}`,
        '  ',
        columns,
      ),
      ...(reason === '' || reason === title ? [] : [hanging(oneLine(reason, 200), '    ', columns)]),
      ...acceptLines(oneLine(worker, 60), `${io.command} talk accept ${oneLine(id, 120)}`, columns),
    ])
  const more =
    requests.length > few ? [`  and ${requests.length - few} more: ${io.command} talk requests`] : []
  const head = `${plural(requests.length, 'request')} for a talk ${requests.length === 1 ? 'waits' : 'wait'}:`
  return [
    ...(requests.length > 0 ? [[colour.bold(head), ...rows, ...more].join('\n')] : []),
    ...(unreadable.length > 0
      ? [unreadable.map((why) => hanging(oneLine(why, 400), '! ', columns)).join('\n')]
      : []),
  ]
}

/** A command that does not fit behind who asks has a line of its own. */
function acceptLines(worker: string, accept: string, columns: number): readonly string[] {
  const line = `    ${worker} · ${accept}`
  return columnsOf(line) <= columns ? [line] : [`    ${worker}`, `  ${accept}`]
}

function doneText(done: readonly Seen[], colour: Paint, io: Io): string {
  const lines = done.map((meeting) =>
    hanging(
      `${oneLine(namedText(meeting), 200)} ${colour.dim(`· ${ago(meeting.updatedAt, io.now())}`)}`,
      '  ',
      widthOf(io),
    ),
  )
  return `Concluded lately:\n${lines.join('\n')}`
}

/** What earlier meetings left to do. The protocol that knows it is loaded only where its folder is marked. */
async function leftText(folder: string, colour: Paint, io: Io): Promise<readonly string[]> {
  const { followUpsFrom } = await import('../follow-ups.js')
  const left = await followUpsFrom(folder)
  if (left.length === 0) return []
  const lines = left
    .slice(0, few)
    .map(({ number, item, owner }) =>
      hanging(oneLine(`${item} (${owner})`, 300), `  ${number}. `, widthOf(io)),
    )
  const more = left.length > few ? [colour.dim(`  and ${left.length - few} more`)] : []
  return [
    `${plural(left.length, 'open follow-up')}:\n${[...lines, ...more].join('\n')}\n  ${io.command} council done NUMBER`,
  ]
}

function nextText(mine: readonly Seen[], io: Io): string {
  return mine.length > 0
    ? 'Answer one with the command below it; its words are in `show`.'
    : `Next: ${io.command} ask "…", or ${io.command} council meeting "…"`
}

function beginText(io: Io): string {
  const rows = [
    ['ask "Is a queue worth it here?"', 'four views and one answer; kept in .parley/ alone'],
    [
      'council meeting "Should we split the API?" --template software-team',
      'a council that stays; you steer and conclude',
    ],
    ['meet --charter "Choose a queue." --invitees Theo,Zara', 'a meeting about one question'],
    ['talk developer "Why is the start slow?"', 'live work with one agent, on a branch of its own'],
    ['doctor', 'see which agents are here; without any, parley rehearses'],
    ['--help', 'everything else'],
  ] as const
  const width = greatest(rows.map(([words]) => words.length))
  const fits = io.command.length + width + 60 <= widthOf(io)
  const lines = rows.map(([words, what]) =>
    fits ? `  ${io.command} ${words.padEnd(width)}   ${what}` : `  ${io.command} ${words}\n      ${what}`,
  )
  return `Nothing is waiting for you here.\n\nTo begin:\n${lines.join('\n')}\n`
}
