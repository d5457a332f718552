// Verification: the command that runs one criterion's test, what its report proves, and whether the work is done. Code decides.

import { fieldsOf } from '../../../rules/values.js'
import type { ContractGate, ContractRow, VerifyStatus } from '../documents/contract.js'
import { recordsIn } from '../documents/json-file.js'
import type { Framework, Testing } from './project.js'

/** Null for a framework without a command: then a seat verifies, and its receipt is checked. */
export function testCommand(framework: Framework, file: string, id: string): readonly string[] | null {
  const name = id.toLowerCase().replace('-', '_')
  switch (framework) {
    case 'vitest':
      return ['npx', '--no-install', 'vitest', 'run', file, '-t', id, '--reporter=json']
    case 'jest':
      return ['npx', '--no-install', 'jest', file, '-t', id, '--json']
    case 'mocha':
      return ['npx', '--no-install', 'mocha', file, '-g', id, '--reporter', 'json']
    case 'node:test':
      return ['node', '--test', '--test-reporter=tap', `--test-name-pattern=${id}`, file]
    case 'playwright':
      return ['npx', '--no-install', 'playwright', 'test', file, '-g', id, '--reporter=json']
    case 'pytest':
      return ['python3', '-m', 'pytest', '-v', file, '-k', name]
    case 'unittest':
      return ['python3', '-m', 'unittest', '-v', '-k', name, file]
    case 'go':
      return [
        'go',
        'test',
        '-v',
        `./${file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''}`,
        '-run',
        `/${id}`,
      ]
    case 'rust':
      return ['cargo', 'test', name]
    case 'rspec':
      return ['bundle', 'exec', 'rspec', file, '-e', id, '--format', 'json']
    case 'junit':
    case 'none':
      return null
  }
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Exit 0, at least one case of this id that passed, and none that failed or was skipped. */
export function provesCriterion(framework: Framework, id: string, { code, stdout, stderr }: Ran): boolean {
  // unittest reports on standard error; what others print there is not their report.
  const report = framework === 'unittest' ? stderr : stdout
  const cases = casesIn(framework, report).filter(({ name }) => namesCriterion(name, id))
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
    case 'mocha': {
      const report = jsonIn(output)
      const passed = recordsIn(report['passes']).map(mochaCase(true))
      return [
        ...passed,
        ...['failures', 'pending'].flatMap((kind) => recordsIn(report[kind]).map(mochaCase(false))),
      ]
    }
    case 'playwright':
      return recordsIn(jsonIn(output)['suites']).flatMap((suite) => playwrightCases(suite, ''))
    case 'rspec':
      return recordsIn(jsonIn(output)['examples']).map((one) => ({
        name: String(one['full_description']),
        passed: one['status'] === 'passed',
      }))
    case 'node:test':
      return tapCases(output)
    case 'pytest':
      return matched(output, /^(\S+::\S+) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)/gm, 'PASSED')
    case 'unittest':
      return matched(
        output,
        /^(\w+ \([\w.]+\))(?:\n[^\n]*?)? \.\.\. (ok|FAIL|ERROR|skipped|expected failure)/gm,
        'ok',
      )
    case 'go':
      return matched(output, /^\s*--- (?<result>PASS|FAIL|SKIP): (?<name>.+?) \(/gm, 'PASS')
    case 'rust':
      return matched(output, /^test (\S+) \.\.\. (ok|FAILED|ignored)/gm, 'ok')
    case 'junit':
    case 'none':
      return []
  }
}

function matched(output: string, pattern: RegExp, good: string): Case[] {
  return [...output.matchAll(pattern)].map((found) => {
    const [name, result] = found.groups
      ? [found.groups['name'], found.groups['result']]
      : [found[1], found[2]]
    return { name: name!, passed: result === good }
  })
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

function mochaCase(passed: boolean) {
  return (one: Readonly<Record<string, unknown>>): Case => ({ name: String(one['fullTitle']), passed })
}

function playwrightCases(suite: Readonly<Record<string, unknown>>, above: string): Case[] {
  const name = `${above} ${String(suite['title'])}`
  const specs = recordsIn(suite['specs']).map((spec) => {
    const results = recordsIn(spec['tests']).flatMap((one) => recordsIn(one['results']))
    const passed =
      spec['ok'] === true && results.length > 0 && results.every((one) => one['status'] !== 'skipped')
    return { name: `${name} ${String(spec['title'])}`, passed }
  })
  return [...specs, ...recordsIn(suite['suites']).flatMap((inner) => playwrightCases(inner, name))]
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

/** The framework whose command runs a criterion's test; null where none has one. */
export function runnerOf(method: string, testing: Testing): Framework | null {
  const framework = method === 'e2e-test' ? (testing.endToEnd ?? testing.framework) : testing.framework
  if (framework === 'cypress') return null
  return testCommand(framework, '', 'AC-001') === null ? null : framework
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
