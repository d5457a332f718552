// Files of a commit in a real repository.

import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSources, standsStill } from '../../kernel/sources.js'
import { library } from '../../protocols/council/harness.suite.js'
import { git, repository, writeFiles } from '../temporary.suite.js'
import { createWorld } from '../world.js'
import { createGit } from './git.js'

const of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('a file of a commit', () => {
  test('is read as it was then, byte for byte, whatever lies there now', async () => {
    const root = repository({ 'sub/a.txt': 'old\n' })
    const bytes = Buffer.from([0xff, 0xfe, 10, 13])
    writeFileSync(join(root, 'raw'), bytes)
    git(root, 'add', '.')
    git(root, 'commit', '-qm', 'raw')
    const commit = git(root, 'rev-parse', 'HEAD')
    writeFiles(root, { 'sub/a.txt': 'new\n' })
    const at = createGit(join(root, 'sub'))
    expect(await at.fileAt(commit, 'sub/a.txt')).toEqual({ text: 'old\n', sha256: of(Buffer.from('old\n')) })
    expect((await at.fileAt(commit, 'raw'))?.sha256).toBe(of(bytes))
  })
  test.each([
    ['a commit that is not here', 'b'.repeat(40), 'a.txt'],
    ['what is no commit', '--output=/tmp/x', 'a.txt'],
    ['a name of a branch', 'HEAD', 'a.txt'],
  ])('is null for %s', async (_, commit, path) => {
    expect(await createGit(repository({ 'a.txt': 'x\n' })).fileAt(commit, path)).toBeNull()
  })
})

describe('a citation in a repository', () => {
  test('SRC2: names the commit that holds the bytes, from the top of the repository, and none for changed files', async () => {
    const root = repository({ 'sub/a.ts': 'one\ntwo\n', 'sub/b.ts': 'one\n' })
    writeFiles(root, { 'sub/b.ts': 'other\n' })
    const world = createWorld(join(root, 'sub'), library)
    const texts = [{ where: '', text: 'a.ts:2 and b.ts:1 and ../sub/a.ts:1' }]
    const sources = await checkSources(world, texts, { pages: [] })
    expect(sources.map(({ outcome, commit }) => [outcome.kind, commit])).toEqual([
      ['verified', { hash: git(root, 'rev-parse', 'HEAD'), path: 'sub/a.ts' }],
      ['verified', null],
      ['broken', null],
    ])
  })
  test('stands still in its commit when the file is gone from the tree, and not where the record claims other lines or bytes', async () => {
    const root = repository({ 'a.ts': 'one\ntwo words here\n' })
    const world = createWorld(root, library)
    const [source] = await checkSources(world, [{ where: '', text: 'a.ts:2 says "two words here"' }], {
      pages: [],
    })
    rmSync(join(root, 'a.ts'))
    expect(await standsStill(world.git, source!)).toBe('stands')
    expect(await standsStill(world.git, { ...source!, range: { from: 9, to: 9 } })).toBe('differs')
    expect(await standsStill(world.git, { ...source!, quotes: ['never said there'] })).toBe('differs')
    expect(await standsStill(world.git, { ...source!, sha256: '0'.repeat(64) })).toBe('differs')
    const elsewhere = { hash: 'b'.repeat(40), path: 'a.ts' }
    expect(await standsStill(world.git, { ...source!, commit: elsewhere })).toBe('gone')
  })
})
