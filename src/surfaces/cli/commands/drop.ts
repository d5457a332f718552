// CLI `parley drop`: ends meetings that nobody will finish. Their journals stay, and say so.

import { dirname } from 'node:path'
import { CannotGoOn, WrongUsage } from '../../../kernel/errors.js'
import { parley } from '../../../parley.js'
import { parleyHome } from '../../../workspace/home.js'
import { eraseMeeting } from '../../../workspace/left-behind.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { meetingNamed, type Named, newest } from '../places.js'
import { agreed } from '../present.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { say } from '../screen/hanging.js'

export const command: Command = {
  about:
    'Ends meetings that nobody will finish. Nothing is deleted: the journal stays and says that you dropped it, and its files stay\n' +
    'where they are. It waits for nobody any more; `parley fork` can still branch off it.\n' +
    'With --erase the journal of any meeting is removed for good, after a question; documents in the workspace stay.',
  operands: [
    { name: 'ID', about: 'the meetings: ids, parts of them that no others have, or `last`', rest: true },
  ],
  flags: {
    why: { takes: 'TEXT', about: 'the reason, for the record' },
    erase: { about: 'remove its journal for good; without a terminal --yes says that you mean it' },
  },
  examples: [
    ['parley drop split-the-api', 'it will not be finished'],
    [
      'parley drop 20260316-101500 choose-a-queue --why "Settled by mail."',
      'two at once, and why, for the record',
    ],
  ],
  async run(args, io) {
    const words = args.required('ID').split(/\s+/)
    const meant = await Promise.all(words.map((word) => meetingNamed(word, args, io, newest)))
    if (args.has('erase')) return eraseAll(meant, args, io)
    // All are looked at before the first is ended: a wrong word among them leaves every meeting as it was.
    const titles = await Promise.all(meant.map(titleOfOpen))
    for (const [at, { root, id }] of meant.entries()) {
      await parley(root).abandon(id, reason(args))
      tell(id, titles[at] ?? id, args, io)
    }
    return exits.fine
  },
}

/** All are looked at before the first is erased. */
async function eraseAll(meant: readonly Named[], args: Args, io: Io): Promise<number> {
  for (const one of meant) await mustBeErasable(one)
  for (const { id, journals } of meant) {
    const title = oneLine((await journals.summary(id))?.title ?? id, 100)
    const question = `Remove the journal of \u201c${title}\u201d (${id}) for good?`
    if (!args.has('yes') && !(await agreed(question, args, io)))
      throw new CannotGoOn(
        'LEFT',
        `${id} was not erased.`,
        'At a terminal you are asked; elsewhere --yes says it.',
      )
    eraseMeeting(parleyHome(), dirname(journals.whereIs(id)))
    if (args.has('json')) emit(io, { type: 'erased', id })
    else say(io, `Erased: ${title} (${id}). Its documents stay.`)
  }
  return exits.fine
}

async function mustBeErasable({ id, journals, talk }: Named): Promise<void> {
  if (talk) throw new WrongUsage(`${id} is a talk.`, `End it with \`parley talk close ${id}\`.`)
  if (await journals.of(id).held()) throw heldNow(id)
}

function heldNow(id: string): WrongUsage {
  return new WrongUsage(
    `A process holds meeting ${id} now.`,
    'End that one first, with Ctrl-C where it runs.',
  )
}

function reason(args: Args): string {
  const why = args.value('why')
  return why === undefined ? 'dropped by the person' : `dropped by the person: ${oneLine(why, 400)}`
}

/** What it is called, if it can be dropped. */
async function titleOfOpen({ root, id, journals, talk }: Named): Promise<string> {
  if (talk) throw new WrongUsage(`${id} is a talk.`, `End it with \`parley talk close ${id}\`.`)
  const summary = await parley(root).summary(id)
  if (!summary || summary.status === 'concluded' || summary.status === 'aborted')
    throw new WrongUsage(`Meeting ${id} has ended; there is nothing to drop.`, 'See: `parley list`.')
  if (await journals.of(id).held()) throw heldNow(id)
  return summary.title
}

function tell(id: string, title: string, args: Args, io: Io): void {
  if (args.has('json')) emit(io, { type: 'dropped', id })
  else say(io, `Dropped: ${oneLine(title, 100)} (${id}). Its journal stays.`)
}
