// Rules that count: max-turns-cap, per-agent-cap, cost-cadence.
import {
  costCheckDue,
  DEFAULT_COST_CADENCE,
  parseCounter,
  renderCounter,
  tick,
} from '../../../rules/cost-cadence.js'
import { DEFAULT_MAX_TURNS, judgeMaxTurns } from '../../../rules/max-turns.js'
import {
  accumulate,
  DEFAULT_PER_AGENT_CAP,
  parseCapState,
  renderCapState,
  spokenBy,
} from '../../../rules/per-agent-cap.js'
import { exit, rule, ruleByMode } from './command.js'
import type { Given } from './declare.js'
import { at, readIfThere, writeWhole } from './files.js'
import { wrong } from './refusal.js'
import { count, line, needed, positive } from './values.js'

export const maxTurnsCap = rule({
  name: 'max-turns-cap',
  flags: {
    check: { need: 'given' },
    'emitted-turns': { takes: 'n', about: 'the number that the next turn would have', as: count },
    'max-turns': { takes: 'n', about: 'the last number allowed', as: positive, or: DEFAULT_MAX_TURNS },
  },
  exits: { 0: 'allowed', 2: 'rejected', wrong: 3 },
  example: 'parley rule max-turns-cap --check --emitted-turns 41',
  run({ emittedTurns: emitted, maxTurns: cap }) {
    const verdict = judgeMaxTurns({ emitted, cap })
    return verdict.kind === 'allowed' ? '' : exit(2, `${verdict.lines.join('\n')}\n`)
  },
})

export const perAgentCap = ruleByMode({
  name: 'per-agent-cap',
  about: 'Muting is one-way: there is no flag that unmutes.',
  flags: {
    unmute: { as: forbidden, or: undefined, hidden: true },
    state: needed('file', 'one line per agent: agent=<id>|tokens=<n>|muted=<0|1>'),
    agent: { ...needed('id', 'whose tokens'), as: line },
  },
  open: ({ state }, io) => parseCapState(readIfThere(at(io, state)) ?? ''),
  choose: 'last',
  modes: {
    accumulate: {
      about: 'add tokens; say so when they mute the agent',
      flags: {
        tokens: { takes: 'n', about: 'what to add, a non-negative integer', as: count },
        'per-agent-cap': {
          takes: 'n',
          about: 'where muting begins',
          as: positive,
          or: DEFAULT_PER_AGENT_CAP,
        },
      },
      run({ state: file, agent, tokens, perAgentCap: cap }, io, before) {
        const { state, mutedLine } = accumulate(before, agent, tokens, cap)
        writeWhole(at(io, file), renderCapState(state))
        return mutedLine === undefined ? '' : `${mutedLine}\n`
      },
    },
    get: {
      about: 'print the total',
      flags: {},
      run: ({ agent }, _, state) => `${spokenBy(state, agent).tokens}\n`,
    },
    'is-muted': {
      about: 'exit 0 when the agent is muted, else 1',
      flags: {},
      run: ({ agent }, _, state) => exit(spokenBy(state, agent).muted ? 0 : 1),
    },
  },
  exits: { 0: 'done or muted', 1: 'not muted', wrong: 3 },
  example: 'parley rule per-agent-cap --state caps.txt --agent theo --accumulate --tokens 800',
})

function forbidden(_: string, { flag }: Given): never {
  return wrong(`--${flag} is forbidden — muting is one-way`)
}

export const costCadence = ruleByMode({
  name: 'cost-cadence',
  flags: {
    state: needed('file', 'one line, counter=<n>; absent means 0'),
    cadence: { takes: 'n', about: 'a positive integer', as: positive, or: DEFAULT_COST_CADENCE },
  },
  open: ({ state }, io) =>
    parseCounter(readIfThere(at(io, state))) ?? wrong(`${state} is no counter; it should hold counter=<n>`),
  choose: 'first',
  modes: {
    get: { flags: {}, about: 'print the counter', run: (_, __, counter) => `${counter}\n` },
    tick: {
      about: 'add one, store, print',
      flags: {},
      run({ state }, io, counter) {
        writeWhole(at(io, state), renderCounter(tick(counter)))
        return `${tick(counter)}\n`
      },
    },
    'should-fire': {
      about: 'exit 0 when the counter is above 0 and a multiple of the cadence, else 1',
      flags: {},
      run: ({ cadence }, _, counter) => exit(costCheckDue(counter, cadence) ? 0 : 1),
    },
  },
  exits: { 0: 'done or due', 1: 'not due', 3: 'a state file that is no counter', wrong: 3 },
  example: 'parley rule cost-cadence --state cost.txt --tick',
})
