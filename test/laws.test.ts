// Laws: a file that keeps a promise states it under a number, and a test carries that number. A number must mean one thing.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname

function filesIn(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|c?js)$/.test(name))
      .map((name) => join(folder, name)),
  )
}

/** By file: the numbered lines of its header, such as `//   J1  Lines are numbered without a gap.` */
const laws = filesIn('src', 'scripts').flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^\/\/ {3}([A-Z]+)(\d+) {2}\S/gm)].map(
    ([, prefix, n]) => ({
      file,
      prefix: prefix!,
      name: `${prefix}${n}`,
    }),
  ),
)

test('the prefix of a law belongs to one file', () => {
  const byPrefix = grouped(laws)
  const shared = [...byPrefix].flatMap(([prefix, found]) => {
    const files = [...new Set(found.map(({ file }) => file))]
    return files.length > 1 ? [`${prefix}: ${files.join(', ')}`] : []
  })
  expect(laws.length).toBeGreaterThan(20)
  expect(shared).toEqual([])
})

test('every law is named by the title of a test', () => {
  const titles = filesIn('src', 'test')
    .filter((file) => /\.(test|suite)\.tsx?$/.test(file) || file.startsWith(join('test', 'support')))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const named = new Set(titles.match(/\b[A-Z]+\d+(?=[:,–-])/g))
  expect(laws.filter(({ name }) => !named.has(name)).map(({ file, name }) => `${name} (${file})`)).toEqual([])
})

function grouped(all: typeof laws): Map<string, typeof laws> {
  const found = new Map<string, typeof laws>()
  for (const law of all) found.set(law.prefix, [...(found.get(law.prefix) ?? []), law])
  return found
}
