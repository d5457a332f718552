// Rules that count, each in a file of its own: raised hands, turns, tokens.
import * as cost from '../../../rules/cost-cadence.js'
import { DEFAULT_MAX_TURNS, judgeMaxTurns } from '../../../rules/max-turns.js'
import { splitNames } from '../../../rules/names.js'
import * as cap from '../../../rules/per-agent-cap.js'
import * as hands from '../../../rules/raise-hand.js'
import { type Call, exit, type Handlers } from './call.js'
import { at, type RuleIo, readIfThere, refuse, statePath, writeWhole, wrong } from './io.js'

const RAISED_HANDS: Handlers = {
  detect: (call) =>
    `${hands.detectRaiseHand(call.present('detect')) ?? refuse(1, 'no raise-hand marker detected')}\n`,

  'plan-insertion'(call) {
    const asked = neededFor(call, 'plan-insertion', ['invitees', 'requesting', 'target', 'cycle'])
    const plan = hands.planInsertion(splitNames(asked.invitees), asked)
    if (plan.kind === 'refused') refuse(2, plan.reason)
    return plan.speakers.map((speaker) => `${speaker}\n`).join('')
  },

  'record-raise-hand'(call) {
    const request = neededFor(call, 'record-raise-hand', ['cycle', 'requesting', 'target'])
    const { file, before } = ledgerIn(call.io)
    const { ledger, status } = hands.recordRaiseHand(before, call.positive('cycle'), request)
    writeWhole(file, hands.renderLedger(ledger))
    return `${status}\n`
  },

  'pending-deferred'(call) {
    neededFor(call, 'pending-deferred', ['cycle'])
    const pending = hands.pendingFor(ledgerIn(call.io).before, call.positive('cycle'))
    return pending.map(({ requesting, target }) => `${requesting}->${target}\n`).join('')
  },

  'log-line'(call) {
    const { cycle, ...asked } = neededFor(call, 'log-line', ['cycle', 'requesting', 'target', 'status'])
    const status = call.among('status', ['honored', 'deferred-to-next-cycle'])
    return `${hands.raiseHandLine(cycle, asked, status)}\n`
  },
}

export const handlers: Handlers = {
  'raise-hand-arbiter': (call) => call.lastOf(RAISED_HANDS, 'one subcommand is required; see --help'),

  'max-turns-cap'(call) {
    if (!call.has('check')) wrong('--check is required')
    const emitted = call.count('emitted-turns')
    const verdict = judgeMaxTurns({ emitted, cap: call.positive('max-turns', DEFAULT_MAX_TURNS) })
    return verdict.kind === 'allowed' ? '' : exit(2, `${verdict.lines.join('\n')}\n`)
  },

  'per-agent-cap'(call) {
    if (call.has('unmute')) wrong('--unmute is forbidden — muting is one-way')
    const [file, agent] = [at(call.io, call.needed('state')), call.line('agent')]
    const before = cap.parseCapState(readIfThere(file) ?? '')
    return call.lastOf({
      accumulate() {
        const tokens = call.count('tokens')
        const most = call.positive('per-agent-cap', cap.DEFAULT_PER_AGENT_CAP)
        const { state, mutedLine } = cap.accumulate(before, agent, tokens, most)
        writeWhole(file, cap.renderCapState(state))
        return mutedLine === undefined ? '' : `${mutedLine}\n`
      },
      get: () => `${cap.spokenBy(before, agent).tokens}\n`,
      'is-muted': () => exit(cap.spokenBy(before, agent).muted ? 0 : 1),
    })
  },

  'cost-cadence'(call) {
    const file = call.needed('state')
    const cadence = call.positive('cadence', cost.DEFAULT_COST_CADENCE)
    const counter =
      cost.parseCounter(readIfThere(at(call.io, file))) ??
      wrong(`${file} is no counter; it should hold counter=<n>`)
    if (call.has('get')) return `${counter}\n`
    if (call.has('tick')) {
      writeWhole(at(call.io, file), cost.renderCounter(cost.tick(counter)))
      return `${cost.tick(counter)}\n`
    }
    if (call.has('should-fire')) return exit(cost.costCheckDue(counter, cadence) ? 0 : 1)
    return wrong('one of --get, --tick, --should-fire is required')
  },
}

/** Refusals name the mode too, since each mode has other required flags. */
function neededFor<const Flag extends string>(call: Call, mode: string, flags: readonly Flag[]) {
  const values = flags.map((flag) => [flag, call.needed(flag, `--${flag} is required for --${mode}`)])
  return Object.fromEntries(values) as Record<Flag, string>
}

function ledgerIn(io: RuleIo) {
  const file = statePath(io, 'RAISE_HAND_STATE', 'gaia-meeting-raise-hand.env')
  return { file, before: hands.parseLedger(readIfThere(file) ?? '') }
}
