// Run: the command as a process of its own, in an environment that holds nothing of the machine's.

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished } from 'vitest'
import { events as vocabulary } from '../../src/kernel/run/events.js'

export const checkout = fileURLToPath(new URL('../..', import.meta.url))

// Built once here, and not by whichever process comes first: its words about building are no part of any test.
createRequire(import.meta.url)('../../scripts/prepare.cjs').prepare(checkout)

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Another build than this checkout's. */
  readonly dist?: string
  /** Without the rights of an administrator, whom no permission stops. */
  readonly unprivileged?: boolean
}

/** Runs to the end. Nobody is at its terminal: it has none. */
export function run(args: readonly string[], options: RunOptions): Promise<Ran> {
  const child = start(args, options)
  return child.ended
}

export interface Running {
  readonly ended: Promise<Ran>
  /** Resolves when standard output and error so far hold this. */
  said(text: string): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Reads no more of its output, as `head` does when it has enough. */
  deafen(): void
}

const { PARLEY_TEST_CODE } = process.env

/** How a process is started that takes its compiled code from others. */
export const compiled = PARLEY_TEST_CODE
  ? {
      flags: ['--require', join(checkout, 'test', 'support', 'code-cache.cjs')],
      env: { PARLEY_TEST_CODE },
    }
  : { flags: [], env: {} }

/** A test that hangs is given up, and what it started must not go on without it. */
const started = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

export function start(args: readonly string[], options: RunOptions): Running {
  const isNobody = options.unprivileged === true && process.getuid?.() === 0
  const { cwd, env = {}, input = '', dist = isNobody ? readableBuild() : join(checkout, 'dist') } = options
  const nobody = isNobody ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(
    process.execPath,
    [...(isNobody ? [] : compiled.flags), join(dist, 'parley.cjs'), ...args],
    {
      cwd,
      env: { ...plainEnvironment(), ...compiled.env, ...env },
      ...nobody,
    },
  )
  started.add(child)
  let stdout = ''
  let stderr = ''
  const waiting: { text: string; resolve: () => void }[] = []
  const look = () => {
    for (const one of waiting) if (`${stdout}${stderr}`.includes(one.text)) one.resolve()
  }
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    stdout += piece
    look()
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece
    look()
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      started.delete(child)
      resolve({ code, stdout, stderr })
    })
  })
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ text, resolve })
      look()
      void ended.then(() => reject(new Error(`It ended without saying "${text}":\n${stdout}${stderr}`)))
    })
  return {
    ended,
    said,
    signal: (name) => void child.kill(name),
    deafen: () => void child.stdout.destroy(),
  }
}

/** A copy of the build that anybody can read: the checkout may be below a folder that is closed to others. */
function readableBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-build-'))
  for (const part of ['dist', 'library', 'package.json', 'node_modules/zod'])
    cpSync(join(checkout, part), join(folder, part), { recursive: true, dereference: true })
  chmodSync(folder, 0o755)
  return join(folder, 'dist')
}

/** The events that a command printed with `--json`. */
export function events({ stdout }: Ran): readonly Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => fitting(JSON.parse(line) as Record<string, unknown>))
}

/** A live event fits the schema that every surface tells it by, and has no field besides. */
function fitting(event: Record<string, unknown>): Record<string, unknown> {
  const schema = Object.entries(vocabulary).find(([type]) => type === event['type'])?.[1]
  if (schema) expect(schema.parse(event)).toEqual(event)
  return event
}

/** When what a test began is ended: after that test, or after the last one of its file. */
export type Until = (end: () => void | Promise<void>) => void

/** Called at the top of a file: what is begun with it serves all tests there, and is ended after the last one, newest first. */
export function untilFileEnds(): Until {
  const ends: (() => void | Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return (end) => void ends.push(end)
}

/** A folder of this test's own, gone when it is over. */
export function temporary(until: Until = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  until(() => removeFolder(folder))
  return folder
}

/** With patience: a program that outlived its killed parent may still write there for a moment. */
function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** No git of an outer process, no keys, no home of anybody's, no colour, and no program of this package's own dependencies. */
export function plainEnvironment(): Record<string, string> {
  const home = join(tmpdir(), 'parley-test-home')
  const strange =
    /^(GIT_|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS$|VITEST|FORCE_COLOR$|PARLEY_)|_API_KEY$|_BASE_URL$|^OLLAMA_HOST$/
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !strange.test(name),
  )
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    PATH: ownPath(process.env['PATH'] ?? ''),
    HOME: home,
    PARLEY_HOME: join(home, '.parley'),
  }
}

/** As a person's shell has it: npm puts the programs of a package's dependencies in front, agents among them. */
function ownPath(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
}
