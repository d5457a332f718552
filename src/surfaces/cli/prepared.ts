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
  if (file !== undefined) {
    const { readAnswers } = await import('../../agents/script/file.js')
    return readAnswers(resolve(io.cwd, file))
  }
  if (agents?.answers === false) return []
  const script =
    agents && [agents.default, ...Object.values(agents.seats)].find((spec) => spec.startsWith('script:'))
  if (!script) return []
  const { readScript } = await import('../../agents/script/file.js')
  return readScript(resolve(root, script.slice('script:'.length))).answers
}
