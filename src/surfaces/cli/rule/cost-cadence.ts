// Rule `cost-cadence`: keeps the count of emitted turns behind the cost check.

import {
  costCheckDue,
  DEFAULT_COST_CADENCE,
  parseCounter,
  renderCounter,
  tick,
} from '../../../rules/cost-cadence.js'
import { positiveOf } from '../../../rules/counts.js'
import type { RuleCommand } from './command.js'
import { at, readIfThere, writeWhole } from './files.js'
import { readFlags, refuse } from './flags.js'

const NAME = 'cost-cadence'

export const command: RuleCommand = {
  summary: 'Counts emitted turns and says when the cost check is due.',
  help: `Usage: parley rule cost-cadence --state <file> --get | --tick | --should-fire [--cadence <n>]

Flags:
  --state <file>        one line, counter=<n>; absent means 0
  --get                 print the counter
  --tick                add one, store, print
  --should-fire         exit 0 when the counter is above 0 and a multiple of the cadence, else 1
  --cadence <n>         a positive integer (default: ${DEFAULT_COST_CADENCE})

Exit codes: 0 done or due, 1 not due, 3 bad arguments or a state file that is no counter

Example:
  parley rule cost-cadence --state cost.txt --tick
`,
  run(argv, io) {
    const flags = readFlags(argv, {
      values: ['state', 'cadence'],
      switches: ['get', 'tick', 'should-fire'],
    })
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const file = flags.value('state')
    if (!file) return refuse(io, NAME, 3, '--state is required')
    const given = flags.value('cadence')
    const cadence = given === undefined ? DEFAULT_COST_CADENCE : positiveOf(given)
    if (cadence === undefined)
      return refuse(io, NAME, 3, `--cadence must be a positive integer (got: '${given}')`)
    const counter = parseCounter(readIfThere(at(io, file)))
    if (counter === undefined) return refuse(io, NAME, 3, `${file} is no counter; it should hold counter=<n>`)
    if (flags.has('get')) {
      io.out(`${counter}\n`)
      return 0
    }
    if (flags.has('tick')) {
      writeWhole(at(io, file), renderCounter(tick(counter)))
      io.out(`${tick(counter)}\n`)
      return 0
    }
    if (flags.has('should-fire')) return costCheckDue(counter, cadence) ? 0 : 1
    return refuse(io, NAME, 3, 'one of --get, --tick, --should-fire is required')
  },
}
