// Sandbox: programs of seats are confined by bubblewrap. Installs Debian's where that may be done; where not, its tests are skipped, and say why.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

export function offerSandbox() {
  if (process.platform !== 'linux' || fs.existsSync('/usr/bin/bwrap')) return
  const mayInstall = process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
  if (!mayInstall) return console.log('\n▸ sandbox: bubblewrap is not here, so its tests are skipped')
  console.log('\n▸ sandbox: installing bubblewrap from Debian')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'bubblewrap'],
  ])
    if (spawnSync('apt-get', args, { env, stdio: 'ignore' }).status !== 0)
      return console.log('  apt-get failed: the tests of the sandbox are skipped')
}
