// Rule `dispatch-agent-turn`: runs one agent turn through a stub program and renders what it returns.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { readSessionField, updateSessionField } from '../../../documents/session-file.js'
import {
  type AgentReturn,
  addInfoFindings,
  findingLine,
  judgeEnvelope,
  readReturn,
} from '../../../rules/dispatch-turn.js'
import { endedByBreak } from '../../../rules/lines.js'
import { DISCUSS_TOOLS, researchTools } from '../../../rules/research-dispatch.js'
import { exit, ruleByMode } from './command.js'
import type { Flags, Given, Values } from './declare.js'
import { at, isFile, readIfThere, writeWhole } from './files.js'
import { complain, type RuleIo } from './io.js'
import { refuse, wrong } from './refusal.js'
import { turnHeader } from './turns.js'
import { needed } from './values.js'

const NAME = 'dispatch-agent-turn'

const flags = {
  agent: needed('id'),
  phase: { ...needed('phase'), among: ['research', 'discuss'] },
  'charter-ref': { ...needed('file', 'must be readable'), as: readable },
  'session-id': needed('id'),
  round: { takes: 'n', as: checkedLater },
  turn: { takes: 'n', as: checkedLater },
  speaker: { takes: 'name', as: checkedLater },
  role: { takes: 'role', as: checkedLater },
  'turn-cost': { takes: 'n', as: checkedLater },
  'running-total': { takes: 'n', as: checkedLater },
  'no-web': {},
  'state-file': { takes: 'file', about: 'a session file that INFO findings are added to, if it exists' },
  'turn-id': { takes: 'id' },
  'debug-allowlist': { about: 'also print the tools the agent gets' },
} as const satisfies Flags
type Order = Values<typeof flags>

export const dispatchAgentTurn = ruleByMode({
  name: NAME,
  choose: 'last',
  modes: {
    'print-discuss-allowlist': { flags: {}, run: () => `${DISCUSS_TOOLS.join(',')}\n` },
    '': {
      flags,
      run(order, io) {
        const tools = (order.phase === 'research' ? researchTools(order) : DISCUSS_TOOLS).join(',')
        if (order.debugAllowlist) printToBoth(io, `ALLOWLIST: ${tools}\n`)
        const text = speak(order, tools, io)
        const returned = readReturn(text)
        if (returned.kind === 'bad') {
          complain(io, NAME, returned.reason)
          printToBoth(io, endedByBreak(text))
          return exit(2)
        }
        const envelope = envelopeOf(order, returned.value, io)
        if (envelope.kind === 'sound') return render(order, returned.value, io)
        io.err(`${envelope.line}\n`)
        return exit(envelope.kind === 'unnamed' ? 2 : 1)
      },
    },
  },
  environment: {
    GAIA_DISPATCH_AGENT_STUB: 'the program that speaks for the agent; prints one JSON object',
    GAIA_DISPATCH_ENVELOPE_ASSERT_OPT_IN: 'not empty: the return must be vouched for by a sentinel file',
    'CHECKPOINT_PATH, ARTIFACT_PATH': 'where that sentinel is looked for, and what names it',
  },
  exits: {
    0: 'rendered',
    1: 'envelope refused',
    2: 'a bad return',
    3: 'no stub or bad header values',
    wrong: 2,
  },
  example: `GAIA_DISPATCH_AGENT_STUB=./stub parley rule dispatch-agent-turn --agent theo --phase discuss \\
  --charter-ref charter.md --session-id s1 --round 1 --turn 1 --speaker Theo --role Architect \\
  --turn-cost 0 --running-total 0`,
})

/** Required, but turn-header reports a missing one, after the agent has spoken. */
function checkedLater(_: string, { values }: Given): string | undefined {
  return values.at(-1)
}

function readable(path: string, { io }: Given): string {
  try {
    accessSync(at(io, path), constants.R_OK)
    if (isFile(at(io, path))) return path
  } catch {
    // Refused below, like anything else that is not a readable file.
  }
  return wrong(`--charter-ref is not readable: '${path}'`)
}

/** What the stub printed. A shell joins its two streams, so that they keep the order in which they were written. */
function speak({ agent, phase, charterRef, sessionId }: Order, tools: string, io: RuleIo): string {
  const stub =
    io.env.GAIA_DISPATCH_AGENT_STUB ||
    refuse(3, 'GAIA_DISPATCH_AGENT_STUB is not set: no program to speak for the agent')
  const argv = ['--agent', agent, '--phase', phase, '--allowlist', tools]
  argv.push('--charter-ref', charterRef, '--session-id', sessionId)
  const { stdout, stderr, error, signal, status } = spawnSync(
    '/bin/sh',
    ['-c', 'exec "$0" "$@" 2>&1', stub, ...argv],
    {
      cwd: io.cwd,
      env: { ...io.env },
      encoding: 'utf8',
      maxBuffer: Number.POSITIVE_INFINITY,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const text = `${stdout ?? ''}${stderr ?? ''}`
  if (!error && status === 0) return text
  io.err(text)
  return refuse(2, `the stub failed (${error?.message ?? (signal ? `signal ${signal}` : `exit ${status}`)})`)
}

function envelopeOf({ turnId, sessionId }: Order, { agent }: AgentReturn, io: RuleIo) {
  if (!io.env.GAIA_DISPATCH_ENVELOPE_ASSERT_OPT_IN) return { kind: 'sound' } as const
  const key = io.env.ARTIFACT_PATH || turnId || sessionId
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const path = `${io.env.CHECKPOINT_PATH || '.gaia/memory/checkpoints'}/val-envelope-${digest}.json`
  return judgeEnvelope({ agent, sentinel: readIfThere(at(io, path)), sentinelPath: path })
}

function render(order: Order, { findings, body }: AgentReturn, io: RuleIo) {
  const header = headerOf(order, io)
  if (header === undefined) return exit(3)
  const turn = order.turnId || order.turn || ''
  for (const finding of findings) {
    if (finding.severity !== 'INFO') io.err(`${findingLine(order.agent, finding, turn)}\n`)
  }
  io.out(`${header}${endedByBreak(body ?? '')}`)
  if (order.stateFile) keepInfo(at(io, order.stateFile), findings, turn)
  return ''
}

/** Undefined when turn-header refused the values; it has said why. */
function headerOf(order: Order, io: RuleIo): string | undefined {
  const given = {
    round: order.round,
    turn: order.turn,
    speaker: order.speaker,
    role: order.role,
    'turn-cost': order.turnCost,
    'running-total': order.runningTotal,
    'turn-id': order.turnId,
    phase: order.phase,
    'dispatched-via': 'subagent',
  }
  const argv = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  let printed = ''
  const code = turnHeader.run(argv, { ...io, out: (text) => (printed += text) })
  return code === 0 ? printed : undefined
}

function keepInfo(file: string, findings: AgentReturn['findings'], turn: string): void {
  if (!isFile(file) || !findings.some(({ severity }) => severity === 'INFO')) return
  const text = readIfThere(file) ?? ''
  const kept = addInfoFindings(readSessionField(text, 'agent_dispatch_findings'), findings, turn)
  const update = updateSessionField(text, 'agent_dispatch_findings', kept)
  if (update.kind === 'updated') writeWhole(file, update.text)
}

function printToBoth(io: RuleIo, text: string): void {
  io.out(text)
  io.err(text)
}
