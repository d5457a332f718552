// Tool `run_command`: one program, started without a shell, in the sandbox of this machine. Where there is none, or the person wants none,
// it is confined by its folder and its environment alone: the operating system decides which files it may open.

import { z } from 'zod'
import type { Tool, ToolResult } from '../../kernel/agents.js'
import type { CommandRules } from '../../workspace/command-rules.js'
import { startConfined } from '../../workspace/programs/confined.js'
import { Printed } from '../../workspace/programs/printed.js'
import { define, no } from './define.js'

export interface CommandLimits {
  /** How long a program may run. */
  readonly timeoutMs: number
  readonly commands: CommandRules
  /** Patterns of files that hold secrets and that programs may read. */
  readonly secretFiles: readonly string[]
  /** What its environment is made from; what is private is taken out. */
  readonly env: NodeJS.ProcessEnv
  /** The meeting whose seat runs it. */
  readonly meeting?: string
}

/** How many bytes of what it printed the seat is shown. */
const shown = { head: 40_000, tail: 60_000 }

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
  { timeoutMs, ...limits }: CommandLimits,
  signal: AbortSignal,
): Promise<ToolResult> {
  const printed = new Printed(shown)
  const onOutput = (piece: Buffer) => printed.add(piece)
  const end = await startConfined({ argv, folder: root, timeoutMs, ...limits, signal, onOutput })
  switch (end.kind) {
    case 'missing':
      return no(`${argv[0]} could not be started: there is no such program.`)
    case 'unstartable':
      return no(`${argv[0]} could not be started: ${end.why}.`)
    case 'stopped':
      return tell(false, end.why === 'abort' ? ended : tooLong(timeoutMs), printed.text())
    case 'ended':
      return tell(
        end.code === 0,
        end.code === null ? `ended by ${end.killedBy}` : `exit ${end.code}`,
        printed.text(),
      )
  }
}

const ended = 'stopped: the turn was ended'
const tooLong = (timeoutMs: number) => `stopped: it ran longer than ${timeoutMs / 1000} seconds`

function tell(ok: boolean, end: string, text: string): ToolResult {
  return { ok, output: text === '' ? end : `${end}\n${text}` }
}
