// The index finds the same lines for the same words, and only in the project's text files.

import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyRepository, repository, temporaryFolder, writeFiles } from './temporary.suite.js'
import { readTextFiles, usualLimits } from './text-files.js'
import { indexFiles, indexWorkspace } from './text-index.js'

describe('finding lines', () => {
  test('gives the best line with its file and number, as it stands there', async () => {
    const root = repository({
      'README.md': '# Journal\n\nThe journal is append-only.\n',
      'src/journal.ts': '// nothing\n  export function replayJournal() {}\n',
      'other.md': 'unrelated words\n',
    })
    const index = await indexWorkspace(root)
    expect(index.files).toBe(3)
    const [best] = index.find('append-only journal', 5)
    expect(best).toEqual({ path: 'README.md', line: 3, text: 'The journal is append-only.' })
    expect(index.find('zebra', 5)).toEqual([])
    expect(index.find('the of and', 5)).toEqual([])
    expect(index.find('journal', 1)).toHaveLength(1)
    expect(index.find('journal', 0)).toEqual([])
  })

  test('equal lines come by path and then by line, in whatever order the files were read', async () => {
    const files = ['c.md', 'a.md', 'b.md'].map((path) => ({
      path,
      text: 'same words here\nsame words here\n',
    }))
    const index = await indexFiles(files)
    const places = index.find('words', 10).map(({ path, line }) => `${path}:${line}`)
    expect(places).toEqual(['a.md:1', 'a.md:2', 'b.md:1', 'b.md:2', 'c.md:1', 'c.md:2'])
    const turned = await indexFiles(files.toReversed())
    expect(turned.find('words', 10)).toEqual(index.find('words', 10))
  })

  test('cuts a long line', async () => {
    const index = await indexFiles([{ path: 'a.md', text: `needle ${'x'.repeat(1000)}` }])
    expect(index.find('needle', 1)[0]!.text).toHaveLength(240)
  })
})

describe('the text files of a workspace', () => {
  test('are those that git does not ignore, without links, binaries, large and generated files', async () => {
    const root = emptyRepository()
    writeFiles(root, {
      '.gitignore': 'ignored.md\n',
      'ignored.md': 'i',
      'a.md': 'a',
      'src/b.ts': 'b',
      'node_modules/x/index.js': 'x',
      '.parley/meetings/m/journal.jsonl': '{}',
      'package-lock.json': '{}',
      'large.txt': 'x'.repeat(usualLimits.fileBytes + 1),
    })
    writeFileSync(join(root, 'binary.bin'), Buffer.from([65, 0, 66]))
    symlinkSync('a.md', join(root, 'link.md'))
    expect((await readTextFiles(root)).map(({ path }) => path)).toEqual(['.gitignore', 'a.md', 'src/b.ts'])
  })

  test('without git are found by a walk', async () => {
    const root = temporaryFolder()
    writeFiles(root, { 'b/c.md': 'c', 'a.md': 'a', 'node_modules/x.js': 'x', 'dist/y.js': 'y' })
    expect((await readTextFiles(root)).map(({ path }) => path)).toEqual(['a.md', 'b/c.md'])
  })

  test('are cut at the limits, shallow files first', async () => {
    const root = temporaryFolder()
    writeFiles(root, { 'a/deep.md': 'x'.repeat(10), 'z.md': 'x'.repeat(10), 'y.md': 'x'.repeat(10) })
    const paths = async (files: number, bytes: number) =>
      (await readTextFiles(root, { files, bytes, fileBytes: 100 })).map(({ path }) => path)
    expect(await paths(2, 1000)).toEqual(['y.md', 'z.md'])
    expect(await paths(10, 15)).toEqual(['y.md', 'z.md'])
    expect(await paths(10, 1000)).toEqual(['y.md', 'z.md', 'a/deep.md'])
  })
})
