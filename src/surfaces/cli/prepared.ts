// Prepared answers: the file of `--answers`, else the `answers` of the script that the person gave this meeting at the command line.

import { resolve } from 'node:path'
import type { Agents } from '../../agents/recorded.js'
import type { Prepared } from './answers.js'
import type { Args } from './command.js'
import type { Io } from './io.js'

/** `root` is the workspace: the journal names its script relative to it. */
export async function preparedFor(
  { args, io, root }: { readonly args: Args; readonly io: Io; readonly root: string },
  agents: Pick<Agents, 'default' | 'seats' | 'answers'> | undefined,
): Promise<readonly Prepared[]> {
  const file = args.value('answers')
  if (file !== undefined) return answersOnce(args, resolve(io.cwd, file))
  if (agents?.answers === false) return []
  const script =
    agents && [agents.default, ...Object.values(agents.seats)].find((spec) => spec.startsWith('script:'))
  if (!script) return []
  const { readScript } = await import('../../agents/script/file.js')
  return readScript(resolve(root, script.slice('script:'.length))).answers
}

/** A command looks at its answers before and while it holds a meeting; a pipe can be read only once. */
async function answersOnce(args: Args, file: string): Promise<readonly Prepared[]> {
  const known = read.get(args)
  if (known) return known
  const { parseAnswers, readAnswers } = await import('../../agents/script/file.js')
  // Standard input may be a socket, which cannot be opened by its name.
  const answers = isStandardInput(file) ? parseAnswers(await standardInput(), file) : readAnswers(file)
  read.set(args, answers)
  return answers
}

const read = new WeakMap<Args, readonly Prepared[]>()

const isStandardInput = (file: string): boolean =>
  ['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(file)

export async function standardInput(): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}
