// Browser: the page is tested in a real one. Installs Debian's Chromium where that may be done; otherwise says what to install.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { fail } from './steps.js'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function ensureBrowser() {
  if (process.env.PARLEY_TEST_BROWSER || places.some((place) => fs.existsSync(place))) return
  const mayInstall = process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
  if (!mayInstall)
    fail(
      'The page is tested in Chromium, which is not here. Install it (Debian: apt-get install chromium), or name one in PARLEY_TEST_BROWSER.',
    )
  console.log('\n▸ browser: installing chromium from Debian')
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0)
    fail(`apt-get ${args[0]} failed: install chromium by hand, or name one in PARLEY_TEST_BROWSER.`)
}
