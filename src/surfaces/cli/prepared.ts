// Prepared answers: the file of `--answers`, else what the script that voices this meeting has under `answers`.

import { resolve } from 'node:path'
import type { Agents } from '../../agents/recorded.js'
import type { Prepared } from './answers.js'
import type { Args } from './command.js'
import type { Io } from './io.js'

export async function preparedFor(
  args: Args,
  io: Io,
  agents: Agents | undefined,
): Promise<readonly Prepared[]> {
  const file = args.value('answers')
  if (file !== undefined) {
    const { readAnswers } = await import('../../agents/script/file.js')
    return readAnswers(resolve(io.cwd, file))
  }
  const script =
    agents && [agents.default, ...Object.values(agents.seats)].find((spec) => spec.startsWith('script:'))
  if (!script) return []
  const { readScript } = await import('../../agents/script/file.js')
  return readScript(script.slice('script:'.length)).answers
}
