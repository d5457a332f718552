// Rule `resolve-user-name`: finds the name that labels what the person says.
import { NO_USER_NAME } from '../../../rules/user-name.js'
import type { RuleCommand } from './command.js'
import { readFlags, refuse } from './flags.js'
import { findUserName } from './user-name-sources.js'

const NAME = 'resolve-user-name'

export const command: RuleCommand = {
  summary: "Finds the name that labels the user's interjections.",
  help: `Usage: parley rule resolve-user-name [--settings <file>]

Prints meeting.user_name of the settings file, else git's user.name as git resolves it here.
The account name of the operating system is never used.

Flags:
  --settings <file>     a JSON file (default: .claude/settings.json if it exists, else settings.json)

Exit codes: 0 found, 2 neither source has a name, 3 bad arguments

Example:
  parley rule resolve-user-name --settings .claude/settings.json
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['settings'] })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const name = findUserName(io, flags.value('settings'))
    if (name === undefined) return refuse(io, NAME, 2, NO_USER_NAME)
    io.out(`${name}\n`)
    return 0
  },
}
