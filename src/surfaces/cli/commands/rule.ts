// CLI `parley rule`: passes its arguments on as they are. Each rule command reads them and has exit codes of its own.

import type { Io } from '../io.js'
import { runRule } from '../rule/index.js'
import { ruleIo } from '../rule/io.js'

export function rule(argv: readonly string[], io: Io): Promise<number> {
  return runRule(argv, ruleIo(io))
}
