// Run before each test file: gives it a folder for temporary files of its own, and removes that folder when the file has run.
// Files share their worker's modules, so a hook at the top of a module that they share would run for the first of them only.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { tellWhatIsSpent } from './spent.js'

if (process.env['PARLEY_TEST_CPU']) tellWhatIsSpent(process.env['PARLEY_TEST_CPU'])

const before = process.env['TMPDIR']
const folder = mkdtempSync(join(tmpdir(), 'parley-'))
// Some tests run the command as a user without rights, who must get to the folder too.
chmodSync(folder, 0o755)
process.env['TMPDIR'] = folder
// What parley keeps of the person who runs it, such as their meetings, must not come from the machine, nor stay on it.
const home = process.env['PARLEY_HOME']
// The same as for processes that a test starts: see run.ts.
process.env['PARLEY_HOME'] = join(folder, 'parley-test-home', '.parley')

afterAll(() => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  if (home === undefined) delete process.env['PARLEY_HOME']
  else process.env['PARLEY_HOME'] = home
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})
