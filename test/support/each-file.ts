// Run before each test file: gives it a folder for temporary files of its own, and removes that folder when the file has run.
// Files share their worker's modules, so a hook at the top of a module that they share would run for the first of them only.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const before = process.env['TMPDIR']
const folder = mkdtempSync(join(tmpdir(), 'parley-'))
// Some tests run the command as a user without rights, who must get to the folder too.
chmodSync(folder, 0o755)
process.env['TMPDIR'] = folder

afterAll(() => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  rmSync(folder, { recursive: true, force: true })
})
