// Test: installs when it must, builds, checks, and runs every test; few that failed beside others once more, alone. `npm test`; more words
// go to vitest.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { passedAlone, worthAgain } from './again.js'
import { ensureBrowser } from './browser.js'
import { offerPrograms } from './programs.js'
import { fail, root, step, tool } from './steps.js'

const { installed, install } = createRequire(import.meta.url)('./prepare.cjs')

if (!installed(root)) install(root)
ensureBrowser()
offerPrograms()
step('build', process.execPath, [path.join(root, 'scripts', 'build.js')])
step('check', process.execPath, [path.join(root, 'scripts', 'check.js')])
runTests(process.argv.slice(2))

function runTests(words) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-failed-'))
  const to = path.join(folder, 'failed.json')
  const reporters = words.some((word) => word.startsWith('--reporter')) ? [] : ['--reporter=default']
  const code = vitest([...words, ...reporters, '--reporter=./scripts/failed-tests.js'], to)
  const report = fs.existsSync(to) ? JSON.parse(fs.readFileSync(to, 'utf8')) : undefined
  fs.rmSync(folder, { recursive: true })
  if (code === 0) return
  const again = report ? worthAgain(report) : []
  if (again.length === 0) fail('tests failed')
  console.log(`\n▸ once more, alone: ${again.join(', ')}`)
  if (vitest([...again, '--maxWorkers=1']) !== 0) fail('tests failed, and again when they ran alone')
  console.log(`\n${passedAlone(report)}`)
}

function vitest(words, failedTo = '') {
  console.log('\n▸ tests (vitest)')
  const { status } = spawnSync(tool('vitest'), ['run', ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PARLEY_TEST_FAILED: failedTo },
    shell: process.platform === 'win32',
  })
  return status
}
