// CLI `parley verify`: can this record be trusted? Calls no model and writes nothing. Exit 0 when it can, 1 when not.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { WrongUsage } from '../../../kernel/errors.js'
import type { Verification } from '../../../kernel/verify/verify.js'
import { mostOfText } from '../../../kernel/world.js'
import { type Parley, parley, verifyBundle } from '../../../parley.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { citedBy } from '../../../view/citations.js'
import { tell } from '../../../view/teller.js'
import { mostOfBundle } from '../../../workspace/bundle.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { idOperand, meetingNamed, newest } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { say } from '../screen/hanging.js'
import { paint } from '../screen/paint.js'
import { plural } from '../screen/words.js'

export const command: Command = {
  about:
    'Checks a meeting: every byte of its journal fits its chain of hashes, every turn has its receipt, the procedure run\n' +
    'again takes the recorded steps, makes the prompts that were sent and renders the recorded documents, and the documents\n' +
    'on disk are those. No model is called. What was cited and called verified is looked up again in the commit it was checked\n' +
    'against. Exit 0 when nothing was found; else 1, one line for each finding.\n' +
    'A bundle of `parley export --format journal` is checked on any machine, without its repository. With the RECORD of the meeting\n' +
    'behind it: whether that record names this journal, and is as the meeting wrote it.',
  operands: [
    { ...idOperand, about: `${idOperand.about}; or the file of a bundle` },
    { name: 'RECORD', about: 'with a bundle: the record that is said to be of its meeting', optional: true },
  ],
  examples: [
    ['parley verify', 'is the record what was said, and the file what was recorded?'],
    ['parley verify meeting.jsonl record.md', 'the same of a bundle and a record, wherever they come from'],
  ],
  async run(args, io) {
    const word = args.operand('ID')
    const file = word === undefined ? undefined : resolve(io.cwd, word)
    if (file !== undefined && isFile(file)) return verifyFile(file, args, io)
    const record = args.operand('RECORD')
    if (record !== undefined || word?.endsWith('.jsonl'))
      throw new WrongUsage(`There is no file ${word}.`, bundleHint)
    const { root, id, journals } = await meetingNamed(word, args, io, newest)
    const here = parley(root, { journals })
    const verification = await here.verify(id)
    const notices = [
      ...(await changedSince(here, id)).map(changedText),
      ...verification.sources.gone.map(goneText),
    ]
    return told({ ...verification, id }, notices, args, io)
  },
}

const bundleHint = 'A bundle is made where the meeting is: `parley export ID --format journal --out FILE`.'

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

async function verifyFile(file: string, args: Args, io: Io): Promise<number> {
  const record = args.operand('RECORD')
  if (record !== undefined && !isFile(resolve(io.cwd, record)))
    throw new WrongUsage(`There is no file ${record}.`, 'Name the record of the meeting, or leave it out.')
  const text = record && bytesOf(resolve(io.cwd, record), mostOfText).toString('utf8')
  const verification = await verifyBundle(bytesOf(file, mostOfBundle), text)
  const left = text === undefined ? 'documents and commits' : 'other documents and commits'
  return told(verification, [`Not looked at: ${left}, which a bundle does not have.`], args, io)
}

function bytesOf(file: string, most: number): Buffer {
  if (statSync(file).size > most) throw new WrongUsage(`${file} has more than ${most} bytes.`, bundleHint)
  return readFileSync(file)
}

function told(
  verification: Verification & { readonly id: string },
  first: readonly string[],
  args: Args,
  io: Io,
): number {
  const { id, findings, sources, prompts, lines, turns, documents } = verification
  const ok = findings.length === 0
  const notices = [
    ...first,
    ...(findings.some(({ line }) => prompts.other.includes(line ?? 0))
      ? []
      : otherPrompts(prompts.other.length)),
  ]
  if (args.has('json')) {
    for (const finding of findings) emit(io, { type: 'finding', ...finding })
    for (const text of notices) emit(io, { type: 'notice', text })
    emit(io, { type: 'verified', id, ok, sources, prompts, lines, turns, documents })
    return ok ? exits.fine : exits.other
  }
  const colour = paint(io, 'output')
  for (const { what } of findings) say(io, `${colour.red('✗')} ${oneLine(what, 400)}`)
  for (const text of notices) say(io, `${colour.yellow('!')} ${oneLine(text, 400)}`)
  const again = sources.stand > 0 ? `, ${plural(sources.stand, 'citation')} looked up again` : ''
  const seen = `${plural(lines, 'line')}, ${plural(turns, 'turn')}, ${plural(documents, 'document')}${again}`
  say(
    io,
    findings.length === 0
      ? `${colour.green('verified')} ${id}: ${seen}.`
      : `${id || 'damaged'}: ${plural(findings.length, 'finding')} in ${seen}.`,
  )
  return ok ? exits.fine : exits.other
}

/** Files may change after a meeting; the reader should know which cited files have changed since. */
async function changedSince(here: Parley, id: string): Promise<readonly string[]> {
  const { items } = tell(await here.lines(id), await loadTellings())
  const cited = citedBy(items)
  const seen = new Map(
    cited.flatMap((one) => (one.path && one.sha256 ? [[one.place ?? one.path, one] as const] : [])),
  )
  const changed: string[] = []
  for (const [place, { path, sha256 }] of seen) {
    const now = await here.world.files.digest(place).catch(() => null)
    // A worktree is taken away when its work is merged.
    if (now !== sha256 && !(now === null && place !== path)) changed.push(place)
  }
  return changed
}

/** A later release may word its prompts otherwise. */
function otherPrompts(count: number): readonly string[] {
  if (count === 0) return []
  return [
    `${plural(count, 'prompt')} cannot be compared: this parley words them otherwise than the one that sent them.`,
  ]
}

function goneText(commit: string): string {
  return `Commit ${commit.slice(0, 10)} is not in this repository: what was verified there cannot be looked at again.`
}

function changedText(path: string): string {
  return `${path} was cited and has changed since.`
}
