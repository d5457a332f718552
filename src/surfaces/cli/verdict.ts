// The verdict of a command: read from its flags, made when its meeting has ended, printed and written where it is wanted.

import { resolve } from 'node:path'
import { WrongUsage } from '../../kernel/errors.js'
import type { Parley } from '../../parley.js'
import { type FailCondition, failConditions, readConditions, type Verdict } from '../../rules/verdict.js'
import { verdictOn } from '../../verdicts.js'
import { verdictLines } from '../verdict-text.js'
import type { Args } from './command.js'
import type { Io } from './io.js'
import { oneLine } from './screen/clean.js'
import { emit } from './screen/emit.js'
import { say } from './screen/hanging.js'
import { writeNamed } from './write-named.js'

/** Checked before a meeting is opened: a wrong word must not cost one. */
export function conditionsIn(args: Args): readonly FailCondition[] {
  const read = readConditions(args.value('fail-on') ?? '')
  if (read.kind === 'conditions') return read.conditions
  throw new WrongUsage(
    `--fail-on knows no condition "${read.word}".`,
    `Name some of ${failConditions.join(', ')}, with commas between them.`,
  )
}

interface Asked {
  readonly parley: Parley
  readonly id: string
  readonly args: Args
  readonly io: Io
}

/** After a run: the verdict that `--fail-on` and `--verdict` asked for, with the exit code that the process will have. */
export async function verdictAsked({ parley, id, args }: Asked, exit: number): Promise<Verdict | undefined> {
  if (args.value('verdict') === undefined && !args.has('fail-on')) return undefined
  const judged = await verdictOn(parley, id, conditionsIn(args))
  return { ...judged, exit: judged.failed.length > 0 ? judged.exit : exit }
}

/** Written first: what is printed last is a verdict that stands where it was wanted. */
export async function tellVerdict(verdict: Verdict, { args, io }: Asked): Promise<void> {
  const file = args.value('verdict')
  if (file !== undefined) {
    const text = `${JSON.stringify({ type: 'verdict', ...verdict })}\n`
    await writeNamed(resolve(io.cwd, file), text, io.cwd, '--verdict')
  }
  printVerdict(verdict, args, io)
}

export function printVerdict(verdict: Verdict, args: Args, io: Io): void {
  if (args.has('json')) emit(io, { type: 'verdict', ...verdict })
  else for (const line of verdictLines(verdict)) say(io, oneLine(line, 400))
}
