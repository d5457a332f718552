// `parley verify --signed`: checks the SSH signatures of a meeting's records, which may have come by git without their journal.

import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { parley } from '../../../parley.js'
import { findRoot } from '../../../workspace/root.js'
import type { Args } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { folderOf, meetingNamed, newest } from '../places.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { paint } from '../screen/paint.js'

export async function verifySigned(args: Args, io: Io): Promise<number> {
  const folder = folderOf(args, io)
  const root = (await findRoot(folder)) ?? folder
  const named =
    args.operand('ID') ?? (await meetingNamed(undefined, args, io, { ...newest, noTalks: true })).id
  const file = args.value('allowed-signers')
  const allowed = file === undefined ? undefined : resolve(io.cwd, file)
  const checks = await parley(root).signatures(seenFrom(root, named, folder), allowed)
  const colour = paint(io, 'output')
  for (const check of checks) {
    const { record, by, fault, signedAt } = check
    if (args.has('json')) emit(io, { type: 'signature', ...check })
    else if (by === null) io.out(`${colour.red('✗')} ${oneLine(record, 200)}: ${oneLine(fault ?? '', 400)}\n`)
    else
      io.out(
        `${colour.green('signed')} ${oneLine(record, 200)}: by ${oneLine(by, 100)}, ${signedAt}. It is as they signed it.\n`,
      )
  }
  return checks.every(({ by }) => by !== null) ? exits.fine : exits.other
}

/** A record is named as the person sees it; parley names files from the workspace. */
function seenFrom(root: string, named: string, folder: string): string {
  const file = resolve(folder, named)
  return existsSync(file) ? relative(root, file).split(sep).join('/') : named
}
