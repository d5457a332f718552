// Verification: the command that runs one criterion's test, what its report proves, and whether the work is done. Code decides.

import { fieldsOf } from '../../../rules/values.js'
import type { ContractGate, ContractRow, VerifyStatus } from '../documents/contract.js'
import { recordsIn } from '../documents/json-file.js'
import type { Framework, Testing } from './project.js'

/** The command that runs one criterion's test. */
export function testCommand(framework: Framework, file: string, id: string): readonly string[] {
  switch (framework) {
    case 'vitest':
      return ['npx', '--no-install', 'vitest', 'run', file, '-t', id, '--reporter=json']
    case 'jest':
      return ['npx', '--no-install', 'jest', file, '-t', id, '--json']
    case 'node:test':
      return ['node', '--test', '--test-reporter=tap', `--test-name-pattern=${id}`, file]
    case 'pytest':
      return ['python3', '-m', 'pytest', '-v', file, '-k', id.toLowerCase().replace('-', '_')]
  }
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
}

/** Exit 0, at least one case of this id that passed, and none that failed or was skipped. */
export function provesCriterion(framework: Framework, id: string, { code, stdout }: Ran): boolean {
  const cases = casesIn(framework, stdout).filter(({ name }) => namesCriterion(name, id))
  return code === 0 && cases.length > 0 && cases.every(({ passed }) => passed)
}

/** `AC-001` or `ac_001`, any case, and no longer number. */
export function namesCriterion(text: string, id: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9])${id.replace('-', '[-_]')}(?!\\d)`, 'i').test(text)
}

interface Case {
  /** With its groups. */
  readonly name: string
  readonly passed: boolean
}

function casesIn(framework: Framework, output: string): Case[] {
  switch (framework) {
    case 'vitest':
    case 'jest':
      return recordsIn(jsonIn(output)['testResults']).flatMap((file) =>
        recordsIn(file['assertionResults']).map((one) => ({
          name: String(one['fullName']),
          passed: one['status'] === 'passed',
        })),
      )
    case 'node:test':
      return tapCases(output)
    case 'pytest':
      return [...output.matchAll(/^(\S+::\S+) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)/gm)].map(
        ([, name, result]) => ({ name: name!, passed: result === 'PASSED' }),
      )
  }
}

/** The report may stand behind lines that the project's own code printed. */
function jsonIn(output: string): Readonly<Record<string, unknown>> {
  const starts = [...output.matchAll(/^\s*\{/gm)].map(({ index }) => index)
  for (const start of starts) {
    try {
      return fieldsOf(JSON.parse(output.slice(start, output.lastIndexOf('}') + 1)))
    } catch {}
  }
  return {}
}

/** Groups are subtests with subtests of their own; only what has none is a case. */
function tapCases(output: string): Case[] {
  const open: { name: string; depth: number; leaf: boolean }[] = []
  const cases: Case[] = []
  for (const line of output.split('\n')) {
    const begun = /^( *)# Subtest: (.*)$/.exec(line)
    const ended = /^( *)(not ok|ok) \d+ - (.*?)(?: # (SKIP|TODO)\b.*)?$/.exec(line)
    if (begun) {
      if (open.length > 0) open.at(-1)!.leaf = false
      open.push({ name: begun[2]!, depth: begun[1]!.length, leaf: true })
    } else if (ended && open.at(-1)?.depth === ended[1]!.length) {
      const name = open.map((one) => one.name).join(' ')
      if (open.pop()!.leaf) cases.push({ name, passed: ended[2] === 'ok' && ended[4] === undefined })
    }
  }
  return cases
}

export interface GateResult extends ContractGate {
  readonly status: VerifyStatus
  readonly evidence: string
  /** The end of what it printed, for whoever mends it. */
  readonly output: string
}

/** What a look at one criterion came to. */
export interface Found {
  readonly status: VerifyStatus
  readonly evidence: string
  readonly by: string
  /** The end of what was printed where it failed. */
  readonly output?: string
}

/** A command as a contract has it: split at spaces, never given to a shell. */
export function argvOf(command: string): readonly string[] {
  return command.split(/\s+/).filter((word) => word !== '')
}

export function ranText(
  argv: readonly string[],
  { code, why }: { code: number | null; why: string | null },
): string {
  return `\`${argv.join(' ')}\` → ${code === null ? (why ?? 'no exit code') : `exit ${code}`}`
}

/** The framework whose command runs a criterion's test; null where none is known here: then a seat verifies, and its receipt is checked. */
export function runnerOf(method: string, { framework, endToEnd }: Testing): Framework | null {
  return method === 'e2e-test' && endToEnd ? null : framework
}

/** What keeps the work from being done: required gates and criteria that are not verified, manual ones aside. */
export function stillOpen(
  gates: readonly GateResult[],
  rows: readonly Pick<ContractRow, 'id' | 'method' | 'status'>[],
): string[] {
  return [
    ...gates.filter(({ required, status }) => required && status !== 'verified').map(({ name }) => name),
    ...rows
      .filter(({ method, status }) => method !== 'manual-check' && status !== 'verified')
      .map(({ id }) => id),
  ]
}

export interface Tally {
  readonly verified: number
  readonly total: number
  readonly failed: number
  /** Manual checks that nobody has made yet. */
  readonly manual: number
}

export function tallyOf(rows: readonly Pick<ContractRow, 'method' | 'status'>[]): Tally {
  const count = (status: VerifyStatus) => rows.filter((row) => row.status === status).length
  const manual = rows.filter(({ method, status }) => method === 'manual-check' && status === 'pending').length
  return { verified: count('verified'), total: rows.length, failed: count('failed'), manual }
}

export function tallyLine({ verified, total, failed, manual }: Tally): string {
  return `Progress: ${verified}/${total} verified | ${failed} failed | ${manual} pending-manual`
}
