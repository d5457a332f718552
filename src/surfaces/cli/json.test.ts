// `--json` in every command: one JSON value a line on stdout and nothing else, errors too.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from './command.js'
import { commands } from './commands.js'
import { fakeIo } from './fake-io.suite.js'
import { main } from './main.js'

function paths(entries: Readonly<Record<string, Entry>>): readonly string[] {
  return Object.entries(entries).flatMap(([name, entry]) =>
    entry.kind === 'group' ? paths(entry.commands).map((word) => `${name} ${word}`) : [name],
  )
}

test('every command tells an error with --json in the last line of stdout, with its exit code, and every line there is a JSON value', async () => {
  const all = paths(commands).filter((path) => path !== 'rule')
  expect(all.length).toBeGreaterThan(30)
  const folder = mkdtempSync(join(tmpdir(), 'parley-json-'))
  const faults: string[] = []
  for (const path of all) {
    // The idea of a deliberation may hold words that look like flags.
    const wrong = path === 'deliberate' ? ['An idea', '--token-ceiling', 'none'] : ['--no-such-flag']
    const io = fakeIo({ cwd: folder, env: { PARLEY_HOME: join(folder, 'home') } })
    const exit = await main([...path.split(' '), '--json', ...wrong], io)
    const lines = io.printed.out.split('\n').filter((line) => line !== '')
    const told = lines.map((line) => JSON.parse(line) as { type: string; exit: number })
    const error = told.at(-1)
    if (exit !== 2 || error?.type !== 'error' || error.exit !== exit)
      faults.push(`${path}: exit ${exit}, ${io.printed.out}`)
  }
  expect(faults).toEqual([])
})
