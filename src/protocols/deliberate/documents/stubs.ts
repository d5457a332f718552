// Test stubs: one file a story and framework, one case a criterion, each failing until somebody writes it. Every file must parse.

import type { Criterion, Story } from '../rules/plan.js'
import type { Framework, Testing } from '../rules/project.js'

export interface StubFile {
  /** Relative to the session's folder. */
  readonly path: string
  readonly text: string
  /** Ids of the criteria it has a case for. */
  readonly criteria: readonly string[]
}

/** End-to-end criteria have a file of their own where another runner has the rest. */
export function stubsOf(story: Story, testing: Testing): StubFile[] {
  const split = testing.endToEnd === 'playwright' && testing.framework !== 'playwright'
  const apart = split ? story.criteria.filter(({ method }) => method === 'e2e-test') : []
  const rest = story.criteria.filter((criterion) => !apart.includes(criterion))
  return [
    ...(rest.length > 0
      ? [stubFile(testing.framework, { ...story, criteria: rest }, testing.extension)]
      : []),
    ...(apart.length > 0 ? [stubFile('playwright', { ...story, criteria: apart }, testing.extension)] : []),
  ]
}

function stubFile(framework: Framework, story: Story, extension: string): StubFile {
  const { name, text } = writers[framework](story, extension)
  return { path: `test-stubs/${name}`, text, criteria: story.criteria.map(({ id }) => id) }
}

interface Written {
  readonly name: string
  readonly text: string
}

type Writer = (story: Story, extension: string) => Written

export function pendingText(id: string): string {
  return `Not implemented — ${id} pending`
}

const writers: Readonly<Record<Framework, Writer>> = {
  vitest: (story, extension) =>
    javascript(story, `test.${extension}`, "import { describe, it } from 'vitest'\n\n"),
  jest: (story, extension) => javascript(story, `test.${extension}`, ''),
  mocha: (story, extension) => javascript(story, `test.${extension}`, ''),
  'node:test': (story, extension) =>
    javascript(story, `test.${extension}`, "import { describe, it } from 'node:test'\n\n"),
  playwright: (story, extension) =>
    javascript(
      story,
      `spec.${extension}`,
      "import { test } from '@playwright/test'\n\n",
      'test.describe',
      'test',
    ),
  pytest,
  unittest,
  go,
  rust,
  rspec,
  junit,
  none: gherkin,
}

function javascript(story: Story, suffix: string, head: string, group = 'describe', it = 'it'): Written {
  const cases = story.criteria.map(
    (criterion) => `  ${group}(${string(titleOf(criterion))}, () => {
    ${it}${isManual(criterion) ? '.skip' : ''}(${string(criterion.scenario)}, () => {
      throw new Error(${string(pendingText(criterion.id))})
    })
  })
`,
  )
  const text = `${head}${group}(${string(titleOf(story))}, () => {\n${cases.join('\n')}})\n`
  return { name: `${story.id.toLowerCase()}.${suffix}`, text }
}

function pytest(story: Story): Written {
  const cases = story.criteria.map(
    (
      criterion,
    ) => `${isManual(criterion) ? '    @pytest.mark.skip(reason="manual check")\n' : ''}    def ${testName(criterion)}(self):
        ${string(criterion.scenario)}
        raise NotImplementedError(${string(pendingText(criterion.id))})
`,
  )
  return python(story, 'import pytest\n', '', cases)
}

function unittest(story: Story): Written {
  const cases = story.criteria.map(
    (
      criterion,
    ) => `${isManual(criterion) ? '    @unittest.skip("manual check")\n' : ''}    def ${testName(criterion)}(self):
        ${string(criterion.scenario)}
        self.fail(${string(pendingText(criterion.id))})
`,
  )
  return python(story, 'import unittest\n', '(unittest.TestCase)', cases)
}

function python(story: Story, head: string, base: string, cases: readonly string[]): Written {
  const name = `test_${snake(story.id)}.py`
  const text = `${head}\n\nclass Test${bare(story.id)}${camel(story.title)}${base}:\n    ${string(titleOf(story))}\n\n${cases.join('\n')}`
  return { name, text }
}

function go(story: Story): Written {
  const cases = story.criteria.map(
    (criterion) => `\tt.Run(${string(titleOf(criterion))}, func(t *testing.T) {
\t\tt.Run(${string(criterion.scenario)}, func(t *testing.T) {
${isManual(criterion) ? '\t\t\tt.Skip("manual check")\n' : ''}\t\t\tt.Fatal(${string(pendingText(criterion.id))})
\t\t})
\t})
`,
  )
  const text = `package teststubs\n\nimport "testing"\n\n// ${titleOf(story)}\nfunc Test${bare(story.id)}(t *testing.T) {\n${cases.join('')}}\n`
  return { name: `${snake(story.id)}_test.go`, text }
}

function rust(story: Story): Written {
  const cases = story.criteria.map(
    (criterion) => `/// ${titleOf(criterion)}
/// ${criterion.scenario}
#[test]
${isManual(criterion) ? '#[ignore = "manual check"]\n' : ''}fn ${identifier(criterion)}() {
    panic!(${string(pendingText(criterion.id))});
}
`,
  )
  return { name: `${snake(story.id)}.rs`, text: `// ${titleOf(story)}\n\n${cases.join('\n')}` }
}

function rspec(story: Story): Written {
  const cases = story.criteria.map(
    (criterion) => `  context ${single(titleOf(criterion))} do
    ${isManual(criterion) ? 'xit' : 'it'} ${single(criterion.scenario)} do
      raise ${single(pendingText(criterion.id))}
    end
  end
`,
  )
  return {
    name: `${snake(story.id)}_spec.rb`,
    text: `RSpec.describe ${single(titleOf(story))} do\n${cases.join('\n')}end\n`,
  }
}

function junit(story: Story): Written {
  const cases = story.criteria.map(
    (criterion) => `    @Nested
    @DisplayName(${string(titleOf(criterion))})
    class ${pascal(criterion.id)} {
        @Test
${isManual(criterion) ? '        @Disabled("manual check")\n' : ''}        @DisplayName(${string(criterion.scenario)})
        void holds() {
            fail(${string(pendingText(criterion.id))});
        }
    }
`,
  )
  const imports = ['Disabled', 'DisplayName', 'Nested', 'Test'].map(
    (name) => `import org.junit.jupiter.api.${name};\n`,
  )
  const name = `${pascal(story.id)}Test`
  const text = `import static org.junit.jupiter.api.Assertions.fail;\n\n${imports.join('')}\n@DisplayName(${string(titleOf(story))})\nclass ${name} {\n${cases.join('\n')}}\n`
  return { name: `${name}.java`, text }
}

function gherkin(story: Story): Written {
  const cases = story.criteria.map((criterion) => {
    const [given, when, then] = stepsOf(criterion.scenario)
    const manual = isManual(criterion) ? ' @manual' : ''
    return `  @${criterion.id}${manual}\n  Scenario: ${titleOf(criterion)}\n    # ${pendingText(criterion.id)}\n    Given ${given}\n    When ${when}\n    Then ${then}\n`
  })
  return {
    name: `${story.id.toLowerCase()}.feature`,
    text: `Feature: ${titleOf(story)}\n\n${cases.join('\n')}`,
  }
}

function stepsOf(scenario: string): readonly [string, string, string] {
  const found = /^GIVEN (.*?) WHEN (.*?) THEN (.*)$/.exec(scenario)
  return found ? [found[1]!, found[2]!, found[3]!] : ['the system', scenario, 'it holds']
}

function titleOf(
  named: { readonly id: string } & ({ readonly title: string } | { readonly words: string }),
): string {
  return `${named.id}: ${'title' in named ? named.title : named.words}`
}

function isManual({ method }: Criterion): boolean {
  return method === 'manual-check'
}

/** A string literal of JavaScript, Python, Go, Rust and Java alike: the text is on one line and has no control characters. */
function string(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** Ruby fills in expressions between double quotes, but not between single ones. */
function single(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}

function testName(criterion: Criterion): string {
  return `test_${identifier(criterion)}`
}

/** `ac_001_the_first_words` */
function identifier({ id, words }: Criterion): string {
  const rest = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '')
  return rest === '' ? snake(id) : `${snake(id)}_${rest}`
}

function snake(id: string): string {
  return id.toLowerCase().replaceAll('-', '_')
}

/** `US001` */
function bare(id: string): string {
  return id.replaceAll('-', '')
}

/** `Us001` */
function pascal(id: string): string {
  return bare(id).replace(/^(.)(\D*)/, (_, first: string, rest: string) => first + rest.toLowerCase())
}

/** `Words Of A Title` as one name. */
function camel(title: string): string {
  const words = title.match(/[A-Za-z0-9]+/g) ?? []
  return words
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 40)
}
