// Test stubs: one file a story, one case a criterion, each failing until somebody writes it. Every file must parse.

import type { Criterion, Story } from '../rules/plan.js'
import type { Framework, Testing } from '../rules/project.js'

export interface StubFile {
  /** Relative to the session's folder. */
  readonly path: string
  readonly text: string
  /** Ids of the criteria it has a case for. */
  readonly criteria: readonly string[]
}

interface Runner {
  /** The file's name, from the id of its story and the extension of the project's files. */
  readonly file: (id: string, extension: string) => string
  readonly text: (story: Story) => string
}

const inJavaScript = (head: string): Runner => ({
  file: (id, extension) => `${id.toLowerCase()}.test.${extension}`,
  text: (story) => javascript(story, head),
})

const runners: Readonly<Record<Framework, Runner>> = {
  vitest: inJavaScript("import { describe, it } from 'vitest'\n\n"),
  jest: inJavaScript(''),
  'node:test': inJavaScript("import { describe, it } from 'node:test'\n\n"),
  pytest: { file: (id) => `test_${snake(id)}.py`, text: python },
}

/** None where the project's tests have no runner that is known here. */
export function stubsOf(story: Story, { framework, extension }: Testing): StubFile[] {
  if (framework === null) return []
  const { file, text } = runners[framework]
  const criteria = story.criteria.map(({ id }) => id)
  return [{ path: `test-stubs/${file(story.id, extension)}`, text: text(story), criteria }]
}

export function pendingText(id: string): string {
  return `Not implemented — ${id} pending`
}

function javascript(story: Story, head: string): string {
  const cases = story.criteria.map(
    (criterion) => `  describe(${string(titleOf(criterion))}, () => {
    it${isManual(criterion) ? '.skip' : ''}(${string(criterion.scenario)}, () => {
      throw new Error(${string(pendingText(criterion.id))})
    })
  })
`,
  )
  return `${head}describe(${string(titleOf(story))}, () => {\n${cases.join('\n')}})\n`
}

function python(story: Story): string {
  const cases = story.criteria.map(
    (
      criterion,
    ) => `${isManual(criterion) ? '    @pytest.mark.skip(reason="manual check")\n' : ''}    def ${testName(criterion)}(self):
        ${string(criterion.scenario)}
        raise NotImplementedError(${string(pendingText(criterion.id))})
`,
  )
  const name = `Test${story.id.replaceAll('-', '')}${camel(story.title)}`
  return `import pytest\n\n\nclass ${name}:\n    ${string(titleOf(story))}\n\n${cases.join('\n')}`
}

function titleOf(
  named: { readonly id: string } & ({ readonly title: string } | { readonly words: string }),
): string {
  return `${named.id}: ${'title' in named ? named.title : named.words}`
}

function isManual({ method }: Criterion): boolean {
  return method === 'manual-check'
}

/** A string literal of JavaScript and Python alike: the text is on one line and has no control characters. */
function string(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** `test_ac_001_the_first_words` */
function testName({ id, words }: Criterion): string {
  const rest = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '')
  return `test_${snake(id)}${rest === '' ? '' : `_${rest}`}`
}

function snake(id: string): string {
  return id.toLowerCase().replaceAll('-', '_')
}

/** `Words Of A Title` as one name. */
function camel(title: string): string {
  const words = title.match(/[A-Za-z0-9]+/g) ?? []
  return words
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 40)
}
