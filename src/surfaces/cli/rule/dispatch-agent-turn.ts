// Rule `dispatch-agent-turn`: runs one agent turn through a stub program and renders what it hands back.
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
import { DISCUSS_TOOLS, researchTools } from '../../../rules/research-dispatch.js'
import { turnHeader } from '../../../rules/turn-header.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, isFile, readIfThere, writeWhole } from './files.js'
import { type Flags, readFlags, refuse } from './flags.js'
import { HEADER_FLAGS, readHeader } from './header-flags.js'

const NAME = 'dispatch-agent-turn'

export const command: RuleCommand = {
  summary: 'Runs one agent turn through a stub and renders it.',
  help: `Usage: parley rule dispatch-agent-turn --print-discuss-allowlist
       parley rule dispatch-agent-turn --agent <id> --phase research|discuss
           --charter-ref <file> --session-id <id>
           --round <n> --turn <n> --speaker <name> --role <role> --turn-cost <n> --running-total <n>
           [--no-web] [--state-file <file>] [--turn-id <id>] [--debug-allowlist]

Flags:
  --charter-ref <file>    must be readable
  --state-file <file>     a session file that INFO findings are added to, if it exists
  --debug-allowlist       also print the tools the agent gets

Environment:
  GAIA_DISPATCH_AGENT_STUB                the program that speaks for the agent; prints one JSON object
  GAIA_DISPATCH_ENVELOPE_ASSERT_OPT_IN    not empty: the return must be vouched for by a sentinel file
  CHECKPOINT_PATH, ARTIFACT_PATH          where that sentinel is looked for, and what names it

Exit codes: 0 rendered, 1 envelope refused, 2 bad arguments or return, 3 no stub or bad header values

Example:
  GAIA_DISPATCH_AGENT_STUB=./stub parley rule dispatch-agent-turn --agent theo --phase discuss \\
    --charter-ref charter.md --session-id s1 --round 1 --turn 1 --speaker Theo --role Architect \\
    --turn-cost 0 --running-total 0
`,
  run(argv, io) {
    const flags = readFlags(argv, SPEC)
    if (flags.kind === 'bad') return refuse(io, NAME, 2, flags.message)
    if (flags.has('print-discuss-allowlist')) {
      io.out(`${DISCUSS_TOOLS.join(',')}\n`)
      return 0
    }
    const order = readOrder(flags, io)
    if (order.kind === 'bad') return refuse(io, NAME, 2, order.message)
    if (flags.has('debug-allowlist')) printToBoth(io, `ALLOWLIST: ${order.tools}\n`)
    const stub = io.env.GAIA_DISPATCH_AGENT_STUB
    if (!stub)
      return refuse(io, NAME, 3, 'GAIA_DISPATCH_AGENT_STUB is not set: no program to speak for the agent')
    const spoken = speak(stub, order, io)
    if (spoken.status !== 0) {
      io.err(spoken.text)
      return refuse(io, NAME, 2, `the stub failed (${spoken.why})`)
    }
    return render(flags, io, order, spoken.text)
  },
}

const SPEC = {
  values: ['agent', 'phase', 'charter-ref', 'session-id', 'state-file', 'turn-id', ...HEADER_FLAGS],
  switches: ['no-web', 'debug-allowlist', 'print-discuss-allowlist'],
} as const
type Given = Flags<(typeof SPEC.values)[number], (typeof SPEC.switches)[number]>

interface Order {
  kind: 'order'
  agent: string
  phase: 'research' | 'discuss'
  charterRef: string
  sessionId: string
  tools: string
}

function readOrder(flags: Given, io: RuleIo): Order | { kind: 'bad'; message: string } {
  const bad = (message: string) => ({ kind: 'bad' as const, message })
  const agent = flags.value('agent')
  const phase = flags.value('phase')
  const charterRef = flags.value('charter-ref')
  const sessionId = flags.value('session-id')
  if (!agent) return bad('--agent is required')
  if (!phase) return bad('--phase is required')
  if (phase !== 'research' && phase !== 'discuss')
    return bad(`--phase must be research or discuss (got: '${phase}')`)
  if (!charterRef) return bad('--charter-ref is required')
  if (!isReadable(at(io, charterRef))) return bad(`--charter-ref is not readable: '${charterRef}'`)
  if (!sessionId) return bad('--session-id is required')
  const tools = phase === 'research' ? researchTools({ noWeb: flags.has('no-web') }) : DISCUSS_TOOLS
  return { kind: 'order', agent, phase, charterRef, sessionId, tools: tools.join(',') }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return isFile(path)
  } catch {
    return false
  }
}

/** A shell joins the two streams, so that they stand in the order in which they were written. */
function speak(stub: string, order: Order, io: RuleIo): { status: number; why: string; text: string } {
  const { agent, phase, tools, charterRef, sessionId } = order
  const argv = ['--agent', agent, '--phase', phase, '--allowlist', tools]
  argv.push('--charter-ref', charterRef, '--session-id', sessionId)
  const done = spawnSync('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', stub, ...argv], {
    cwd: io.cwd,
    env: { ...io.env },
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = `${done.stdout ?? ''}${done.stderr ?? ''}`
  const why = done.error?.message ?? (done.signal ? `signal ${done.signal}` : `exit ${done.status}`)
  return { status: done.error ? 1 : (done.status ?? 1), why, text }
}

function render(flags: Given, io: RuleIo, order: Order, text: string): number {
  const read = readReturn(text)
  if (read.kind === 'bad') {
    refuse(io, NAME, 2, read.reason)
    printToBoth(io, endingInBreak(text))
    return 2
  }
  const envelope = checkEnvelope(flags, io, order, read.value)
  if (envelope !== undefined) return envelope
  const header = readHeader(flags.value)
  if (header.kind === 'bad') return refuse(io, 'turn-header', 3, header.message)
  const turnId = flags.value('turn-id')
  const turn = turnId || flags.value('turn')!
  for (const finding of read.value.findings) {
    if (finding.severity !== 'INFO') io.err(`${findingLine(order.agent, finding, turn)}\n`)
  }
  io.out(turnHeader({ ...header.header, phase: order.phase, turnId, dispatchedVia: 'subagent' }))
  if (read.value.body !== undefined) io.out(endingInBreak(read.value.body))
  keepInfo(flags, io, read.value, turn)
  return 0
}

/** The code to leave with, or undefined when the envelope is sound or was not asked for. */
function checkEnvelope(flags: Given, io: RuleIo, order: Order, value: AgentReturn): number | undefined {
  if (!io.env.GAIA_DISPATCH_ENVELOPE_ASSERT_OPT_IN) return undefined
  const key = io.env.ARTIFACT_PATH || flags.value('turn-id') || order.sessionId
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const path = `${io.env.CHECKPOINT_PATH || '.gaia/memory/checkpoints'}/val-envelope-${digest}.json`
  const verdict = judgeEnvelope({
    agent: value.agent,
    sentinel: readIfThere(at(io, path)),
    sentinelPath: path,
  })
  if (verdict.kind === 'sound') return undefined
  io.err(`${verdict.line}\n`)
  return verdict.kind === 'unnamed' ? 2 : 1
}

function keepInfo(flags: Given, io: RuleIo, value: AgentReturn, turn: string): void {
  const file = flags.value('state-file')
  if (!file || !isFile(at(io, file)) || !value.findings.some((finding) => finding.severity === 'INFO')) return
  const text = readIfThere(at(io, file)) ?? ''
  const kept = addInfoFindings(readSessionField(text, 'agent_dispatch_findings'), value.findings, turn)
  const update = updateSessionField(text, 'agent_dispatch_findings', kept)
  if (update.kind === 'updated') writeWhole(at(io, file), update.text)
}

function printToBoth(io: RuleIo, text: string): void {
  io.out(text)
  io.err(text)
}

function endingInBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
