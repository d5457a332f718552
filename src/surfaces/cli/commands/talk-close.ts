// CLI `parley talk diff | close | retry`: what a close would merge, the close itself, and a retry of what failed in it.

import type { ClosePreview, CloseResult, HowToStep, MeetingRef, MeetingView } from '../../../hall/api.js'
import { outcomeIn } from '../../../kernel/run/hold.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { Teller } from '../../../view/teller.js'
import type { ServerClient } from '../../server-client.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { canAsk } from '../present.js'
import { clean, oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { endingText } from '../screen/ending.js'
import { hangingLines, say, widthOf } from '../screen/hanging.js'
import { type MarkdownScreen, markdownScreen } from '../screen/markdown-screen.js'
import { paint } from '../screen/paint.js'
import { questionBlock } from '../screen/question.js'
import { copied } from '../screen/to-copy.js'
import { plural } from '../screen/words.js'
import { connect, pathOf, talkNamed, talkOperand } from '../talk/common.js'

export const diff: Command = {
  about:
    'What closing a talk would merge into the integration branch: every file with its changes, and what would conflict.',
  operands: [talkOperand],
  examples: [['parley talk diff audience-Res', 'look before you close']],
  async run(args, io) {
    const server = await connect(io)
    const ref = await talkNamed(server, args.operand('ID'), 'talk', io)
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
  operands: [talkOperand],
  examples: [
    ['parley talk close audience-Res', 'shows what it merges, asks, closes'],
    ['parley talk close audience-Res --yes', 'without asking'],
  ],
  async run(args, io) {
    const server = await connect(io)
    const ref = await talkNamed(server, args.operand('ID'), 'talk', io)
    if (canAsk(args, io) && !args.has('yes')) {
      io.out(summary(await server.get<ClosePreview>(pathOf(ref, '/preview')), io))
      if (!(await agreed(`Close ${ref.id}?`))) return 0
    }
    return result(await server.post<CloseResult>(pathOf(ref, '/close')), { ref, server, args, io })
  },
}

export const retry: Command = {
  about:
    'Retries what a close could not finish: notes that could not be written, or a merge that waited for you.',
  operands: [
    { ...talkOperand, optional: false },
    { name: 'WHAT', about: 'notes or merge' },
  ],
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
    const ref = await talkNamed(server, args.operand('ID'), 'talk', io)
    const settled = args.has('settled') ? { settled: true } : {}
    const body = { what: args.required('WHAT'), ...settled }
    const done = await server.post<CloseResult>(pathOf(ref, '/retry'), body)
    return result(done, { ref, server, args, io })
  },
}

function summary({ branch, into, files, conflicts }: ClosePreview, io: Io): string {
  const colour = paint(io, 'output')
  const marks = { added: colour.green('+'), changed: colour.yellow('~'), deleted: colour.red('-') }
  const rows = files.map(({ path, change }) => `  ${marks[change]} ${oneLine(path, 300)}\n`)
  const clash = conflicts.map((path) => `  ${colour.red('conflict')} ${oneLine(path, 300)}\n`)
  const head = `${plural(files.length, 'file')} from ${branch} into ${into}`
  return `${hangingLines(head, widthOf(io))}\n${rows.join('')}${clash.join('')}`
}

/** A talk that is over is told like any meeting; one that waits for something says what. */
async function result(
  { notes, merge }: CloseResult,
  { ref, server, args, io }: { ref: MeetingRef; server: ServerClient; args: Args; io: Io },
): Promise<number> {
  const { id } = ref
  const waits = notes.state === 'failed' || merge.state === 'pending'
  const exit = waits ? exits.waiting : exits.fine
  if (args.has('json')) {
    emit(io, { type: 'closed', id, notes, merge, exit })
    return exit
  }
  const { lines } = await server.get<MeetingView>(pathOf(ref))
  const teller = new Teller(await loadTellings(), lines)
  const [markdown, outcome] = [await markdownScreen(io), outcomeIn(lines)]
  const { summary, questions } = teller.story
  say(io, `Closed ${id}.`)
  if (outcome !== undefined) {
    io.out(endingText({ kind: 'concluded', outcome, summary }, { id, args, io }, teller, markdown))
    return exit
  }
  io.out(`${notesText(notes, id, markdown, io)}${mergeText(merge, id, io)}`)
  const [open] = questions
  if (open) io.out(`\n${questionBlock(open.question, { id, io, markdown, key: open.key })}`)
  return exit
}

function notesText(notes: CloseResult['notes'], id: string, markdown: MarkdownScreen, io: Io): string {
  if (notes.state === 'done') return `\n${markdown.text(notes.text.trim())}\n`
  const why = notes.reason ? `: ${oneLine(notes.reason, 300)}` : ''
  const words = `There are no notes${why}. The transcript is kept. Again:`
  return `\n${hangingLines(words, widthOf(io))}\n${copied({ id, io }, (name) => `talk retry ${name} notes`)}`
}

function mergeText({ state, files, howTo }: CloseResult['merge'], id: string, io: Io): string {
  if (state === 'done') return '\nMerged into the integration branch in one commit.\n'
  if (state === 'none') return ''
  const where = files.map((path) => `  ${oneLine(path, 300)}\n`).join('')
  return `\nNot merged; the branch is kept. In conflict:\n${where}${howToText(howTo ?? [])}Then (with --settled where the message is your own):\n${copied({ id, io }, (name) => `talk retry ${name} merge`)}`
}

/** In shell syntax: a step that is not a command becomes a comment. */
function howToText(steps: readonly HowToStep[]): string {
  return steps.map((step) => `${clean('command' in step ? step.command : `# ${step.words}`)}\n`).join('')
}

async function agreed(message: string): Promise<boolean> {
  const clack = await import('@clack/prompts')
  return (await clack.confirm({ message })) === true
}
