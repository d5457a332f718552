// The search for words in a workspace, on real folders.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporary.suite.js'
import { searchWords } from './word-search.js'

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const all = { skip: ['docs/requirements', '.isdlc'], from: 0, budgetMs: 60_000 }

test('finds words in both cases, counts them by file, and leaves out links, binaries, secrets and skipped folders', async () => {
  const elsewhere = folderWith({ 'far.ts': 'queue' })
  const root = folderWith({
    'a.ts': 'Queue queue QUEUE',
    'src/b.ts': 'the queue',
    'bytes.ts': 'queue\0',
    '.env': 'queue=1',
    'docs/requirements/x/draft.md': 'queue',
    'deep/.isdlc/state.json': 'queue',
    'node_modules/q/index.js': 'queue',
  })
  symlinkSync(join(elsewhere, 'far.ts'), join(root, 'link.ts'))
  symlinkSync(elsewhere, join(root, 'linked'))
  expect(await searchWords(root, { ...all, words: ['queue', 'nowhere'] })).toMatchObject({
    hits: { queue: { 'a.ts': 3, 'src/b.ts': 1 }, nowhere: {} },
    complete: true,
  })
})

test('where its time is over it says where to go on, and comes to the same in the end', async () => {
  const names = Array.from({ length: 70 }, (_, n) => `f${n + 10}.ts`)
  const root = folderWith(Object.fromEntries(names.map((name) => [name, 'tide'])))
  const found: string[] = []
  let from = 0
  for (let rounds = 0; ; rounds++) {
    const one = await searchWords(root, { ...all, words: ['tide'], from, budgetMs: -1 })
    found.push(...Object.keys(one.hits['tide'] ?? {}))
    expect(one.files).toBeLessThan(70)
    from = one.next
    if (one.complete) break
    expect(rounds).toBeLessThan(5)
  }
  expect(found).toEqual(names)
})
