// Fake io for tests of rule commands: a temporary working folder, collected output and a stopped clock.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { RuleCommand } from './command.js'
import type { RuleIo } from './io.js'

export interface Given {
  stdin?: string
  terminal?: boolean
  env?: Record<string, string>
  /** A folder to work in; without it a fresh one. */
  cwd?: string
  now?: string
}

export interface Outcome {
  code: number
  out: string
  err: string
}

/** Runs a command as the command line would, and returns everything visible from outside. */
export async function run(
  command: RuleCommand,
  argv: readonly string[],
  given: Given = {},
): Promise<Outcome> {
  const io = fakeIo(given)
  const code = command.run(argv, io)
  const declared = [...Object.keys(command.exits).map(Number), command.exits.wrong]
  expect(declared, 'every exit code is declared, and so stands in the help').toContain(code)
  return { code, out: io.printed.out, err: io.printed.err }
}

export function fakeIo(given: Given = {}): RuleIo & { printed: { out: string; err: string } } {
  const printed = { out: '', err: '' }
  return {
    printed,
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
    stdin: () => given.stdin ?? '',
    stdinIsTerminal: given.terminal ?? given.stdin === undefined,
    env: given.env ?? {},
    cwd: given.cwd ?? folder(),
    now: () => new Date(given.now ?? '2026-01-02T03:04:05.678Z'),
  }
}

/** A folder with these files in it, gone when the test is over. */
export function folder(files: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-rule-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Every file under a folder with its bytes, to show that a refused call changed none. */
export function snapshot(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]))
}
