// Browser: the page is tested in a real one. Installs Debian's Chromium where that may be done; otherwise says what to install.
//
// Chromium's shell without windows comes first: it draws and runs pages by the same code, and starts no windows of a browser's own besides.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { fail } from './steps.js'

/** Where browsers lie, the one to take first. */
const places = createRequire(import.meta.url)('./browsers.json')
const packages = ['chromium-headless-shell', 'chromium']

export function browserPath() {
  return process.env.PARLEY_TEST_BROWSER ?? places.find((place) => fs.existsSync(place))
}

export function ensureBrowser() {
  if (browserPath()) return
  const mayInstall = process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
  if (!mayInstall)
    fail(
      'The page is tested in Chromium, which is not here. Install it (Debian: apt-get install chromium), or name one in PARLEY_TEST_BROWSER.',
    )
  console.log('\n▸ browser: installing chromium from Debian')
  apt('update', '-qq')
  const isThere = packages.some((name) => apt('install', '-y', '-qq', '--no-install-recommends', name))
  if (!isThere) fail('apt-get install failed: install chromium by hand, or name one in PARLEY_TEST_BROWSER.')
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
