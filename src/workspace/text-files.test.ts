// The text files that a rehearsal may quote.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readTextFiles } from './text-files.js'

test('a rehearsal reads no file that holds secrets, and none through a folder that is a link', async () => {
  const top = mkdtempSync(join(tmpdir(), 'parley-texts-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  const root = join(top, 'root')
  mkdirSync(join(root, 'docs'), { recursive: true })
  mkdirSync(join(top, 'elsewhere'))
  writeFileSync(join(root, 'README.md'), 'a harbour\n')
  writeFileSync(join(root, '.env'), 'PASSWORD=hunter2\n')
  writeFileSync(join(root, 'docs', 'tide.md'), 'noon\n')
  writeFileSync(join(top, 'elsewhere', 'theirs.md'), 'not yours\n')
  symlinkSync(join(top, 'elsewhere'), join(root, 'linked'))
  expect((await readTextFiles(root)).map(({ path }) => path)).toEqual(['README.md', 'docs/tide.md'])
})
