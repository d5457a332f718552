// CLI `parley` alone: what waits for you with its choices, what runs, what was concluded lately, what is left to do, and what to do next.

import { byLastChange } from '../../../kernel/line/summary.js'
import { openQuestion } from '../../../kernel/run/hold.js'
import type { RequestsFound } from '../../../protocols/talk/views.js'
import { greatest } from '../../../rules/lists.js'
import { shellWord } from '../../../rules/shell-word.js'
import { plainTitle } from '../../../view/options.js'
import type { Command } from '../command.js'
import type { Io } from '../io.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { continued, hanging, widthOf } from '../screen/hanging.js'
import { columnsOf } from '../screen/markdown/columns.js'
import { meetingTable, namedText } from '../screen/meeting-table.js'
import { type Paint, paint } from '../screen/paint.js'
import { briefOptionLines } from '../screen/question.js'
import { type About, copied, toCopy } from '../screen/to-copy.js'
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
  const mine = open.filter(({ status }) => status === 'waiting' || status === 'paused')
  const cut = await stoppedAmong(open)
  const stalled = open.filter(({ status, id }) => status === 'halted' || status === 'failed' || cut.has(id))
  const others = open.filter((meeting) => !mine.includes(meeting) && !stalled.includes(meeting))
  const done = seen.filter(({ status }) => status === 'concluded').toSorted(byLastChange)
  const parts = [
    ...(await eachText(mine, `${mine.length === 1 ? 'waits' : 'wait'} for you.`, here)),
    ...(await eachText(stalled, 'stopped before the end.', here)),
    ...(others.length > 0 ? [runningText(others, here)] : []),
    ...requestsText(asked, colour, io),
    ...(done.length > 0 ? [doneText(done.slice(0, lately), colour, io)] : []),
    ...(await leftText(folder, colour, io)),
    ...(await filedText(folder, colour, io)),
    nextText(mine, stalled, io),
  ]
  return `${parts.join('\n\n')}\n\n${colour.dim(`All meetings: ${io.command} list · everything else: ${io.command} --help`)}\n`
}

type Here = Pick<About, 'io' | 'args'>

/** How many there are, and the first of them with why they wait and what to do. */
async function eachText(meetings: readonly Seen[], what: string, here: Here): Promise<readonly string[]> {
  if (meetings.length === 0) return []
  const colour = paint(here.io, 'output')
  const more = meetings.length - few
  return [
    colour.bold(`${plural(meetings.length, 'meeting')} ${what}`),
    ...(await Promise.all(meetings.slice(0, few).map((meeting) => mineText(meeting, colour, here)))),
    ...(more > 0 ? [colour.dim(`and ${more} more: ${here.io.command} list`)] : []),
  ]
}

/** With how to look on where it is one; a damaged journal is listed too. */
function runningText(others: readonly Seen[], here: Here): string {
  const [only, ...more] = others
  const running = others.every(({ status }) => status === 'running')
  const table = meetingTable(others, here.io).trimEnd()
  const ways =
    running && only && more.length === 0 ? copied({ ...here, id: only.id }, (name) => `watch ${name}`) : ''
  return `${running ? 'Running now' : 'Not concluded'}:\n${table}\n${ways}`.trimEnd()
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
  if (!open || status === 'halted' || status === 'failed') {
    const reason = why ?? 'its process ended; what was recorded is kept'
    return `${head}\n${hanging(oneLine(reason, 200), '  ', widthOf(io))}\n${toCopy({ ...here, id }, (name) => `resume ${name}`).join('\n')}`
  }
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

/** What chartered meetings filed: closed in the file, where others read it too. */
async function filedText(folder: string, colour: Paint, io: Io): Promise<readonly string[]> {
  const { filedFrom } = await import('../follow-ups.js')
  return (await filedFrom(folder)).map(({ path, called, items }) => {
    const lines = items
      .slice(0, few)
      .map(({ id, item, owner }) =>
        hanging(oneLine(`${item} (${owner})`, 300), `  ${oneLine(id, 40)}  `, widthOf(io)),
      )
    const more = items.length > few ? [colour.dim(`  and ${items.length - few} more`)] : []
    return `${items.length} open ${called}, kept in ${path}:\n${[...lines, ...more].join('\n')}`
  })
}

function nextText(mine: readonly Seen[], stalled: readonly Seen[], io: Io): string {
  if (mine.length > 0) return 'Answer one with the command below it; its words are in `show`.'
  if (stalled.length > 0) return 'Go on with one by the command below it, or end it with `drop`.'
  return `Next: ${io.command} ask "…", or ${io.command} council meeting "…"`
}

function beginText(io: Io): string {
  const rows = [
    ['ask "Is a queue worth it here?"', 'four views and one answer; no file is written'],
    [
      'council meeting "Should we split the API?" --template software-team',
      'a council that stays; you steer and conclude',
    ],
    ['meet --charter "Choose a queue." --invitees Theo,Zara', 'a meeting about one question'],
    ['talk developer "Why is the start slow?"', 'live work with one agent, on a branch of its own'],
    ['doctor', 'see which agents are here'],
    ['--help', 'everything else'],
  ] as const
  const width = greatest(rows.map(([words]) => words.length))
  const fits = io.command.length + width + 60 <= widthOf(io)
  const lines = rows.map(([words, what]) =>
    fits
      ? `  ${io.command} ${words.padEnd(width)}   ${what}`
      : `${continued(`  ${io.command} ${words}`, widthOf(io))}\n      ${what}`,
  )
  return `Nothing is waiting for you here.\n\nTo begin:\n${lines.join('\n')}\n`
}
