// CLI `parley verify`: can this record be trusted? Calls no model and writes nothing. Exit 0 when it can, 1 when not.

import { type Parley, parley } from '../../../parley.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { citedBy } from '../../../story/citations.js'
import { tell } from '../../../story/teller.js'
import type { Command } from '../command.js'
import { exits } from '../exit.js'
import { idOperand, meetingOf, newest } from '../places.js'
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
    'against. Exit 0 when nothing was found; else 1, one line for each finding.',
  operands: [idOperand],
  examples: [['parley verify', 'is the record what was said, and the file what was recorded?']],
  async run(args, io) {
    const { root, id, talk } = await meetingOf(args, io, newest)
    if (talk) return (await import('../talk/deeds.js')).verifyTalk(id, args, io)
    const here = parley(root)
    const { findings, sources, prompts, lines, turns, documents } = await here.verify(id)
    const ok = findings.length === 0
    const notices = [
      ...(await changedSince(here, id)).map(changedText),
      ...sources.gone.map(goneText),
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
    const again = sources.stand > 0 ? `, ${plural(sources.stand, 'citation')}` : ''
    const seen = `${plural(lines, 'line')}, ${plural(turns, 'turn')}, ${plural(documents, 'document')}${again}`
    say(
      io,
      findings.length === 0
        ? `${colour.green('verified')} ${id}: ${seen}.`
        : `${id}: ${plural(findings.length, 'finding')} in ${seen}.`,
    )
    return ok ? exits.fine : exits.other
  },
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
