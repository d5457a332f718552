// A program of a seat or of a gate: in the sandbox of this machine where there is one and the person wants it, else confined by its folder
// and its environment alone.

import { realpath } from 'node:fs/promises'
import type { CommandRules } from '../command-rules.js'
import { confinementOf, findSandbox } from '../sandbox/sandbox.js'
import { environment } from './environment.js'
import { type ProgramEnd, type ProgramStart, startProgram } from './start.js'

export interface ConfinedStart extends Pick<ProgramStart, 'argv' | 'timeoutMs' | 'signal' | 'onOutput'> {
  readonly folder: string
  readonly commands: CommandRules
  /** What its environment is made from; what is private is taken out. */
  readonly env: NodeJS.ProcessEnv
}

export async function startConfined({ folder, commands, env, ...start }: ConfinedStart): Promise<ProgramEnd> {
  const cwd = await realpath(folder)
  const found = commands.sandbox ? await findSandbox() : null
  if (found?.kind !== 'sandbox') return startProgram({ ...start, cwd, env: environment(env) })
  const { sandbox } = found
  const argv = sandbox.confine(start.argv, await confinementOf(cwd, commands.network, env))
  let complaint = ''
  const onOutput: ProgramStart['onOutput'] = (piece, from) => {
    if (from === 'stderr' && complaint.length < 4000) complaint += piece.toString('utf8')
    start.onOutput(piece, from)
  }
  const end = await startProgram({ ...start, argv, cwd, env: environment(env), onOutput })
  const isMissing = end.kind === 'ended' && end.code !== 0 && sandbox.isMissing(complaint)
  return isMissing ? { kind: 'missing' } : end
}
