// Files of a commit in a real repository.

import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Line } from '../../kernel/line/line.js'
import { checkSources } from '../../kernel/run/sources.js'
import { sourcesAgain } from '../../kernel/verify/sources-again.js'
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
  test('called verified is looked at again in its commit, whatever lies in the tree now, and a false claim is found', async () => {
    const root = repository({ 'a.ts': 'one\ntwo words here\n' })
    const world = createWorld(root, library)
    const texts = [{ where: '', text: 'a.ts:2 says "two words here"' }]
    const [source] = await checkSources(world, texts, { pages: [] })
    rmSync(join(root, 'a.ts'))
    const again = (changed: object) => {
      const sources = [{ ...source, ...changed }]
      const data = { name: 'check sources', result: { of: 'turn', sources } }
      return sourcesAgain(world.git, [{ n: 7, kind: 'acted', data } as unknown as Line])
    }
    expect(await again({})).toEqual({ stand: 1, fallen: [], gone: [] })
    for (const claim of [
      { range: { from: 9, to: 9 } },
      { quotes: ['never said there'] },
      { sha256: '0'.repeat(64) },
      { commit: { ...source!.commit, path: 'b.ts' } },
    ])
      expect(await again(claim)).toMatchObject({ stand: 0, fallen: [{ line: 7, path: 'a.ts' }], gone: [] })
    const elsewhere = { hash: 'b'.repeat(40), path: 'a.ts' }
    expect(await again({ commit: elsewhere })).toEqual({ stand: 0, fallen: [], gone: [elsewhere.hash] })
    expect(await again({ commit: 'HEAD', outcome: 7 })).toEqual({ stand: 0, fallen: [], gone: [] })
  })
})
