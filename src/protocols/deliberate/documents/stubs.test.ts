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
import { provesCriterion, stillOpen, tallyLine, tallyOf, testCommand } from '../rules/verification.js'
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

const frameworks: Framework[] = [
  'vitest',
  'jest',
  'mocha',
  'node:test',
  'playwright',
  'pytest',
  'unittest',
  'go',
  'rust',
  'rspec',
  'junit',
  'none',
]
const one = (framework: Framework, words: string, extension = 'ts') =>
  stubsOf(storyOf(words), { framework, endToEnd: null, extension })[0]!

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

/** The code with every string and comment taken out: what foreign words could change only if they escaped. */
function skeleton(framework: Framework, text: string): string {
  const literal = framework === 'rspec' ? /'(?:\\.|[^'\\\n])*'/g : /"(?:\\.|[^"\\\n])*"/g
  return text
    .replace(literal, 'S')
    .replace(/\/\/.*$/gm, 'C')
    .replace(/(ac_00\d)\w*/g, '$1')
    .replace(/TestUS001\w*/g, 'TestUS001')
}

describe('test stubs', () => {
  test.each([
    ['vitest', 'us-001.test.ts'],
    ['jest', 'us-001.test.ts'],
    ['playwright', 'us-001.spec.ts'],
    ['pytest', 'test_us_001.py'],
    ['unittest', 'test_us_001.py'],
    ['go', 'us_001_test.go'],
    ['rust', 'us_001.rs'],
    ['rspec', 'us_001_spec.rb'],
    ['junit', 'Us001Test.java'],
    ['none', 'us-001.feature'],
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
  test.each(['vitest', 'jest', 'mocha', 'node:test', 'playwright'] as const)(
    'of %s parse, whatever the words',
    (framework) => {
      fc.assert(
        fc.property(hostile, (words) => {
          expect(parseAst(one(framework, words).text, { lang: 'ts' }).type).toBe('Program')
        }),
        { numRuns: 40 },
      )
    },
  )
  test.each(['pytest', 'unittest', 'go', 'rust', 'rspec', 'junit'] as const)(
    'of %s keep foreign words inside strings and comments',
    (framework) => {
      const plain = skeleton(framework, one(framework, 'x').text)
      fc.assert(
        fc.property(hostile, (words) => {
          expect(skeleton(framework, one(framework, words).text)).toBe(plain)
        }),
      )
    },
  )
  test('as Gherkin a scenario has its three steps and nothing else, whatever the words', () => {
    fc.assert(
      fc.property(hostile, (words) => {
        const lines = one('none', words)
          .text.split('\n')
          .filter((line) => line.trim() !== '')
        expect(lines.map((line) => line.trim().split(/[ :]/)[0])).toEqual([
          'Feature',
          ...['AC-001', 'AC-002', 'AC-003'].flatMap((id) => [
            `@${id}`,
            'Scenario',
            '#',
            'Given',
            'When',
            'Then',
          ]),
        ])
      }),
    )
  })
  test('end-to-end criteria have a file of their own where another runner has the rest', () => {
    const files = stubsOf(storyOf('x'), { framework: 'vitest', endToEnd: 'playwright', extension: 'ts' })
    expect(files.map(({ path, criteria }) => [path, criteria])).toEqual([
      ['test-stubs/us-001.test.ts', ['AC-001', 'AC-002']],
      ['test-stubs/us-001.spec.ts', ['AC-003']],
    ])
  })
})

describe('on a real runner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stubs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = (text: string, id: string) => {
    writeFileSync(join(folder, 'us-001.test.mjs'), text)
    const [program, ...args] = testCommand('node:test', 'us-001.test.mjs', id)!
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
  const mocha = (kind: string) => JSON.stringify({ passes: [], [kind]: [{ fullTitle: 'US-001 AC-001: b' }] })
  const playwright = (status: string, ok = true) =>
    JSON.stringify({
      suites: [
        {
          title: 'f',
          suites: [
            { title: 'AC-001: b', specs: [{ title: 'GIVEN', ok, tests: [{ results: [{ status }] }] }] },
          ],
        },
      ],
    })
  const rspec = (status: string) =>
    JSON.stringify({ examples: [{ full_description: 'US-001 AC-001: b', status }] })
  test.each<[Framework, string, boolean]>([
    ['vitest', `noise {x\n${jest('passed')}`, true],
    ['vitest', jest('failed'), false],
    ['jest', jest('pending'), false],
    ['jest', jest('passed', 'AC-0011: other'), false],
    ['jest', 'no report', false],
    ['mocha', mocha('passes'), true],
    ['mocha', mocha('pending'), false],
    ['playwright', playwright('passed'), true],
    ['playwright', playwright('skipped'), false],
    ['playwright', playwright('failed', false), false],
    ['rspec', rspec('passed'), true],
    ['rspec', rspec('pending'), false],
    ['pytest', 'tests/t.py::TestUS001::test_ac_001_b PASSED   [100%]', true],
    ['pytest', 'tests/t.py::TestUS001::test_ac_001_b SKIPPED (manual)', false],
    ['pytest', 'tests/t.py::TestUS001::test_ac_0012_b PASSED', false],
    ['unittest', 'test_ac_001_b (t.TestUS001.test_ac_001_b)\nGIVEN a ... ok', true],
    ['unittest', 'test_ac_001_b (t.TestUS001.test_ac_001_b) ... skipped "manual"', false],
    ['go', '    --- PASS: TestUS001/AC-001:_b/GIVEN (0.00s)\n--- PASS: TestUS001 (0.00s)', true],
    ['go', '    --- SKIP: TestUS001/AC-001:_b (0.00s)', false],
    ['rust', 'test ac_001_b ... ok', true],
    ['rust', 'test ac_001_b ... ignored', false],
    ['junit', 'AC-001 ok', false],
  ])('%s: %j', (framework, output, proven) => {
    const ran = framework === 'unittest' ? { stdout: '', stderr: output } : { stdout: output, stderr: '' }
    expect(provesCriterion(framework, 'AC-001', { code: 0, ...ran })).toBe(proven)
    expect(provesCriterion(framework, 'AC-001', { code: 1, ...ran })).toBe(false)
  })
  test('one case that failed spoils others that passed', () => {
    const output = 'test ac_001_a ... ok\ntest ac_001_b ... ignored'
    expect(provesCriterion('rust', 'AC-001', { code: 0, stdout: output, stderr: '' })).toBe(false)
  })
  test('every framework but two has a command, which names the criterion as its runner can', () => {
    for (const framework of frameworks) {
      const argv = testCommand(framework, 'tests/a', 'AC-001')
      if (framework === 'junit' || framework === 'none') expect(argv).toBeNull()
      else expect(argv!.join(' ')).toMatch(/AC-001|ac_001/)
    }
    expect(testCommand('go', 'pkg/a_test.go', 'AC-001')).toEqual([
      'go',
      'test',
      '-v',
      './pkg',
      '-run',
      '/AC-001',
    ])
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
