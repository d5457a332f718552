// Sources of citations: the lines of ordinary files of the project, and of nothing else.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../workspace/temporary.suite.js'
import { sourceAt } from './sources.js'

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('gives the lines that are cited, the first few where none are named, and no more than can be read', async () => {
  const long = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join('\n')
  const root = project({ 'docs/a.md': `${long}\n` })
  const lines = async (...ranges: { from: number; to: number }[]) => sourceAt(root, 'docs/a.md', ranges)
  expect(await lines({ from: 3, to: 4 })).toMatchObject({
    ranges: [{ from: 3, lines: ['line 3', 'line 4'] }],
    left: 0,
  })
  expect((await lines()).ranges[0]?.lines).toHaveLength(6)
  expect(await lines({ from: 1, to: 100 })).toMatchObject({ left: 60 })
  expect((await lines({ from: 400, to: 410 })).ranges).toEqual([])
  expect((await lines()).sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('gives every range of a citation in the order of the file, those that touch as one, within the same room', async () => {
  const long = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join('\n')
  const root = project({ 'docs/a.md': `${long}\n` })
  const ranges = (...cited: [number, number][]) =>
    sourceAt(
      root,
      'docs/a.md',
      cited.map(([from, to]) => ({ from, to })),
    )
  expect(await ranges([9, 9], [3, 4], [5, 5], [500, 501])).toMatchObject({
    ranges: [
      { from: 3, lines: ['line 3', 'line 4', 'line 5'] },
      { from: 9, lines: ['line 9'] },
    ],
    left: 0,
  })
  const long60 = await ranges([1, 35], [50, 59])
  expect(long60.ranges.map(({ lines }) => lines.length)).toEqual([35, 5])
  expect(long60.left).toBe(5)
})

test.each([
  '../outside.md',
  '/etc/passwd',
  '.git/config',
  'sub/.GIT/config',
  '.parley/meetings/m/journal.jsonl',
  '.env',
  'app/.env.local',
  'keys/server.pem',
  'keys/id_ed25519',
  '.aws/config',
  'app/.npmrc',
  'link-to-env',
  'link-out',
  'binary.dat',
  'docs',
  'not-there.md',
])('does not show %s', async (path) => {
  const root = project({
    '.git/config': 'x',
    'sub/.GIT/config': 'x',
    '.parley/meetings/m/journal.jsonl': 'x',
    '.env': 'KEY=1',
    'app/.env.local': 'KEY=1',
    'keys/server.pem': 'x',
    'keys/id_ed25519': 'x',
    '.aws/config': 'x',
    'app/.npmrc': '//registry.example/:_authToken=x',
    'binary.dat': 'a\0b',
    'docs/a.md': 'x',
  })
  symlinkSync('.env', join(root, 'link-to-env'))
  symlinkSync('/etc/hostname', join(root, 'link-out'))
  await expect(sourceAt(root, path, [])).rejects.toMatchObject({ code: 'unknown-document' })
})

test('shows files whose names only look like those of keys', async () => {
  const root = project({ 'src/id_generator.ts': 'x', 'docs/environment.md': 'y' })
  expect((await sourceAt(root, 'src/id_generator.ts', [])).ranges).toEqual([{ from: 1, lines: ['x'] }])
  expect((await sourceAt(root, 'docs/environment.md', [])).ranges).toEqual([{ from: 1, lines: ['y'] }])
})
