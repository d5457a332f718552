// Planning: what a project is tested with, methods, stories in order, PRD, contract and plan there and back, and that they agree.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { methodOf, methods, testPath } from '../rules/methods.js'
import { inDependencyOrder, plannedFrom, saysMore } from '../rules/plan.js'
import { plannedBefore } from '../rules/plan-before.js'
import { type Framework, manifestNames, type Project, qualityGates, testingOf } from '../rules/project.js'
import type { Prd } from '../schemas.js'
import {
  criteriaIn,
  gatesIn,
  issueIn,
  renderContract,
  type VerifyStatus,
  withIssue,
  withResults,
} from './contract.js'
import {
  methodCounts,
  readPlan,
  renderPlan,
  renderPrd,
  renderTaskList,
  scopeText,
  storiesIn,
  tasksIn,
} from './prd.js'
import { sectionsIn } from './sections.js'
import { stubsOf } from './stubs.js'
import { themeFrom } from './themes.suite.js'

const node = (manifest: object, ...files: string[]): Project => ({
  files: ['package.json', ...files],
  texts: { 'package.json': JSON.stringify(manifest) },
})
const holding = (files: readonly string[], texts: Record<string, string> = {}): Project => ({
  files: [...files, ...Object.keys(texts)],
  texts,
})
const commands = (project: Project) => qualityGates(project).map(({ command }) => command)

describe('quality gates', () => {
  const scripts = { build: 'b', lint: 'l', test: 't', start: 's' }
  test.each<[string, Project, string[]]>([
    ['scripts', node({ scripts }), ['npm run build', 'npm run lint', 'npm test']],
    [
      'the package manager of the lock file',
      node({ scripts }, 'pnpm-lock.yaml'),
      ['pnpm run build', 'pnpm run lint', 'pnpm test'],
    ],
    ['bun’s own test command is another', node({ scripts: { test: 't' } }, 'bun.lock'), ['bun run test']],
    [
      'types without a script',
      node({ scripts: { test: 't' } }, 'tsconfig.json'),
      ['npm test', 'npx tsc --noEmit'],
    ],
    ['types with one', node({ scripts: { typecheck: 'tsc' } }, 'tsconfig.json'), ['npm run typecheck']],
    [
      'the test script that npm makes up',
      node({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }),
      [],
    ],
    [
      'python',
      holding(['mypy.ini'], { 'pyproject.toml': '[tool.ruff]\n[tool.pytest.ini_options]' }),
      ['pytest', 'ruff check .', 'mypy .'],
    ],
    ['rust', holding(['Cargo.toml']), ['cargo build', 'cargo test']],
    ['go', holding(['go.mod']), ['go build ./...', 'go vet ./...', 'go test ./...']],
    [
      'make',
      holding([], { Makefile: 'lint:\n\ttrue\ntest: lint\nbuild := x\n' }),
      ['make lint', 'make test'],
    ],
    [
      'make beside something else',
      holding(['go.mod'], { Makefile: 'test:\n' }),
      ['go build ./...', 'go vet ./...', 'go test ./...'],
    ],
    ['a manifest that cannot be read', holding([], { 'package.json': '{' }), []],
    ['nothing', holding([]), []],
  ])('of %s', (_, project, expected) => {
    expect(commands(project)).toEqual(expected)
  })
})

describe('the framework of tests', () => {
  const dev = (...names: string[]) => ({
    devDependencies: Object.fromEntries(names.map((name) => [name, '1'])),
  })
  test.each<[Project, Framework | null, string]>([
    [node(dev('vitest', 'jest')), 'vitest', 'js'],
    [node({}, 'vitest.config.ts', 'tsconfig.json'), 'vitest', 'ts'],
    [node({ jest: {} }), 'jest', 'js'],
    [node(dev('mocha', 'typescript')), null, 'ts'],
    [node({ scripts: { test: 'node --import x --test' } }), 'node:test', 'mjs'],
    [node({ type: 'module', scripts: { test: 'node --test' } }), 'node:test', 'js'],
    [node(dev('@playwright/test')), null, 'js'],
    [holding(['tests/conftest.py', 'pyproject.toml']), 'pytest', 'js'],
    [holding(['setup.py', 'go.mod']), null, 'js'],
  ])('%#', (project, framework, extension) => {
    expect(testingOf(project)).toMatchObject({ framework, extension })
  })
  test('end-to-end tests may have their own, and every manifest that is asked for can be read', () => {
    expect(testingOf(node(dev('vitest', '@playwright/test')))).toMatchObject({
      framework: 'vitest',
      endToEnd: true,
    })
    expect(testingOf(node(dev('cypress')))).toMatchObject({ framework: null, endToEnd: true })
    expect(manifestNames).toContain('package.json')
  })
})

describe('methods', () => {
  test.each([
    ['The list shows three rows', 'manual-check'],
    ['Rendering is fast', 'manual-check'],
    ['It rejects and shows nothing', 'manual-check'],
    ['Invalid input is rejected', 'unit-test'],
    ['validating twice', 'unit-test'],
    ['It calls the service', 'integration-test'],
    ['Integrating mail', 'integration-test'],
    ['The docs compile', 'build-output'],
    ['building works', 'build-output'],
    ['Rebuilding works', 'unit-test'],
    ['All is well', 'unit-test'],
    ['The UI is calm', 'manual-check'],
    ['The guild is calm', 'unit-test'],
  ])('%j is verified by %s', (words, method) => {
    expect(methodOf(words, false)).toEqual({ words, method })
    expect(methodOf(words, true).method).toBe(method === 'manual-check' ? 'e2e-test' : method)
  })
  test('a tag is taken at its word and leaves the text; a word in brackets that is none stays', () => {
    for (const method of methods)
      expect(methodOf(`It shows [${method}]`, true)).toEqual({ words: 'It shows', method })
    expect(methodOf('It is [odd]', true)).toEqual({ words: 'It is [odd]', method: 'unit-test' })
  })
  test.each([
    [['tests/a.test.ts', 'tests/deep/b.test.ts', 'src/c.test.ts'], 'tests/dark-mode.test.ts'],
    [['src/a/x.test.ts', 'src/a/y.spec.ts', 'src/b/z.test.ts'], 'src/a/dark-mode.test.ts'],
    [['node_modules/x/a.test.ts', '.claude/council/b.test.ts'], 'tests/dark-mode.test.ts'],
    [[], 'tests/dark-mode.test.ts'],
  ])('with tests at %j one is expected at %s', (files, path) => {
    expect(testPath('Dark mode', files, { framework: 'vitest', endToEnd: false, extension: 'ts' })).toBe(path)
  })
  test('a file of pytest is called as it finds them, and none is expected where no runner is known', () => {
    const testing = { endToEnd: false, extension: 'js' }
    expect(testPath('Dark mode', [], { ...testing, framework: 'pytest' })).toBe('tests/test_dark_mode.py')
    expect(testPath('Dark mode', [], { ...testing, framework: null })).toBeNull()
  })
})

const { roster } = themeFrom()
const story = (
  title: string,
  depends: string[] = [],
  criteria: Prd['stories'][number]['criteria'] = [{ text: 'It shows a bed' }],
) => ({
  title,
  as_a: 'gardener',
  want: 'a bed',
  so_that: 'things grow',
  member: 'ALDER',
  depends_on: depends,
  criteria,
})
const prd: Prd = {
  overview: 'A garden.\n## forged',
  goals: ['grow'],
  non_goals: [],
  stories: [
    story('Dig | deep', ['US-002']),
    story(
      'Buy a spade',
      ['US-001', 'US-009'],
      [
        // biome-ignore lint/suspicious/noThenProperty: the last part of a criterion is called so, and nobody awaits one.
        { text: 'It calls the shop', given: 'GIVEN money', when: 'asked', then: 'it sells' },
        { text: 'It costs 5 [metric]' },
      ],
    ),
  ],
  technical_notes: '',
  dependencies: ['a shop'],
}
const planned = plannedFrom(prd, roster, false)
const { stories } = planned
const parts = {
  idea: 'Garden',
  stories,
  gates: [{ name: 'test', command: 'npm test', proves: 'the tests pass' }],
  roster,
}
const testing = { framework: 'vitest', endToEnd: false, extension: 'ts' } as const
const stubs = stories.flatMap((one) => stubsOf(one, testing))
const contract = renderContract({
  ...parts,
  session: 'garden-20260131-1705',
  testPaths: new Map(stories.map(({ id, title }) => [id, testPath(title, [], testing)])),
  stubs: new Map(stubs.flatMap(({ path, criteria }) => criteria.map((id) => [id, path] as const))),
})

describe('stories', () => {
  test('are numbered without gaps, their criteria through all of them, each with its scenario', () => {
    expect(stories.map(({ id, task, member }) => [id, task, member])).toEqual([
      ['US-001', 'T-001', 'alder'],
      ['US-002', 'T-002', 'alder'],
    ])
    expect(stories.flatMap(({ criteria }) => criteria)).toEqual([
      {
        id: 'AC-001',
        words: 'It shows a bed',
        method: 'manual-check',
        scenario: 'GIVEN the system WHEN It shows a bed THEN it holds',
      },
      {
        id: 'AC-002',
        words: 'It calls the shop',
        method: 'integration-test',
        scenario: 'GIVEN money WHEN asked THEN it sells',
      },
      {
        id: 'AC-003',
        words: 'It costs 5',
        method: 'metric',
        scenario: 'GIVEN the system WHEN It costs 5 THEN it holds',
      },
    ])
  })
  test('say the words of their form once, however often a reply repeats them', () => {
    const story = {
      ...prd.stories[0]!,
      as_a: 'As an Author',
      want: 'I want to read',
      so_that: 'so that I know.',
    }
    const told = (one: Partial<typeof story>) =>
      plannedFrom({ ...prd, stories: [{ ...story, ...one }] }, roster, false).stories[0]!.description
    expect(told({})).toBe('As an Author, I want to read so that I know.')
    expect(told({ as_a: 'user' })).toBe('As a user, I want to read so that I know.')
    expect(told({ as_a: 'a person who asks', want: 'a bed', so_that: 'things grow' })).toBe(
      'As a person who asks, I want a bed so that things grow.',
    )
  })

  test('a cycle is cut at the later story with a warning, and ids that do not exist are dropped', () => {
    expect(stories.map(({ dependsOn }) => dependsOn)).toEqual([['US-002'], []])
    expect(planned.warnings).toEqual(['US-002 cannot wait for US-001, which waits for it: left out'])
  })
  test('whatever depends on whatever, every story comes after those it waits for', () => {
    const graph = fc
      .integer({ min: 1, max: 7 })
      .chain((count) =>
        fc.array(fc.array(fc.integer({ min: 0, max: 8 })), { minLength: count, maxLength: count }),
      )
    fc.assert(
      fc.property(graph, (edges) => {
        const wanted = {
          ...prd,
          stories: edges.map((deps, at) =>
            story(
              `s${at}`,
              deps.map((one) => `US-00${one}`),
            ),
          ),
        }
        const ordered = inDependencyOrder(plannedFrom(wanted, roster, false).stories)
        expect(ordered).toHaveLength(edges.length)
        ordered.forEach(({ dependsOn }, at) => {
          for (const id of dependsOn) expect(ordered.findIndex((other) => other.id === id)).toBeLessThan(at)
        })
      }),
    )
    const cycle = [
      { id: 'a', dependsOn: ['b'] },
      { id: 'b', dependsOn: ['a'] },
    ]
    expect(inDependencyOrder(cycle)).toHaveLength(2)
  })
})

describe('prd.md', () => {
  const text = renderPrd(prd, parts)
  test('has its sections, and no section of the reply’s', () => {
    expect(sectionsIn(text).map(({ title }) => title)).toEqual([
      ...[
        'Overview',
        'Goals',
        'Non-Goals',
        'Quality Gates',
        'User Stories',
        'Technical Notes',
        'Dependencies',
      ],
    ])
    expect(text).toContain('- `npm test` — the tests pass')
    expect(text).toContain(`### US-001: Dig | deep
**Description:** As a gardener, I want a bed so that things grow.
**Agent:** Alder
**Acceptance Criteria:**
- [ ] It shows a bed
`)
    expect(renderPrd(prd, { ...parts, gates: [] })).toContain('## Quality Gates\nnone detected\n')
  })
  test('has the scenario below its box where it says more', () => {
    expect(text).toContain(
      '- [ ] It calls the shop\n  GIVEN money WHEN asked THEN it sells\n- [ ] It costs 5',
    )
  })
  test('keeps the scenarios for whoever goes on with the papers alone', () => {
    const before = plannedBefore({ prd: text, contract, plan: undefined }, roster, ['alder'], false)
    expect(before.flatMap(({ criteria }) => criteria.map(({ scenario }) => scenario))).toEqual(
      stories.flatMap(({ criteria }) => criteria.map(({ scenario }) => scenario)),
    )
  })
  test('its stories are read back', () => {
    expect(storiesIn(text)).toEqual(
      stories.map(({ id, title, description, criteria }) => ({
        id,
        title,
        description,
        agent: 'Alder',
        boxes: criteria.map(({ words }) => words),
        scenarios: criteria.map(({ words, scenario }) => (saysMore(scenario, words) ? scenario : '')),
      })),
    )
  })
})

describe('plan.md', () => {
  test('has a task a story, with tasks to wait for and a status', () => {
    const text = renderPlan(parts, { 'T-002': 'done' })
    expect(text).toContain('| T-001 | US-001: Dig \\| deep | Alder | T-002 | pending |')
    expect(readPlan(text)).toEqual([
      {
        task: 'T-001',
        story: 'US-001',
        title: 'Dig | deep',
        agent: 'Alder',
        dependsOn: ['T-002'],
        status: 'pending',
      },
      { task: 'T-002', story: 'US-002', title: 'Buy a spade', agent: 'Alder', dependsOn: [], status: 'done' },
    ])
  })
  test('in quick it is a list, and any tasks are read back from it', () => {
    expect(renderTaskList('Garden', { tasks: [{ title: 'Dig', description: 'deep' }] })).toBe(
      '# Task List: Garden\n\n1. **Dig** — deep\n',
    )
    const words = fc.stringMatching(/^[a-z—-]+( [a-z|]+)*$/)
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: words, description: fc.oneof(words, fc.constant('')) }), {
          minLength: 1,
        }),
        (tasks) => {
          expect(
            tasksIn(renderTaskList('x', { tasks })).map(({ title, description }) => ({ title, description })),
          ).toEqual(tasks)
        },
      ),
    )
  })
  test('the scope is shown with its numbers', () => {
    const text = scopeText(prd, stories, 'x/acceptance-contract.md')
    expect(text).toContain('- US-002: Buy a spade\n  - It calls the shop — integration-test')
    expect(text).toContain('2 stories, 3 criteria (manual-check: 1, integration-test: 1, metric: 1).')
    expect(methodCounts(stories)).toEqual({ 'manual-check': 1, 'integration-test': 1, metric: 1 })
  })
})

describe('acceptance-contract.md', () => {
  test('has a block a criterion, a summary, and the stubs', () => {
    expect(contract).toContain(`# Acceptance Contract: Garden
Session: garden-20260131-1705 | PRD: prd.md | Status: locked

## Quality Gates
| Gate | Command | Required |
|------|---------|----------|
| test | \`npm test\` | yes |
`)
    expect(contract).toContain(`#### AC-002: It calls the shop
- **Method:** integration-test
- **Test:** \`tests/buy-a-spade.test.ts\` > "AC-002: It calls the shop"
- **Status:** pending
- **Evidence:** —
- **Verified-by:** —
`)
    expect(contract).toContain('| AC-001 | It shows a bed | manual-check | pending | — |')
    expect(contract).toContain('\nProgress: 0/3 verified\n\n## Test Stubs\n| AC | Stub |')
    expect(contract).toContain('| AC-003 | `test-stubs/us-002.test.ts` |')
    expect(gatesIn(contract)).toEqual([{ name: 'test', command: 'npm test', required: true }])
  })
  test('says its scenarios where no stub does', () => {
    const bare = renderContract({ ...parts, session: 's', testPaths: new Map(), stubs: new Map() })
    expect(bare).toMatch(/## Given \/ When \/ Then\n- AC-001: GIVEN .* WHEN .* THEN .*\n- AC-002: /)
    expect(bare).not.toContain('## Test Stubs')
    expect(bare.match(/^- \*\*Test:\*\* —$/gm)).toHaveLength(3)
  })
  test('only status, evidence, who verified, summary and progress change', () => {
    const status = fc.constantFrom<VerifyStatus>('pending', 'verified', 'failed')
    const result = fc.record({
      status,
      evidence: fc.string(),
      by: fc.constantFrom('parley', 'verifier', 'Ada'),
    })
    const locked = (text: string) =>
      text
        .split('\n')
        .filter((line) => !/^- \*\*(?:Status|Evidence|Verified-by)|^\| AC-\d+ \| [^`]|^Progress/.test(line))
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('AC-001', 'AC-002', 'AC-003', 'AC-009'), result),
        (results) => {
          const changed = withResults(contract, new Map(Object.entries(results)))
          expect(locked(changed)).toEqual(locked(contract))
          const rows = criteriaIn(changed)
          for (const { id, status: found } of rows) expect(found).toBe(results[id]?.status ?? 'pending')
          expect(changed).toContain(
            `Progress: ${rows.filter((row) => row.status === 'verified').length}/3 verified`,
          )
          expect(withResults(changed, new Map(Object.entries(results)))).toBe(changed)
        },
      ),
    )
  })
  test('the address of its issue stands behind the second line, once', () => {
    const once = withIssue(contract, 'https://x/1')
    expect(once.split('\n')[1]).toBe(
      'Session: garden-20260131-1705 | PRD: prd.md | Status: locked | Issue: https://x/1',
    )
    expect([issueIn(contract), issueIn(once), issueIn(withIssue(once, 'https://x/2'))]).toEqual([
      null,
      'https://x/1',
      'https://x/2',
    ])
  })
})
