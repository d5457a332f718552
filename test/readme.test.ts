// The README is true: what it shows of `npm start` is printed there, its commands are ones that there are, and those that cost nothing run.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArgs } from '../src/surfaces/cli/args.js'
import type { Entry } from '../src/surfaces/cli/command.js'
import { commands } from '../src/surfaces/cli/commands.js'
import { script } from './support/council.js'
import { repository } from './support/repo.js'
import { checkout, plainEnvironment, run, temporary } from './support/run.js'

const readme = readFileSync(join(checkout, 'README.md'), 'utf8')

test('the meeting that the README shows is the one that `npm start` plays', () => {
  const [[, command, shown = ''] = []] = [...readme.matchAll(/^```console\n\$ (.*)\n([\s\S]*?)^```/gm)]
  expect(command).toBe('npm start')
  const played = execFileSync(process.execPath, [join(checkout, 'scripts/start.js')], {
    env: { ...plainEnvironment(), TMPDIR: temporary() },
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const pieces = settled(shown).split(/…$/m)
  for (const piece of pieces) expect(settled(played)).toContain(piece.trim())
  expect(pieces.length).toBeGreaterThan(4)
})

test('every command of the README is one that there is, with words that it takes', async () => {
  const inText = [...readme.matchAll(/`(?:[^`\n]*\| )?parley ([^`]+)`/g)].map(([, line = '']) =>
    wordsOf(line),
  )
  const all = [...inText, ...typed()].filter(([first]) => first !== '--help')
  expect(all.length).toBeGreaterThan(15)
  for (const words of all) await expect(taken(words), words.join(' ')).resolves.toBeUndefined()
})

test('the commands of the README that name no model run', async () => {
  const repo = repository()
  repo.write('seats.yaml', script())
  const unnamed = typed().filter((words) => !words.includes('--agents'))
  expect(unnamed.length).toBeGreaterThan(1)
  for (const words of unnamed) {
    const ran = await run([...words, '--agents', 'script:seats.yaml'], { cwd: repo.root })
    expect(ran, ran.stderr).toMatchObject({ code: 0 })
  }
})

test('the README is short, and all that it links to is there', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(15)
  expect(links.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
  expect(readme.split('\n').length).toBeLessThanOrEqual(150)
})

/** What is to be typed into a shell, but for `npm start`. */
function typed(): string[][] {
  return [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, text = '']) => text.trimEnd().split('\n'))
    .filter((line) => line !== 'npm start')
    .map((line) => wordsOf(/^(?:node \S*bin\/parley\.js|parley) ([^#]+)/.exec(line)![1]!))
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** Rejects where the command line would be refused for its words. */
async function taken(words: readonly string[]): Promise<void> {
  let known = commands
  for (const [at, word] of words.entries()) {
    const path = words.slice(0, at + 1).join(' ')
    const entry: Entry | undefined = known[word]
    if (entry?.kind === 'command') return void readArgs(await entry.load(), words.slice(at + 1), path)
    if (entry?.kind !== 'group') throw new Error(`There is no command ${path}.`)
    if (entry.otherwise && !known[words[at + 1] ?? '']) return
    known = entry.commands
  }
}

/** What differs from run to run. */
function settled(text: string): string {
  return text.replace(/\d{8}-\d{6}/g, 'ID').replace(/Committed to main as \w+/g, 'Committed to main as HASH')
}
