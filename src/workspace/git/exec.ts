// Runs git: without a shell, without inherited GIT_* variables, without hooks, in plain English. Never rejects.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface GitResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface GitCall {
  readonly cwd: string
  readonly stdin?: string
  /** Variables for this call only; no GIT_* variable is inherited. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * The person's hooks could refuse or change our commits. Files in a clone that look like a bare repository are none: its settings could
 * name programs. The other settings keep git's output and our files as they are.
 */
export const ALWAYS: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'core.fsmonitor=false',
  'core.safecrlf=false',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting])

/** No call of ours needs the network. A partial clone would fetch what it lacks, by programs that its settings name. */
export const OFFLINE = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' } as const

export async function runGit(args: readonly string[], call: GitCall): Promise<GitResult> {
  const { code, stdout, stderr } = await runGitForBytes(args, call)
  return { code, stdout: stdout.toString('utf8'), stderr }
}

/** What git printed, byte for byte: a file's content need not be text. */
export function runGitForBytes(
  args: readonly string[],
  call: GitCall,
): Promise<Omit<GitResult, 'stdout'> & { readonly stdout: Buffer }> {
  if (!existsSync(call.cwd)) return Promise.resolve(failed(128, `no such folder: ${call.cwd}`))
  return new Promise((resolve) => {
    const child = spawn('git', [...ALWAYS, ...lookingIntoNone(args)], {
      cwd: call.cwd,
      env: cleanEnvironment(call.env),
    })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => stdout.push(piece))
    child.stderr.on('data', (piece: Buffer) => stderr.push(piece))
    child.on('error', (error) => resolve(failed(127, `git could not be started: ${error.message}`)))
    child.on('close', (code) =>
      resolve({
        code: code ?? 1,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    )
    // git may exit before it has read all its input; its exit code says whether it worked.
    child.stdin.on('error', () => {})
    child.stdin.end(call.stdin ?? '')
  })
}

/** git would run itself in every submodule that is checked out, by the settings that lie there; only which commit it is on matters to us. */
function lookingIntoNone(args: readonly string[]): readonly string[] {
  let at = 0
  while (args[at]?.startsWith('-')) at += args[at] === '-c' ? 2 : 1
  const looks = ['status', 'diff', 'diff-files', 'diff-index'].includes(args[at] ?? '')
  return looks ? [...args.slice(0, at + 1), '--ignore-submodules=dirty', ...args.slice(at + 1)] : args
}

/** The environment without anything that would point git at another repository, index, author or editor. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    ...OFFLINE,
    ...extra,
  }
}

function failed(code: number, stderr: string) {
  return { code, stdout: Buffer.alloc(0), stderr }
}
