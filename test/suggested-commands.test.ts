// Every command that parley names, in its source, its library and its documents, is one that there is, with flags that it has.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Entry, everywhere } from '../src/surfaces/cli/command.js'
import { commands } from '../src/surfaces/cli/commands.js'
import { checkout } from './support/run.js'

/** In backticks; as an example of help; behind the name that parley was called by; about a meeting by its name. */
const shapes: readonly RegExp[] = [
  /`parley ((?:[^`\\]|\\[^`])+)\\?`/g,
  /\[\s*'parley ([^'\n]+)'/g,
  /command\} ([a-z-][^`'\n]*)/g,
  /\(name(?:: string)?\) =>\s+['`]([a-z]+(?: [^'`]*)?)['`]/g,
]
/** What begins so is no command, or (a helper of `parley rule`) has tests of its own. */
const others = /^(line|fetches|summary|signature|_tools|poll|STATE|rule)\b|^[\W\d_]/

test('no command and no flag is named that does not exist', async () => {
  const named = filesIn('src', 'library', 'docs', 'integrations').flatMap(([path, text]) =>
    shapes
      .filter((_, at) => at < 2 || path.startsWith('src/surfaces/cli'))
      .flatMap((shape) => [...text.matchAll(shape)].map(([, line = '']) => ({ path, line }))),
  )
  expect(named.length).toBeGreaterThan(200)
  const checked = await Promise.all(named.map(async (one) => ({ ...one, fault: await faultIn(one.line) })))
  expect(checked.filter(({ fault, line }) => fault !== undefined && !others.test(line))).toEqual([])
})

function filesIn(...folders: readonly string[]): (readonly [string, string])[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  )
  return ['README.md', ...paths]
    .filter((path) => /\.(tsx?|md|ya?ml|json)$/.test(path))
    .filter((path) => !/\.(test|suite)\.tsx?$|recorded|decisions/.test(path))
    .map((path) => [path, readFileSync(join(checkout, path), 'utf8')])
}

async function faultIn(line: string): Promise<string | undefined> {
  const [command = ''] = line.replace(/\$\{[^}]*\}/g, 'X').split(/ [|&;<>\\]|\\/)
  let place: Place = { entries: commands, flags: {} }
  for (const word of command.trim().split(/\s+/)) {
    const flag = /^\[?--([\w-]+)/.exec(word)?.[1]
    if (flag !== undefined && !(flag in place.flags) && !(flag in everywhere)) return `no flag --${flag}`
    if (flag !== undefined || !place.entries || /^(X|COMMAND)$/.test(word)) continue
    const entry: Entry | undefined = place.entries[word.replace(/[.,]$/, '')] ?? place.otherwise
    if (!entry) return `no command ${word}`
    place = await placeOf(entry)
  }
  return undefined
}

interface Place {
  readonly entries?: Readonly<Record<string, Entry>>
  readonly otherwise?: Entry | undefined
  readonly flags: object
}

async function placeOf(entry: Entry): Promise<Place> {
  if (entry.kind === 'group') return { entries: entry.commands, otherwise: entry.otherwise, flags: {} }
  if (entry.kind === 'command') return { flags: (await entry.load()).flags ?? {} }
  return { flags: {} }
}
