// Test: installs when it must, builds, checks, and runs every test. `npm test`; more words go to vitest.

import { createRequire } from 'node:module'
import path from 'node:path'
import { ensureBrowser } from './browser.js'
import { offerSandbox } from './sandbox.js'
import { root, step, tool } from './steps.js'

const { installed, install } = createRequire(import.meta.url)('./prepare.cjs')

if (!installed(root)) install(root)
ensureBrowser()
offerSandbox()
step('build', process.execPath, [path.join(root, 'scripts', 'build.js')])
step('check', process.execPath, [path.join(root, 'scripts', 'check.js')])
step('tests (vitest)', tool('vitest'), ['run', ...process.argv.slice(2)])
