// `--json` in every command: one JSON value a line on stdout and nothing else, errors too.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from './commands.js'
import { fakeIo } from './fake-io.suite.js'
import { main } from './main.js'
import { type CommandNode, commandTree } from './shell/tree.js'

const leaves = ({ children, ...node }: CommandNode): readonly CommandNode[] =>
  children.length === 0 ? [{ ...node, children }] : children.flatMap(leaves)

test('every command tells an error with --json in the last line of stdout, with its exit code, and every line there is a JSON value', async () => {
  const all = leaves(await commandTree(commands)).filter(({ path }) => !path.startsWith('rule '))
  expect(all.length).toBeGreaterThan(30)
  const folder = mkdtempSync(join(tmpdir(), 'parley-json-'))
  const faults: string[] = []
  for (const { path } of all) {
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
