// Rule `dispatch-agent-turn`: runs one agent turn through a stub program and renders what it returns.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as turns from '../../../rules/dispatch-turn.js'
import { endedByBreak } from '../../../rules/lines.js'
import { DISCUSS_TOOLS, researchTools } from '../../../rules/research-dispatch.js'
import { readSessionField, updateSessionField } from '../../../text/session-file.js'
import { type Call, exit, type Handlers, type Ran } from './call.js'
import { at, complain, isFile, type RuleIo, readIfThere, refuse, writeWhole, wrong } from './io.js'

/** Required too, but turn-header reports a missing one, after the agent has spoken. */
const HEADER = ['round', 'turn', 'speaker', 'role', 'turn-cost', 'running-total', 'turn-id', 'phase'] as const

export const handlers: Handlers = {
  'dispatch-agent-turn'(call) {
    if (call.has('print-discuss-allowlist')) return `${DISCUSS_TOOLS.join(',')}\n`
    const { io } = call
    const order = orderOf(call)
    if (call.has('debug-allowlist')) printToBoth(io, `ALLOWLIST: ${order.tools}\n`)
    const text = speak(order, io)
    const returned = turns.readReturn(text)
    if (returned.kind === 'bad') {
      complain(io, 'dispatch-agent-turn', returned.reason)
      printToBoth(io, endedByBreak(text))
      return exit(2)
    }
    const envelope = envelopeOf(call, returned.value)
    if (envelope.kind === 'sound') return render(call, returned.value)
    io.err(`${envelope.line}\n`)
    return exit(envelope.kind === 'unnamed' ? 2 : 1)
  },
}

function orderOf(call: Call) {
  const agent = call.needed('agent')
  const phase = call.needed('phase') && call.among('phase', ['research', 'discuss'])
  const charter = call.needed('charter-ref')
  if (!isFile(at(call.io, charter)) || readIfThere(at(call.io, charter)) === undefined)
    wrong(`--charter-ref is not readable: '${charter}'`)
  const session = call.needed('session-id')
  const tools = phase === 'research' ? researchTools({ noWeb: call.has('no-web') }) : DISCUSS_TOOLS
  return { agent, phase, tools: tools.join(','), charter, session }
}

/** What the stub printed. A shell joins its two streams, so that they keep the order in which they were written. */
function speak({ agent, phase, tools, charter, session }: ReturnType<typeof orderOf>, io: RuleIo): string {
  const stub =
    io.env['GAIA_DISPATCH_AGENT_STUB'] ||
    refuse(3, 'GAIA_DISPATCH_AGENT_STUB is not set: no program to speak for the agent')
  const argv = ['--agent', agent, '--phase', phase, '--allowlist', tools]
  argv.push('--charter-ref', charter, '--session-id', session)
  const { stdout, stderr, error, signal, status } = spawnSync(
    '/bin/sh',
    ['-c', 'exec "$0" "$@" 2>&1', stub, ...argv],
    {
      cwd: io.cwd,
      env: { ...io.env },
      encoding: 'utf8',
      maxBuffer: Infinity,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const text = `${stdout ?? ''}${stderr ?? ''}`
  if (!error && status === 0) return text
  io.err(text)
  return refuse(2, `the stub failed (${error?.message ?? (signal ? `signal ${signal}` : `exit ${status}`)})`)
}

function envelopeOf(call: Call, { agent }: turns.AgentReturn) {
  const { env } = call.io
  if (!env['GAIA_DISPATCH_ENVELOPE_ASSERT_OPT_IN']) return { kind: 'sound' } as const
  const key = env['ARTIFACT_PATH'] || call.text('turn-id') || call.needed('session-id')
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const path = `${env['CHECKPOINT_PATH'] || '.gaia/memory/checkpoints'}/val-envelope-${digest}.json`
  return turns.judgeEnvelope({ agent, sentinel: readIfThere(at(call.io, path)), sentinelPath: path })
}

async function render(call: Call, { findings, body }: turns.AgentReturn): Promise<Ran> {
  const header = await headerOf(call)
  if (header === undefined) return exit(3)
  const turn = call.text('turn-id') || call.text('turn') || ''
  for (const finding of findings) {
    if (finding.severity !== 'INFO')
      call.io.err(`${turns.findingLine(call.needed('agent'), finding, turn)}\n`)
  }
  const state = call.text('state-file')
  if (state) keepInfo(at(call.io, state), findings, turn)
  return `${header}${endedByBreak(body ?? '')}`
}

/** Undefined when turn-header refused the values; it has said why. */
async function headerOf(call: Call): Promise<string | undefined> {
  const given = HEADER.flatMap((flag) => (call.has(flag) ? [`--${flag}`, call.text(flag) ?? ''] : []))
  let printed = ''
  const io = { ...call.io, out: (text: string) => (printed += text) }
  const code = await call.run('turn-header', [...given, '--dispatched-via', 'subagent'], io)
  return code === 0 ? printed : undefined
}

function keepInfo(file: string, findings: turns.AgentReturn['findings'], turn: string): void {
  if (!isFile(file) || !findings.some(({ severity }) => severity === 'INFO')) return
  const text = readIfThere(file) ?? ''
  const kept = turns.addInfoFindings(readSessionField(text, 'agent_dispatch_findings'), findings, turn)
  const update = updateSessionField(text, 'agent_dispatch_findings', kept)
  if (update.kind === 'updated') writeWhole(file, update.text)
}

function printToBoth(io: RuleIo, text: string): void {
  io.out(text)
  io.err(text)
}
