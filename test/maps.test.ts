// The maps of this repository, AGENTS.md and docs/architecture.md: every file, folder and function that they name exists.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const source = /\.(tsx?|c?js|md)$/

interface Named {
  readonly path: string
  /** The function that the map says is in it. */
  readonly what: string | undefined
  /** Where it may be, seen from the root. */
  readonly tried: readonly string[]
}

/** `kernel/hold.ts: open`, `src/rules/`, or `tape.ts` after a path of the same folder. Patterns are looked up by their folder. */
function namedIn(map: string): Named[] {
  const text = readFileSync(join(root, map), 'utf8')
  return text.split(/\n(?=[-|#\n]|\d+\. )/).flatMap((block) => namedInBlock(map, block))
}

function namedInBlock(map: string, block: string): Named[] {
  const folders = ['.', 'src']
  return [...block.matchAll(/`([^`\n]+)`|\]\(([^)#]+)\)/g)].flatMap(([, code, link]) => {
    if (link !== undefined)
      return /^https?:/.test(link) ? [] : [{ path: link, what: undefined, tried: [join(dirname(map), link)] }]
    const [path = '', what] = (code ?? '').split(': ')
    const folder = /^[\w-]+(\/[\w*-]+)*\/$/.test(path)
    if (!folder && !(source.test(path) && /^[\w./*-]+$/.test(path))) return []
    const at = path.includes('*') ? path.slice(0, path.indexOf('*')) : path
    const tried = folders.map((one) => join(one, at))
    const found = tried.find((one) => existsSync(join(root, one)))
    if (found !== undefined) folders.push(folder ? found : dirname(found))
    return [{ path, what, tried }]
  })
}

test.each(['AGENTS.md', 'docs/architecture.md'])('%s names only what exists', (map) => {
  const named = namedIn(map)
  expect(named.length).toBeGreaterThan(20)
  const missing = named.flatMap(({ path, what, tried }) => {
    const found = tried.find((one) => existsSync(join(root, one)))
    if (found === undefined) return [path]
    if (what === undefined || new RegExp(`\\b${what}\\b`).test(readFileSync(join(root, found), 'utf8')))
      return []
    return [`${path}: ${what}`]
  })
  expect(missing).toEqual([])
})

test('every promise of docs/security.md names tests that exist', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const files = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, file]) => file!)
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
