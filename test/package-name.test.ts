// The package's name: whatever installs parley, or says how, names the package and the version of package.json. The name alone is somebody else's.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageName, version } from '../src/version.js'
import { checkout } from './support/run.js'

const read = (path: string) => readFileSync(join(checkout, path), 'utf8')
const own = JSON.parse(read('package.json')) as Record<'name' | 'version' | 'repository', string>
const wanted = `${own.name}@${own.version}`
const archive = `${own.name}-${own.version}.tgz`

/** What people, agents and machines read or run. Journals and the changelog say what was. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: checkout,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /\.(md|js|cjs|ts|tsx|json|toml|yml|yaml)$/.test(path))
  .filter((path) => !/^(CHANGELOG\.md|package-lock\.json|test\/|library\/recorded\/)|\.test\.ts$/.test(path))

/** The packages of ours that a text installs or runs from the registry. */
function installed(text: string): readonly string[] {
  const commands = text.matchAll(
    /\b(?:npm (?:i|install|add|exec)|npx|pnpm (?:add|dlx)|yarn add|bunx)\b([^`'\n]*)/g,
  )
  return [...commands].flatMap(([, words = '']) =>
    words.split(/\s+/).filter((word) => /^parley(?:$|[@-])/.test(word)),
  )
}

test('whatever installs parley names the package and the version of package.json', () => {
  const named = files.flatMap((path) => installed(read(path)).map((word) => `${path}: ${word}`))
  expect(named.filter((one) => !one.endsWith(`: ${wanted}`) && !one.endsWith(`: ${archive}`))).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})

test('the source and the lock file name the same package', () => {
  expect({ name: packageName, version }).toEqual({ name: own.name, version: own.version })
  const lock = JSON.parse(read('package-lock.json')) as { name: string; packages: { '': unknown } }
  expect(lock.name).toBe(own.name)
  expect(lock.packages['']).toMatchObject({ name: own.name, version: own.version })
})

test('whatever imports parley imports that package', () => {
  const imports = (path: string) => /(?:from|import) 'parley'/.test(read(path))
  expect(files.filter(imports)).toEqual([])
})

test('the place of the repository is that of package.json wherever it is shown', () => {
  const shown = files.flatMap((path) =>
    [...read(path).matchAll(/(?:marketplace add |uses: )([\w-]+\/[\w-]+)(@v\S+)?/g)]
      .filter(([, place]) => !place?.startsWith('actions/'))
      .map(([, place, tag]) => `${place}${tag ?? ''}`),
  )
  const places = [own.repository, `${own.repository}@v${own.version}`]
  expect(shown.filter((place) => !places.includes(place))).toEqual([])
  expect(shown.length).toBeGreaterThanOrEqual(5)
})
