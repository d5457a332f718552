// Rule `raise-hand-arbiter`: detects raised hands, plans the insertion, allows one per cycle. Keeps a ledger file.
import { positiveOf } from '../../../rules/counts.js'
import { splitNames } from '../../../rules/names.js'
import {
  detectRaiseHand,
  parseLedger,
  pendingFor,
  planInsertion,
  raiseHandLine,
  recordRaiseHand,
  renderLedger,
} from '../../../rules/raise-hand.js'
import type { RuleCommand, RuleIo } from './command.js'
import { readIfThere, writeWhole } from './files.js'
import { type Flags, readFlags, refuse } from './flags.js'
import { statePath } from './state-path.js'

const NAME = 'raise-hand-arbiter'

export const command: RuleCommand = {
  summary: 'Detects raised hands, plans the insertion, allows one per cycle.',
  help: `Usage: parley rule raise-hand-arbiter --detect <body>
       parley rule raise-hand-arbiter --plan-insertion --invitees <csv> --requesting <a> --target <b> --cycle <n>
       parley rule raise-hand-arbiter --record-raise-hand --cycle <n> --requesting <a> --target <b>
       parley rule raise-hand-arbiter --pending-deferred --cycle <n>
       parley rule raise-hand-arbiter --log-line --cycle <n> --requesting <a> --target <b> --status <s>

  --detect               the target of the first [raise-hand → respond to NAME] in the body
  --plan-insertion       who speaks from now on, one a line: the target, then those after the requester
  --record-raise-hand    honored, or deferred-to-next-cycle if the cycle had its request already
  --pending-deferred     what the cycle before deferred, <requesting>-><target> a line
  --log-line             the transcript's line about a request

Environment:
  RAISE_HAND_STATE       the ledger (default: gaia-meeting-raise-hand.env in $TMPDIR or /tmp)

Exit codes: 0 done, 1 no marker detected, 2 requester or target not invited, 3 bad arguments

Example:
  parley rule raise-hand-arbiter --plan-insertion --invitees A,B,C,D --requesting A --target C --cycle 1
`,
  run(argv, io) {
    const flags = readFlags(argv, SPEC)
    if (flags.kind === 'bad') return refuse(io, NAME, 3, flags.message)
    const asked = flags.order
      .map((flag) => flag.name)
      .filter(isSubcommand)
      .at(-1)
    if (asked === undefined) return refuse(io, NAME, 3, 'one subcommand is required; see --help')
    const missing = NEEDS[asked].find((option) => !flags.value(option))
    if (missing !== undefined) return refuse(io, NAME, 3, `--${missing} is required for --${asked}`)
    return subcommands[asked](flags, io)
  },
}

const SPEC = {
  values: ['detect', 'invitees', 'requesting', 'target', 'cycle', 'status'],
  switches: ['plan-insertion', 'record-raise-hand', 'pending-deferred', 'log-line'],
} as const
type Option = (typeof SPEC.values)[number]
type Given = Flags<Option, (typeof SPEC.switches)[number]>
type Subcommand = 'detect' | (typeof SPEC.switches)[number]

const NEEDS: Record<Subcommand, readonly Option[]> = {
  detect: [],
  'plan-insertion': ['invitees', 'requesting', 'target', 'cycle'],
  'record-raise-hand': ['cycle', 'requesting', 'target'],
  'pending-deferred': ['cycle'],
  'log-line': ['cycle', 'requesting', 'target', 'status'],
}

const subcommands: Record<Subcommand, (flags: Given, io: RuleIo) => number> = {
  detect,
  'plan-insertion': plan,
  'record-raise-hand': record,
  'pending-deferred': pending,
  'log-line': logLine,
}

function isSubcommand(name: string): name is Subcommand {
  return name in NEEDS
}

function detect(flags: Given, io: RuleIo): number {
  const target = detectRaiseHand(flags.value('detect') ?? '')
  if (target === undefined) return refuse(io, NAME, 1, 'no raise-hand marker detected')
  io.out(`${target}\n`)
  return 0
}

function plan(flags: Given, io: RuleIo): number {
  const made = planInsertion(splitNames(flags.value('invitees')!), request(flags))
  if (made.kind === 'refused') return refuse(io, NAME, 2, made.reason)
  for (const speaker of made.speakers) io.out(`${speaker}\n`)
  return 0
}

function record(flags: Given, io: RuleIo): number {
  const cycle = positiveOf(flags.value('cycle'))
  if (cycle === undefined) return badCycle(flags, io)
  const { ledger, status } = recordRaiseHand(
    parseLedger(readIfThere(ledgerFile(io)) ?? ''),
    cycle,
    request(flags),
  )
  writeWhole(ledgerFile(io), renderLedger(ledger))
  io.out(`${status}\n`)
  return 0
}

function pending(flags: Given, io: RuleIo): number {
  const cycle = positiveOf(flags.value('cycle'))
  if (cycle === undefined) return badCycle(flags, io)
  for (const { requesting, target } of pendingFor(parseLedger(readIfThere(ledgerFile(io)) ?? ''), cycle)) {
    io.out(`${requesting}->${target}\n`)
  }
  return 0
}

function logLine(flags: Given, io: RuleIo): number {
  const status = flags.value('status')!
  if (status !== 'honored' && status !== 'deferred-to-next-cycle') {
    return refuse(io, NAME, 3, `--status must be honored or deferred-to-next-cycle (got: '${status}')`)
  }
  io.out(`${raiseHandLine(flags.value('cycle')!, request(flags), status)}\n`)
  return 0
}

function request(flags: Given): { requesting: string; target: string } {
  return { requesting: flags.value('requesting')!, target: flags.value('target')! }
}

function ledgerFile(io: RuleIo): string {
  return statePath(io, 'RAISE_HAND_STATE', 'gaia-meeting-raise-hand.env')
}

function badCycle(flags: Given, io: RuleIo): number {
  return refuse(io, NAME, 3, `--cycle must be a positive integer (got: '${flags.value('cycle')}')`)
}
