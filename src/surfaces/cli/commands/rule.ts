// CLI `parley rule`: hands its words over as they are. The helpers read them, and decide their own exit codes.

import type { Io } from '../io.js'
import { runRule } from '../rule/index.js'
import { processIo } from '../rule/process-io.js'

export async function rule(argv: readonly string[], io: Io): Promise<number> {
  return runRule(argv, { ...processIo(), out: io.out, err: io.err, env: io.env, cwd: io.cwd, now: io.now })
}
