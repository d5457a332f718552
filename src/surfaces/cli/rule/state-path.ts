// State path: where a helper keeps its state when the caller names a place by environment variable, or names none.
import { join } from 'node:path'
import type { RuleIo } from './command.js'
import { at } from './files.js'

/** An empty variable counts as unset. */
export function statePath(io: RuleIo, variable: string, fileName: string): string {
  return at(io, io.env[variable] || join(io.env.TMPDIR || '/tmp', fileName))
}
