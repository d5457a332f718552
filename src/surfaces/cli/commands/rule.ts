// CLI `parley rule`: passes its arguments on unchanged. Each rule command parses them and has its own exit codes.

import type { Io } from '../io.js'
import { runRule } from '../rule/index.js'
import { ruleIo } from '../rule/io.js'

export function rule(argv: readonly string[], io: Io): Promise<number> {
  return runRule(argv, ruleIo(io))
}
