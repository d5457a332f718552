// Programs that some tests need and most machines have or can get: installs Debian's where that may be done; where not, those tests are skipped.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

const wanted = { bwrap: 'bubblewrap', zsh: 'zsh', fish: 'fish' }

export function offerPrograms() {
  const missing = Object.keys(wanted).filter((program) => !fs.existsSync(`/usr/bin/${program}`))
  if (process.platform !== 'linux' || missing.length === 0) return
  const names = missing.map((program) => wanted[program])
  const mayInstall = process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
  if (!mayInstall) return console.log(`\n▸ not here, so what needs them is skipped: ${names.join(', ')}`)
  console.log(`\n▸ installing from Debian: ${names.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ])
    if (spawnSync('apt-get', args, { env, stdio: 'ignore' }).status !== 0)
      return console.log('  apt-get failed: what needs them is skipped')
}
