// Finding the root of a workspace, its council, the library and the person's own data.

import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parleyHome } from './home.js'
import { libraryAt, shippedLibrary } from './library.js'
import { findRoot, gitTopLevel, rootMarkedBy } from './root.js'
import { repository, temporaryFolder, writeFiles } from './temporary.suite.js'

afterEach(() => vi.unstubAllEnvs())

describe('the root of a workspace', () => {
  test('is the top of the git working tree, even below a project file', async () => {
    const root = repository({ 'sub/package.json': '{}', 'sub/deep/a.md': 'a' })
    expect(await findRoot(join(root, 'sub/deep'))).toBe(root)
    expect(await gitTopLevel(join(root, 'sub'))).toBe(root)
  })

  test('is the nearest folder upwards with a project file where there is no git', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, { 'go.mod': '', 'inner/pyproject.toml': '', 'inner/deep/a.md': '' })
    expect(await findRoot(join(folder, 'inner/deep'))).toBe(join(folder, 'inner'))
    expect(await findRoot(folder)).toBe(folder)
  })

  test('is unknown where nothing tells, and a person’s own data tell nothing', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, { '.parley/config.yaml': '', 'work/a.md': '' })
    vi.stubEnv('PARLEY_HOME', join(folder, '.parley'))
    expect(await findRoot(join(folder, 'work'))).toBeUndefined()
  })

  test('has a council where the nearest council.yaml is', () => {
    const folder = temporaryFolder()
    writeFiles(folder, { '.council/council.yaml': '', 'a/.council/seats/x.md': '', 'a/b/c.md': '' })
    expect(rootMarkedBy(join(folder, 'a/b'), '.council/council.yaml')).toBe(folder)
    expect(rootMarkedBy(temporaryFolder(), '.council/council.yaml')).toBeUndefined()
  })
})

describe('the library', () => {
  test('that ships with parley is found from here', () => {
    expect(existsSync(shippedLibrary().absolute(''))).toBe(true)
  })

  test('reads and lists what is below its folder, and nothing else', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, { 'personas/b.md': 'b', 'personas/a.md': 'a', 'personas/more/c.md': 'c' })
    const library = libraryAt(folder)
    expect(await library.read('personas/a.md')).toBe('a')
    expect(await library.read('personas')).toBeNull()
    expect(await library.read('none')).toBeNull()
    expect(await library.list('personas')).toEqual(['a.md', 'b.md', 'more/'])
    expect(await library.list('none')).toEqual([])
    await expect(library.read('../x')).rejects.toMatchObject({ code: 'OUTSIDE_WORKSPACE' })
  })
})

describe('the home of a person’s own data', () => {
  test('is PARLEY_HOME, else a folder in their home', () => {
    expect(parleyHome({ PARLEY_HOME: '/somewhere' })).toBe('/somewhere')
    expect(parleyHome({ PARLEY_HOME: ' ' })).toBe(join(homedir(), '.parley'))
    expect(parleyHome({})).toBe(join(homedir(), '.parley'))
  })
})
