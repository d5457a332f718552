// CLI `parley talk diff | close | retry`: what a close would merge, the close itself, and a retry of what failed in it.

import type { ClosePreview, CloseResult, HowToStep } from '../../../hall/api.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { canAsk } from '../present.js'
import { clean, oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { paint } from '../screen/paint.js'
import { plural } from '../screen/words.js'
import { connect, pathOf, talkNamed } from '../talk/common.js'

const id = { name: 'ID', about: 'the talk: its id, any part of it that no other has, or `last`' }

export const diff: Command = {
  about:
    'What closing a talk would merge into the integration branch: every file with its changes, and what would conflict.',
  operands: [id],
  examples: [['parley talk diff audience-Res', 'look before you close']],
  async run(args, io) {
    const server = await connect(io)
    const ref = await talkNamed(server, args.required('ID'), 'talk')
    const preview = await server.get<ClosePreview>(pathOf(ref, '/preview'))
    if (args.has('json')) emit(io, { type: 'preview', ...ref, ...preview })
    else io.out(`${preview.files.map(({ patch }) => clean(patch)).join('')}${summary(preview, io)}`)
    return 0
  },
}

export const close: Command = {
  about:
    'Closes a talk for good: its notes are written, and everything it made arrives in one commit on the integration branch.\n' +
    'A conflict outside .lore/ merges nothing: the branch is kept, and you are told what to do. At a terminal you see what\n' +
    'will be merged first, and are asked. Exit 0 when notes and merge are done, 3 when one of them waits for you.',
  operands: [id],
  examples: [
    ['parley talk close audience-Res', 'shows what it merges, asks, closes'],
    ['parley talk close audience-Res --yes', 'without asking'],
  ],
  async run(args, io) {
    const server = await connect(io)
    const ref = await talkNamed(server, args.required('ID'), 'talk')
    if (canAsk(args, io) && !args.has('yes')) {
      io.out(summary(await server.get<ClosePreview>(pathOf(ref, '/preview')), io))
      if (!(await agreed(`Close ${ref.id}?`))) return 0
    }
    return result(await server.post<CloseResult>(pathOf(ref, '/close')), ref.id, args, io)
  },
}

export const retry: Command = {
  about:
    'Retries what a close could not finish: notes that could not be written, or a merge that waited for you.',
  operands: [id, { name: 'WHAT', about: 'notes or merge' }],
  flags: {
    settled: { about: 'the merge is made: takes your word for it, and removes the branch' },
  },
  examples: [
    ['parley talk retry audience-Res merge', 'after you resolved the conflict'],
    [
      'parley talk retry audience-Res merge --settled',
      'after you merged by hand, with a message of your own',
    ],
  ],
  async run(args, io) {
    const server = await connect(io)
    const ref = await talkNamed(server, args.required('ID'), 'talk')
    const settled = args.has('settled') ? { settled: true } : {}
    const body = { what: args.required('WHAT'), ...settled }
    const done = await server.post<CloseResult>(pathOf(ref, '/retry'), body)
    return result(done, ref.id, args, io)
  },
}

function summary({ branch, into, files, conflicts }: ClosePreview, io: Io): string {
  const colour = paint(io, 'output')
  const marks = { added: colour.green('+'), changed: colour.yellow('~'), deleted: colour.red('-') }
  const rows = files.map(({ path, change }) => `  ${marks[change]} ${oneLine(path, 300)}\n`)
  const clash = conflicts.map((path) => `  ${colour.red('conflict')} ${oneLine(path, 300)}\n`)
  return `${plural(files.length, 'file')} from ${branch} into ${into}\n${rows.join('')}${clash.join('')}`
}

function result({ notes, merge }: CloseResult, id: string, args: Args, io: Io): number {
  const waits = notes.state === 'failed' || merge.state === 'pending'
  const exit = waits ? exits.waiting : exits.fine
  if (args.has('json')) emit(io, { type: 'closed', id, notes, merge, exit })
  else
    io.out(
      `Closed ${id}.\n${notesText({ notes, merge, status: 'closed' }, id, io)}${mergeText(merge, id, io)}`,
    )
  return exit
}

function notesText({ notes }: CloseResult, id: string, io: Io): string {
  if (notes.state === 'done') return `\n${clean(notes.text).trimEnd()}\n`
  const why = notes.reason ? `: ${oneLine(notes.reason, 300)}` : ''
  return `\nThere are no notes${why}. The transcript is kept. Again: ${io.command} talk retry ${id} notes\n`
}

function mergeText({ state, files, howTo }: CloseResult['merge'], id: string, io: Io): string {
  if (state === 'done') return '\nMerged into the integration branch in one commit.\n'
  if (state === 'none') return ''
  const where = files.map((path) => `  ${oneLine(path, 300)}\n`).join('')
  return `\nNot merged; the branch is kept. In conflict:\n${where}${howToText(howTo ?? [])}Then: ${io.command} talk retry ${id} merge (with --settled where the message is your own)\n`
}

/** In shell syntax: a step that is not a command becomes a comment. */
function howToText(steps: readonly HowToStep[]): string {
  return steps.map((step) => `${clean('command' in step ? step.command : `# ${step.words}`)}\n`).join('')
}

async function agreed(message: string): Promise<boolean> {
  const clack = await import('@clack/prompts')
  return (await clack.confirm({ message })) === true
}
