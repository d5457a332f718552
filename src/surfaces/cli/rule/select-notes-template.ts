// Rule `select-notes-template`: maps a closing-artifact bias to the file that its draft starts from.
import { isBias, notesTemplate } from '../../../rules/modes.js'
import { libraryPath } from '../library-path.js'
import type { RuleCommand } from './command.js'
import { isFile } from './files.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'select-notes-template'

export const command: RuleCommand = {
  summary: 'Maps a closing-artifact bias to its notes template.',
  help: `Usage: parley rule select-notes-template --bias <bias>

Prints the absolute path of the template.

Flags:
  --bias <bias>         as resolve-invitees prints it

Exit codes: 0 found, 2 bad arguments, 3 unknown bias, 4 the template file is missing

Example:
  parley rule select-notes-template --bias decision-record
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['bias'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 2, flags.message)
    const bias = flags.value('bias')
    if (!bias) return refuse(io, NAME, 2, '--bias is required')
    if (!isBias(bias)) return refuse(io, NAME, 3, `unknown bias '${bias}'`)
    const path = templatePath(notesTemplate(bias))
    if (!isFile(path)) return refuse(io, NAME, 4, `no template at ${path}; reinstall parley to bring it back`)
    io.out(`${path}\n`)
    return 0
  },
}

function templatePath(file: string): string {
  return libraryPath('meet', 'templates', file)
}
