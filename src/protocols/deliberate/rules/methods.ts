// How a criterion is verified, and where its test is expected.

import type { Framework, Testing } from './project.js'
import { slugOf } from './slug.js'

export const methods = [
  'unit-test',
  'integration-test',
  'e2e-test',
  'build-output',
  'manual-check',
  'metric',
] as const
export type Method = (typeof methods)[number]

/** The first row with a word of the criterion decides. */
const rows: readonly (readonly [readonly string[], Method | 'visible'])[] = [
  [['display', 'show', 'render', 'UI'], 'visible'],
  [['return', 'accept', 'reject', 'validate'], 'unit-test'],
  [['call', 'send', 'receive', 'integrate'], 'integration-test'],
  [['build', 'compile'], 'build-output'],
]

/** A method as somebody's file names it; what is none is a unit test, as where no word decides. */
export function nameOfMethod(text: string): Method {
  return methods.find((method) => method === text.trim().toLowerCase()) ?? 'unit-test'
}

/** The criterion without its tag, and the method: the tag's where it has one, else by its words. */
export function methodOf(
  criterion: string,
  endToEnd: boolean,
): { readonly words: string; readonly method: Method } {
  const tag = /^(.*\S)\s*\[([a-z0-9-]+)\][.\s]*$/s.exec(criterion)
  const tagged = methods.find((method) => method === tag?.[2])
  if (tag && tagged !== undefined) return { words: tag[1]!.trim(), method: tagged }
  const found =
    rows.find(([words]) => words.some((word) => formsOf(word).test(criterion)))?.[1] ?? 'unit-test'
  const visible = endToEnd ? 'e2e-test' : 'manual-check'
  return { words: criterion.trim(), method: found === 'visible' ? visible : found }
}

/** With any of the usual endings; a final e may drop before one. */
function formsOf(word: string): RegExp {
  const dropped = word.endsWith('e') ? `|${word.slice(0, -1)}(?:es|ed|ing)` : ''
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${word}(?:s|es|ed|ing)?${dropped})(?![\\p{L}\\p{N}])`, 'iu')
}

/** Where most tests of the project stand, else `tests/`; the file is called after the story. */
export function testPath(
  title: string,
  files: readonly string[],
  { framework, extension }: Testing,
): string | null {
  if (framework === null) return null
  return `${testFolder(files)}${testFileName(slugOf(title), framework, extension)}`
}

function testFolder(files: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const path of files.filter(isTest)) {
    const inFolder = /^(.*?(?:^|\/)(?:tests?|specs?|__tests__)\/)/.exec(path)?.[1]
    const folder = inFolder ?? path.slice(0, path.lastIndexOf('/') + 1)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
  return most?.[0] ?? 'tests/'
}

export function isTest(path: string): boolean {
  if (/(?:^|\/)(?:\.claude|node_modules|\.parley)\//.test(path)) return false
  return /(?:[._](?:test|spec)\.\w+|(?:^|\/)test_[^/]*\.py|_(?:test|spec)\.\w+|Test\.java)$/.test(path)
}

function testFileName(slug: string, framework: Framework, extension: string): string {
  return framework === 'pytest' ? `test_${slug.replaceAll('-', '_')}.py` : `${slug}.test.${extension}`
}
