// CLI `parley export`: a meeting as a file for readers without parley. Reads the journal, writes one file or to standard output.

import { basename, extname, resolve } from 'node:path'
import { WrongUsage } from '../../../kernel/errors.js'
import type { Line } from '../../../kernel/line/line.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { type Format, formats } from '../../../view/exports.js'
import { type Story, titled } from '../../../view/story.js'
import { tell } from '../../../view/teller.js'
import type { Args, Command } from '../command.js'
import { rendered } from '../export/rendered.js'
import type { Io } from '../io.js'
import { idOperand, meetingOf, newest } from '../places.js'
import { emit } from '../screen/emit.js'
import { remark } from '../screen/hanging.js'
import { plural } from '../screen/words.js'
import { writeNamed } from '../write-named.js'

const byExtension: Readonly<Record<string, Wanted>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
  '.adr': 'adr',
  '.issues': 'issues',
  '.jsonl': 'journal',
}

/** The bundle is no rendering: it is made of the journal itself, so the page and other programs have it from this command. */
type Wanted = Format | 'journal'

export const command: Command = {
  about:
    'A meeting as a file, what it came to first: Markdown minutes, one HTML page that needs nothing else and prints well, JSON\n' +
    'with the whole journal, an architecture decision record (MADR 4), or what it leaves to do as issues: one JSON object a line, or\n' +
    'with a folder behind --out one Markdown file each, in the order of the work; files that are there are never overwritten.\n' +
    'The format journal is a bundle: the journal as it is, with the texts beside it, which `parley verify FILE` checks anywhere.\n' +
    'The extension of --out says which: .md, .html, .json, .adr or .adr.md, .issues, .jsonl. Without --out it goes to standard\n' +
    'output.',
  operands: [idOperand],
  flags: {
    format: {
      takes: 'FORMAT',
      about: 'default: as --out ends, else markdown',
      among: [...formats, 'journal', 'md'],
    },
    out: { takes: 'FILE', about: 'write there; issues also into a folder, which is made' },
  },
  examples: [
    ['parley export split-the-api > minutes.md', 'the minutes as Markdown'],
    ['parley export --out minutes.html', 'the newest as one page to send to somebody, or to print'],
    ['parley export split-the-api --out docs/decisions/0007-split-the-api.adr.md', 'as a decision record'],
    ['parley export split-the-api --out meeting.jsonl', 'as a bundle, for `parley verify meeting.jsonl`'],
    ['parley export retry-queue --format issues --out issues', 'one file for each step of an analysis'],
  ],
  async run(args, io) {
    const { id, journals, title } = await meetingOf(args, io, newest)
    const format = formatOf(args)
    if (format === 'journal') {
      const { bundleOf } = await import('../../../workspace/bundle.js')
      await handOver({ id, format, pieces: await bundleOf(journals, id) }, args, io)
      return 0
    }
    const { lines, damage } = await journals.of(id).readable()
    const story = titled(tell(lines, await loadTellings()), title)
    const out = args.value('out')
    if (format === 'issues' && out !== undefined && extname(out).toLowerCase() !== '.issues')
      await writeFiles(story, lines, out, args, io)
    else await handOver({ id, format, pieces: [await rendered(format, story, lines)] }, args, io)
    if (damage !== null)
      remark(io, `The journal is damaged after line ${lines.length}; what comes before it was exported.`)
    return 0
  },
}

interface Exported {
  readonly id: string
  readonly format: Wanted
  /** A bundle may be longer than one text can be. */
  readonly pieces: readonly string[]
}

async function handOver({ id, format, pieces }: Exported, args: Args, io: Io): Promise<void> {
  const out = args.value('out')
  if (out === undefined) {
    if (args.has('json')) emit(io, { type: 'exported', id, format, path: null, text: pieces.join('') })
    else for (const piece of pieces) io.out(piece)
    return
  }
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  await writeNamed(resolve(io.cwd, out), bytes, io.cwd, '--out')
  if (args.has('json')) emit(io, { type: 'exported', id, format, path: resolve(io.cwd, out) })
  else remark(io, `Wrote ${out}.`)
}

function formatOf(args: Args): Wanted {
  const [named, out] = [args.value('format'), args.value('out')]
  const known =
    named === 'md' ? 'markdown' : [...formats, 'journal' as const].find((format) => format === named)
  if (known || out === undefined) return known ?? 'markdown'
  const name = basename(out).toLowerCase()
  const end = /(?:^|[.-])adr\.md$/.test(name) ? '.adr' : extname(name)
  const format = Object.hasOwn(byExtension, end) ? byExtension[end] : undefined
  if (format) return format
  throw new WrongUsage(
    `Nothing is exported as "${end || basename(out)}".`,
    `End the name in one of ${Object.keys(byExtension).join(', ')}, or say which with --format.`,
  )
}

/** One file an issue. */
async function writeFiles(
  story: Story,
  lines: readonly Line[],
  out: string,
  args: Args,
  io: Io,
): Promise<void> {
  const [{ writeIssues }, { withoutAddresses }] = await Promise.all([
    import('../export/issues.js'),
    import('../export/rendered.js'),
  ])
  const folder = resolve(io.cwd, out)
  const { written, kept } = writeIssues(story, folder, (text) => withoutAddresses(text, lines))
  if (args.has('json')) {
    emit(io, { type: 'exported', id: story.summary.id, format: 'issues', path: folder, written, kept })
    return
  }
  if (written.length + kept.length === 0)
    remark(io, 'This meeting leaves nothing to do, so there are no issues.')
  if (written.length > 0) remark(io, `Wrote ${plural(written.length, 'file')} to ${out}.`)
  if (kept.length > 0) remark(io, `Kept as they are, because they exist: ${kept.join(', ')}.`)
}
