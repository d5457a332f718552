// Two snapshots show which paths changed between them, with git and without.

import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeSnapshot } from './snapshot.js'
import { repository, temporaryFolder, writeFiles } from './temporary.suite.js'

describe.each([
  ['with git', () => repository({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' })],
  ['without git', () => plainFolder({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' })],
])('two snapshots %s', (_name, make) => {
  test('are equal when nothing changed but our own folder', async () => {
    const root = make()
    writeFiles(root, { 'a.md': 'edited before\n', '.parley/.gitignore': '*\n' })
    const before = await takeSnapshot(root)
    writeFiles(root, { '.parley/meetings/m/journal.jsonl': '{}\n' })
    expect(await takeSnapshot(root)).toEqual(before)
  })

  test('name what was made, changed and deleted, also when it differed before', async () => {
    const root = make()
    writeFiles(root, { 'a.md': 'edited before\n' })
    const before = await takeSnapshot(root)
    writeFileSync(join(root, 'a.md'), 'edited again!\n')
    utimesSync(join(root, 'a.md'), 1, 1)
    writeFiles(root, { 'b.md': 'changed!\n', 'new/d.md': 'd\n' })
    rmSync(join(root, 'c.md'))
    const after = await takeSnapshot(root)
    const paths = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path])
    expect(paths.toSorted()).toEqual(['a.md', 'b.md', 'c.md', 'new/d.md'])
  })
})

function plainFolder(files: Record<string, string>): string {
  const root = temporaryFolder()
  writeFiles(root, files)
  return root
}
