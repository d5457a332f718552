// CLI `parley rule checkpoint-cadence`: prints how many DISCUSS turns lie between two yields.
import { cadenceFromSettings } from '../../../rules/checkpoint-cadence.js'
import type { RuleCommand } from './command.js'
import { at, readIfThere } from './files.js'
import { readFlags, refuse } from './flags.js'

export const command: RuleCommand = {
  summary: 'Reads how many DISCUSS turns lie between two yields.',
  help: `Usage: parley rule checkpoint-cadence [--settings FILE]

Prints meeting.checkpoint_every_n_turns of the JSON file, held to 1 to 10; 4 when it is not there.

Exit codes: 0 printed, with a warning on standard error if the setting could not be taken as it is; 2 unknown argument.

Example: parley rule checkpoint-cadence --settings .claude/settings.json
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: ['settings'] })
    if (flags.kind === 'bad') return refuse(io, 'checkpoint-cadence', 2, flags.message)
    const settings = flags.value('settings')
    const cadence = cadenceFromSettings(settings ? readIfThere(at(io, settings)) : undefined)
    if (cadence.warning) io.err(`${cadence.warning}\n`)
    io.out(`${cadence.every}\n`)
    return 0
  },
}
