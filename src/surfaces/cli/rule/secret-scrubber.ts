// CLI `parley rule secret-scrubber`: copies a file with known kinds of secret redacted. Works on bytes, so the rest survives.
import { readFileSync } from 'node:fs'
import { scrubSecrets } from '../../../rules/secret-patterns.js'
import type { RuleCommand } from './command.js'
import { at, isFile } from './files.js'
import { readFlags, refuse } from './flags.js'
import { tryWrite } from './try-write.js'

const HELPER = 'secret-scrubber'

export const command: RuleCommand = {
  summary: 'Copies a file with known kinds of secret redacted.',
  help: `Usage: parley rule secret-scrubber --in FILE --out FILE

Redacts cloud keys, access tokens, private keys and named opaque values. A file without any is copied byte for byte.

Exit codes: 0 copied; 2 a flag is missing, no such input, an output that cannot be written, or an
unknown argument.

Example: parley rule secret-scrubber --in transcript.md --out clean.md
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['in', 'out'] })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const from = flags.value('in')
    const to = flags.value('out')
    if (!from) return refuse(io, HELPER, 2, '--in is required')
    if (!to) return refuse(io, HELPER, 2, '--out is required')
    if (!isFile(at(io, from))) return refuse(io, HELPER, 2, `no such file: ${from}`)
    const text = readFileSync(at(io, from), 'latin1')
    const failure = tryWrite(at(io, to), Buffer.from(scrubSecrets(text).text, 'latin1'))
    return failure ? refuse(io, HELPER, 2, `cannot write ${to}: ${failure}`) : 0
  },
}
