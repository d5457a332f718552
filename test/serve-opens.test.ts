// `parley serve` at a terminal: it opens the page by itself, and shows the repository that it stands in.

import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seenWorkspaces } from '../src/workspace/meeting-folders.js'
import { repository } from './support/repo.js'
import { temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

/** A browser that keeps what it is given, then ends the server. */
const browser = `#!/bin/sh
ls -l "$1" > "$OPENED.mode"
printf '%s\\n' "$@" > "$OPENED.words"
cp "$1" "$OPENED"
kill -INT "$PPID"
`

test('at a terminal the page opens by a file that only its owner reads, no code is in the words of a command, and the repository is shown but not touched', async () => {
  const [repo, home, bin] = [repository(), temporary(), temporary()]
  const opened = join(bin, 'opened')
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(bin, name), browser)
    chmodSync(join(bin, name), 0o755)
  }
  const before = repo.git('branch', '--all')
  const env = { PARLEY_HOME: home, DISPLAY: ':7', OPENED: opened, PATH: `${bin}:${process.env['PATH']}` }
  const { all } = await atTerminal(['serve', '--port', '0'], { cwd: repo.root, env }, [])
  expect(all).toContain('#code=')
  expect(readFileSync(opened, 'utf8')).toMatch(/location\.replace\("http:\/\/127\.0\.0\.1:\d+\/#code=/)
  expect(readFileSync(`${opened}.words`, 'utf8')).toBe(`${join(home, 'page.html')}\n`)
  expect(readFileSync(`${opened}.mode`, 'utf8')).toMatch(/^-rw-------/)
  expect(existsSync(join(home, 'page.html'))).toBe(false)
  expect(seenWorkspaces(home).map(({ path }) => path)).toEqual([repo.root])
  expect(statSync(join(home, 'meetings')).mode & 0o077).toBe(0)
  expect(repo.git('branch', '--all')).toBe(before)
})
