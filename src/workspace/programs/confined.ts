// A program of a seat or of a gate: in the sandbox of this machine where there is one and the person wants it, else confined by its folder
// and its environment alone.

import { realpath } from 'node:fs/promises'
import type { CommandRules } from '../command-rules.js'
import { seatVariables } from '../nested.js'
import { confinementOf, findSandbox } from '../sandbox/sandbox.js'
import { environment } from './environment.js'
import { reasonsFor } from './reasons.js'
import { type ProgramEnd, type ProgramStart, startProgram } from './start.js'

export interface ConfinedStart extends Pick<ProgramStart, 'argv' | 'timeoutMs' | 'signal' | 'onOutput'> {
  readonly folder: string
  readonly commands: CommandRules
  /** Patterns of files that hold secrets and that it may read. */
  readonly secretFiles: readonly string[]
  /** What its environment is made from; what is private is taken out. */
  readonly env: NodeJS.ProcessEnv
  /** The meeting of the seat that runs it; absent for a program that no seat runs. */
  readonly meeting?: string | undefined
}

/** How much of the end of its output is looked at for reasons of a failure. */
const LAST_CHARACTERS = 20_000

export async function startConfined(asked: ConfinedStart): Promise<ProgramEnd> {
  const { folder, commands, secretFiles, env, meeting, ...start } = asked
  const given = { ...environment(env), ...(meeting === undefined ? {} : seatVariables(meeting)) }
  const cwd = await realpath(folder)
  const found = commands.sandbox ? await findSandbox() : null
  if (found?.kind !== 'sandbox') return startProgram({ ...start, cwd, env: given })
  const { sandbox } = found
  const confinement = await confinementOf(cwd, { network: commands.network, secretFiles }, env)
  let printed = ''
  const onOutput: ProgramStart['onOutput'] = (piece, from) => {
    printed = (printed + piece.toString('utf8')).slice(-LAST_CHARACTERS)
    start.onOutput(piece, from)
  }
  const argv = sandbox.confine(start.argv, confinement)
  const end = await startProgram({ ...start, argv, cwd, env: given, onOutput })
  if (end.kind !== 'ended' || end.code === 0) return end
  if (sandbox.isMissing(printed)) return { kind: 'missing' }
  start.onOutput(Buffer.from(reasonsFor(printed, confinement)), 'stderr')
  return end
}
