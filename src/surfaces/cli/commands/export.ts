// CLI `parley export`: a meeting as a file for readers without parley. Reads the journal, writes one file or to standard output.

import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CannotGoOn } from '../../../kernel/errors.js'
import type { Line } from '../../../kernel/line.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { citedProposals } from '../../../story/proposals.js'
import { titled } from '../../../story/story.js'
import { tell } from '../../../story/teller.js'
import { toldDissents } from '../../../story/told-dissents.js'
import type { Command } from '../command.js'
import { idOperand, meetingOf, newest } from '../places.js'
import { emit } from '../screen/emit.js'

export const command: Command = {
  about:
    'A meeting as a file: Markdown minutes, JSON with the whole journal, or one HTML page that needs nothing else.\n' +
    'Without --out it goes to standard output.',
  operands: [idOperand],
  flags: {
    format: { takes: 'FORMAT', about: 'default: markdown', among: ['markdown', 'json', 'html'] },
    out: { takes: 'FILE', about: 'write there' },
  },
  examples: [
    ['parley export split-the-api > minutes.md', 'the minutes as Markdown'],
    ['parley export split-the-api --format html --out minutes.html', 'one page to send to somebody'],
  ],
  async run(args, io) {
    const { id, journals, title } = await meetingOf(args, io, newest)
    const { lines, damage } = await journals.of(id).readable()
    const format = args.value('format') ?? 'markdown'
    const text = await rendered(format, lines, title)
    const out = args.value('out')
    if (out === undefined) io.out(text)
    else {
      writeOut(resolve(io.cwd, out), text)
      if (args.has('json')) emit(io, { type: 'exported', id, format, path: resolve(io.cwd, out) })
      else io.err(`Wrote ${out}.\n`)
    }
    if (damage !== null)
      io.err(`The journal is damaged after line ${lines.length}; what comes before it was exported.\n`)
    return 0
  },
}

async function rendered(format: string, lines: readonly Line[], title: string | undefined): Promise<string> {
  const story = titled(tell(lines, await loadTellings()), title)
  if (format === 'json')
    return `${JSON.stringify({ summary: story.summary, dissents: toldDissents(story), proposals: citedProposals(story), lines }, null, 2)}\n`
  if (format === 'html') return (await import('../export/html.js')).htmlOf(story)
  return (await import('../export/markdown.js')).markdownOf(story)
}

function writeOut(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new CannotGoOn(
      'EXPORT',
      `${path} could not be written: ${(error as Error).message}.`,
      'Name another file with --out.',
    )
  }
}
