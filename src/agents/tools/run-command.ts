// Tool `run_command`: one program, started without a shell, in the sandbox of this machine. Where there is none, or the person wants none,
// it is confined by its folder and its environment alone: the operating system decides which files it may open.

import { type ChildProcess, spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { z } from 'zod'
import type { Tool, ToolResult } from '../../kernel/agents.js'
import type { CommandRules } from '../../workspace/command-rules.js'
import { confinementOf, findSandbox } from '../../workspace/sandbox/sandbox.js'
import { define, no } from './define.js'
import { environment } from './environment.js'

export interface CommandLimits {
  /** How long a program may run. */
  readonly timeoutMs: number
  readonly commands: CommandRules
  /** What its environment is made from; what is private is taken out. */
  readonly env: NodeJS.ProcessEnv
}

const HEAD_BYTES = 40_000
const TAIL_BYTES = 60_000
/** How long to wait after SIGTERM before SIGKILL. */
const GRACE_MS = 2000

const Input = z.strictObject({
  argv: z
    .array(z.string().refine((word) => !word.includes('\0'), 'no NUL characters'))
    .min(1)
    .refine((argv) => argv[0] !== '', 'the first word names the program')
    .describe(
      'The program and its arguments, one a word: ["npm", "test"]. There is no shell: no pipes, no globs.',
    ),
})

export function runCommand(root: string, limits: CommandLimits): Tool {
  return define({
    name: 'run_command',
    description:
      'Runs one program in the workspace folder and answers with its exit code and what it printed. ' +
      `It is stopped after ${Math.round(limits.timeoutMs / 1000)} seconds.`,
    writes: true,
    input: Input,
    run: ({ argv }, signal) => run(argv, root, limits, signal),
  })
}

async function run(
  argv: readonly string[],
  root: string,
  limits: CommandLimits,
  signal: AbortSignal,
): Promise<ToolResult> {
  const real = await realpath(root)
  const env = environment(limits.env)
  const found = limits.commands.sandbox ? await findSandbox() : null
  if (found?.kind !== 'sandbox') return started(argv, { argv, root: real, env, limits, signal })
  const { sandbox } = found
  const confined = sandbox.confine(argv, await confinementOf(real, limits.commands.network, limits.env))
  const result = await started(argv, { argv: confined, root: real, env, limits, signal })
  return !result.ok && sandbox.isMissing(result.output) ? no(notThere(argv)) : result
}

interface Start {
  readonly argv: readonly string[]
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  readonly limits: CommandLimits
  readonly signal: AbortSignal
}

/** `asked` is what the seat asked for; what is started may be a sandbox around it. */
function started(asked: readonly string[], { argv, root, env, limits, signal }: Start): Promise<ToolResult> {
  return new Promise((done) => {
    // Its own process group: whatever it starts in turn can be stopped with it.
    const child = spawn(argv[0]!, argv.slice(1), {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const printed = new Printed()
    child.stdout?.on('data', (piece: Buffer) => printed.add(piece))
    child.stderr?.on('data', (piece: Buffer) => printed.add(piece))
    const stopped = stopOn(child, limits.timeoutMs, signal)
    child.once('error', (error: NodeJS.ErrnoException) => {
      stopped.forget()
      done(no(error.code === 'ENOENT' ? notThere(asked) : `${asked[0]} could not be started: ${error.code}.`))
    })
    // Children that it left running would keep our pipes open, so the group is killed. One that left the group is not waited for.
    child.once('exit', () => {
      killGroup(child, 'SIGKILL')
      stopped.soon(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      })
    })
    child.once('close', (code, killedBy) => {
      stopped.forget()
      done(tell(stopped.why(), code, killedBy, printed.text()))
    })
  })
}

function notThere([program]: readonly string[]): string {
  return `${program} could not be started: there is no such program.`
}

function tell(why: string | null, code: number | null, killedBy: string | null, text: string): ToolResult {
  const end = why ?? (code === null ? `ended by ${killedBy}` : `exit ${code}`)
  return { ok: why === null && code === 0, output: text === '' ? end : `${end}\n${text}` }
}

function stopOn(child: ChildProcess, timeoutMs: number, signal: AbortSignal) {
  let why: string | null = null
  let grace: NodeJS.Timeout | undefined
  const stop = (reason: string) => {
    why ??= reason
    killGroup(child, 'SIGTERM')
    grace ??= setTimeout(() => killGroup(child, 'SIGKILL'), GRACE_MS)
  }
  const onAbort = () => stop('stopped: the turn was ended')
  const timer = setTimeout(() => stop(`stopped: it ran longer than ${timeoutMs / 1000} seconds`), timeoutMs)
  signal.addEventListener('abort', onAbort, { once: true })
  let last: NodeJS.Timeout | undefined
  return {
    why: () => why,
    soon(act: () => void) {
      last = setTimeout(act, GRACE_MS)
    },
    forget() {
      for (const waiting of [timer, grace, last]) clearTimeout(waiting)
      signal.removeEventListener('abort', onAbort)
    },
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has ended already.
  }
}

/** The beginning and the end of the output: errors are at the end, their context is at the beginning. */
class Printed {
  private head = Buffer.alloc(0)
  private tail = Buffer.alloc(0)
  private lost = 0

  add(piece: Buffer): void {
    const room = HEAD_BYTES - this.head.length
    if (room > 0) this.head = Buffer.concat([this.head, piece.subarray(0, room)])
    const rest = Buffer.concat([this.tail, piece.subarray(Math.max(0, room))])
    const over = Math.max(0, rest.length - TAIL_BYTES)
    this.lost += over
    this.tail = rest.subarray(over)
  }

  text(): string {
    if (this.lost === 0) return plain(Buffer.concat([this.head, this.tail]).toString('utf8'))
    const gap = `\n(${this.lost} bytes left out here)\n`
    return plain(this.head.toString('utf8')) + gap + plain(this.tail.toString('utf8'))
  }
}

/** Without escape sequences and control characters; line ends and tabs stay. */
export function plain(text: string): string {
  return text
    .replace(/\x1b\][^\x07\x1b]*(\x07|\x1b\\)/g, '')
    .replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
}
