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

/** The person's hooks could refuse or change our commits. The other settings keep git's output and our files as they are. */
const ALWAYS = [
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'core.fsmonitor=false',
  'core.safecrlf=false',
].flatMap((setting) => ['-c', setting])

export function runGit(args: readonly string[], call: GitCall): Promise<GitResult> {
  if (!existsSync(call.cwd)) return Promise.resolve(failed(128, `no such folder: ${call.cwd}`))
  return new Promise((resolve) => {
    const child = spawn('git', [...ALWAYS, ...args], { cwd: call.cwd, env: cleanEnvironment(call.env) })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => stdout.push(piece))
    child.stderr.on('data', (piece: Buffer) => stderr.push(piece))
    child.on('error', (error) => resolve(failed(127, `git could not be started: ${error.message}`)))
    child.on('close', (code) => resolve({ code: code ?? 1, stdout: text(stdout), stderr: text(stderr) }))
    // git may exit before it has read all its input; its exit code says whether it worked.
    child.stdin.on('error', () => {})
    child.stdin.end(call.stdin ?? '')
  })
}

/** The environment without anything that would point git at another repository, index, author or editor. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    ...extra,
  }
}

function failed(code: number, stderr: string): GitResult {
  return { code, stdout: '', stderr }
}

function text(pieces: readonly Buffer[]): string {
  return Buffer.concat(pieces).toString('utf8')
}
