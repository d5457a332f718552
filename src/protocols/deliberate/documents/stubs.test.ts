// Test stubs parse, name their ids and are red at first; and what a runner's report proves.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parseAst } from 'rolldown/parseAst'
import { afterAll, describe, expect, test } from 'vitest'
import type { Story } from '../rules/plan.js'
import type { Framework } from '../rules/project.js'
import {
  provesCriterion,
  runnerOf,
  stillOpen,
  tallyLine,
  tallyOf,
  testCommand,
} from '../rules/verification.js'
import { stubsOf } from './stubs.js'
import { oneLine } from './text.js'

function storyOf(words: string, scenario = `GIVEN a WHEN ${words} THEN b`): Story {
  const criterion = { words: oneLine(words), scenario: oneLine(scenario) }
  return {
    id: 'US-001',
    task: 'T-001',
    title: oneLine(words),
    description: '',
    member: 'alder',
    dependsOn: [],
    criteria: [
      { ...criterion, id: 'AC-001', method: 'unit-test' },
      { ...criterion, id: 'AC-002', method: 'manual-check' },
      { ...criterion, id: 'AC-003', method: 'e2e-test' },
    ],
  }
}

const frameworks: Framework[] = ['vitest', 'jest', 'node:test', 'pytest']
const one = (framework: Framework, words: string, extension = 'ts') =>
  stubsOf(storyOf(words), { framework, endToEnd: false, extension })[0]!

const hostile = fc.string({
  unit: fc.constantFrom(
    '"',
    "'",
    '\\',
    '`',
    '#',
    '{',
    '}',
    '$',
    '\n',
    '*/',
    '//',
    'u0022',
    '"""',
    'x',
    ' ',
    'é',
    '\u2028',
    'n',
  ),
  maxLength: 12,
})

/** The code with every string taken out: what foreign words could change only if they escaped. */
function skeleton(text: string): string {
  return text
    .replace(/"(?:\\.|[^"\\\n])*"/g, 'S')
    .replace(/(ac_00\d)\w*/g, '$1')
    .replace(/TestUS001\w*/g, 'TestUS001')
}

describe('test stubs', () => {
  test.each([
    ['vitest', 'us-001.test.ts'],
    ['jest', 'us-001.test.ts'],
    ['node:test', 'us-001.test.ts'],
    ['pytest', 'test_us_001.py'],
  ] as const)('of %s are in %s', (framework, name) => {
    expect(one(framework, 'grows').path).toBe(`test-stubs/${name}`)
  })
  test.each(frameworks)('of %s have a case for every criterion that says what is pending', (framework) => {
    const { text, criteria } = one(framework, 'grows')
    expect(criteria).toEqual(['AC-001', 'AC-002', 'AC-003'])
    expect(text).toContain('Not implemented — AC-001 pending')
    for (const id of criteria) expect(text).toMatch(new RegExp(id.replace('-', '[-_]?'), 'i'))
    expect(text).toMatch(/US-001: grows/)
  })
  test.each(['vitest', 'jest', 'node:test'] as const)('of %s parse, whatever the words', (framework) => {
    fc.assert(
      fc.property(hostile, (words) => {
        expect(parseAst(one(framework, words).text, { lang: 'ts' }).type).toBe('Program')
      }),
      { numRuns: 40 },
    )
  })
  test('of pytest keep foreign words inside strings', () => {
    const plain = skeleton(one('pytest', 'x').text)
    fc.assert(
      fc.property(hostile, (words) => {
        expect(skeleton(one('pytest', words).text)).toBe(plain)
      }),
    )
  })
  test('of a project without a known runner there are none', () => {
    expect(stubsOf(storyOf('x'), { framework: null, endToEnd: false, extension: 'js' })).toEqual([])
  })
})

describe('on a real runner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stubs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = (text: string, id: string) => {
    writeFileSync(join(folder, 'us-001.test.mjs'), text)
    const [program, ...args] = testCommand('node:test', 'us-001.test.mjs', id)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(program!, args, { cwd: folder, encoding: 'utf8', env })
    return { code: status, stdout, stderr }
  }
  const stub = one('node:test', 'it "grows"', 'mjs').text
  test('a stub is red, a skipped case proves nothing, and what passes is proven', () => {
    expect(run(stub, 'AC-001')).toMatchObject({ code: 1 })
    const skipped = run(stub, 'AC-002')
    expect([skipped.code, provesCriterion('node:test', 'AC-002', skipped)]).toEqual([0, false])
    const written = stub.replace('throw new Error("Not implemented — AC-001 pending")', '')
    const passed = run(written, 'AC-001')
    expect([passed.code, provesCriterion('node:test', 'AC-001', passed)]).toEqual([0, true])
    expect(provesCriterion('node:test', 'AC-003', passed)).toBe(false)
  })
})

describe('what a report proves', () => {
  const jest = (status: string, fullName = 'US-001: a AC-001: b GIVEN') =>
    JSON.stringify({ testResults: [{ assertionResults: [{ fullName, status }] }] })
  test.each<[Framework, string, boolean]>([
    ['vitest', `noise {x\n${jest('passed')}`, true],
    ['vitest', jest('failed'), false],
    ['jest', jest('pending'), false],
    ['jest', jest('passed', 'AC-0011: other'), false],
    ['jest', 'no report', false],
    ['pytest', 'tests/t.py::TestUS001::test_ac_001_b PASSED   [100%]', true],
    ['pytest', 'tests/t.py::TestUS001::test_ac_001_b SKIPPED (manual)', false],
    ['pytest', 'tests/t.py::TestUS001::test_ac_0012_b PASSED', false],
  ])('%s: %j', (framework, stdout, proven) => {
    expect(provesCriterion(framework, 'AC-001', { code: 0, stdout })).toBe(proven)
    expect(provesCriterion(framework, 'AC-001', { code: 1, stdout })).toBe(false)
  })
  test('one case that failed spoils others that passed', () => {
    const stdout = 't.py::test_ac_001_a PASSED\nt.py::test_ac_001_b SKIPPED'
    expect(provesCriterion('pytest', 'AC-001', { code: 0, stdout })).toBe(false)
  })
  test.each(frameworks)('the command of %s names the criterion as its runner can', (framework) => {
    expect(testCommand(framework, 'tests/a', 'AC-001').join(' ')).toMatch(/AC-001|ac_001/)
  })
  test('end-to-end tests with a runner of their own are left to a verifier', () => {
    const testing = { framework: 'vitest', endToEnd: true, extension: 'ts' } as const
    expect([runnerOf('e2e-test', testing), runnerOf('unit-test', testing)]).toEqual([null, 'vitest'])
    expect(runnerOf('e2e-test', { ...testing, endToEnd: false })).toBe('vitest')
  })
})

describe('whether the work is done', () => {
  const rows = [
    { id: 'AC-001', method: 'unit-test', status: 'verified' },
    { id: 'AC-002', method: 'manual-check', status: 'pending' },
    { id: 'AC-003', method: 'metric', status: 'failed' },
  ] as const
  test('required gates and all but manual criteria must be verified', () => {
    const gate = {
      name: 'lint',
      command: 'x',
      required: true,
      status: 'failed',
      evidence: '',
      output: '',
    } as const
    expect(stillOpen([gate, { ...gate, name: 'soft', required: false }], rows)).toEqual(['lint', 'AC-003'])
    expect(stillOpen([], rows.slice(0, 2))).toEqual([])
    expect(tallyLine(tallyOf(rows))).toBe('Progress: 1/3 verified | 1 failed | 1 pending-manual')
  })
})
