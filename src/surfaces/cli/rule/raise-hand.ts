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
import { ruleByMode } from './command.js'
import type { Given } from './declare.js'
import { readIfThere, statePath, writeWhole } from './files.js'
import type { RuleIo } from './io.js'
import { refuse, say, wrong } from './refusal.js'
import { needed } from './values.js'

/** Refusals name the mode too, since each mode has other required flags. */
const missing = ({ flag, mode }: Given) => `${say.required(flag)} for --${mode}`

const cycle = { ...needed('n'), missing }
const request = { requesting: { ...needed('a'), missing }, target: { ...needed('b'), missing } }

export const raiseHandArbiter = ruleByMode({
  name: 'raise-hand-arbiter',
  choose: 'last',
  none: 'one subcommand is required; see --help',
  modes: {
    detect: {
      about: 'the target of the first [raise-hand → respond to NAME] in the body',
      flags: { detect: { takes: 'body', as: detectRaiseHand } },
      run: ({ detect }) => `${detect ?? refuse(1, 'no raise-hand marker detected')}\n`,
    },
    'plan-insertion': {
      about: 'who speaks from now on, one a line: the target, then those after the requester',
      flags: { invitees: { ...needed('csv'), missing }, ...request, cycle },
      run({ invitees, ...request }) {
        const plan = planInsertion(splitNames(invitees), request)
        if (plan.kind === 'refused') refuse(2, plan.reason)
        return plan.speakers.map((speaker) => `${speaker}\n`).join('')
      },
    },
    'record-raise-hand': {
      about: 'honored, or deferred-to-next-cycle if the cycle had its request already',
      flags: { cycle, ...request },
      run({ cycle, ...request }, io) {
        const { ledger, status } = recordRaiseHand(readLedger(io), cycleNumber(cycle), request)
        writeWhole(ledgerFile(io), renderLedger(ledger))
        return `${status}\n`
      },
    },
    'pending-deferred': {
      about: 'what the cycle before deferred, <requesting>-><target> a line',
      flags: { cycle },
      run({ cycle }, io) {
        const pending = pendingFor(readLedger(io), cycleNumber(cycle))
        return pending.map(({ requesting, target }) => `${requesting}->${target}\n`).join('')
      },
    },
    'log-line': {
      about: "the transcript's line about a request",
      flags: {
        cycle,
        ...request,
        status: { ...needed('s'), missing, among: ['honored', 'deferred-to-next-cycle'] },
      },
      run: ({ cycle, status, ...request }) => `${raiseHandLine(cycle, request, status)}\n`,
    },
  },
  environment: { RAISE_HAND_STATE: 'the ledger (default: gaia-meeting-raise-hand.env in $TMPDIR or /tmp)' },
  exits: { 0: 'done', 1: 'no marker detected', 2: 'requester or target not invited', wrong: 3 },
  example:
    'parley rule raise-hand-arbiter --plan-insertion --invitees A,B,C,D --requesting A --target C --cycle 1',
})

function readLedger(io: RuleIo) {
  return parseLedger(readIfThere(ledgerFile(io)) ?? '')
}

function ledgerFile(io: RuleIo): string {
  return statePath(io, 'RAISE_HAND_STATE', 'gaia-meeting-raise-hand.env')
}

/** Checked after all flags are known to be there, because a missing flag should be reported first. */
function cycleNumber(cycle: string): number {
  return positiveOf(cycle) ?? wrong(say.mustBe('cycle', 'a positive integer', cycle))
}
