// Opens the page in the person's browser. The address holds a code that lets one browser in, and every user of a machine can read the
// words of every command: so the browser is given a file in the person's own folder, which leads there.

import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceBelow } from '../../workspace/plain-files.js'
import type { Io } from './io.js'

const fileIn = (home: string): string => join(home, 'page.html')

/** False where nothing here could open it; whether the browser then really shows it, nobody is told. */
export function openPage(home: string, url: string, { env }: Pick<Io, 'env'>): boolean {
  const program = openerFor(process.platform, env)
  if (program === undefined) return false
  replaceBelow(home, fileIn(home), { text: leadingTo(url), mode: 0o600 })
  const child = spawn(program, [fileIn(home)], { detached: true, stdio: 'ignore' })
  // A machine without the program: the printed address is there all the same.
  child.on('error', () => {})
  child.unref()
  return true
}

export function forgetPage(home: string): void {
  rmSync(fileIn(home), { force: true })
}

/** On a machine without a screen there is nothing to open. */
export function openerFor(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (env['CI'] || env['SSH_CONNECTION']) return undefined
  if (platform === 'darwin') return 'open'
  if (platform === 'win32') return 'explorer'
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined
}

function leadingTo(url: string): string {
  const address = JSON.stringify(url)
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>parley</title><script>location.replace(${address})</script><p><a href=${address}>Open parley</a>\n`
}
