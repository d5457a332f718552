// The README is true: its session, typed again in such a repository, prints what the page shows. Times, ids and hashes apart.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serverOf } from '../src/surfaces/server-client.js'
import { emptyRepository } from './support/repo.js'
import { plainEnvironment, run } from './support/run.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the meeting that the README shows is the meeting that is held', async () => {
  onTestFinished(endServer)
  const repo = emptyRepository()
  repo.write('README.md', '# Thumbs\n\nThe cache keeps thumbnails for 24 hours.\n')
  repo.write(
    'docs/operations.md',
    '# Operations\n\nThe cache keeps thumbnails for 7 days, then a job sweeps them.\n',
  )
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '-m', 'Begin')
  for (const { words, shown } of sessionsIn(readme)) {
    const { stdout } = await run(words, { cwd: repo.root })
    for (const part of shown) expect(settled(stdout)).toContain(part)
  }
  const [record = ''] = readdirSync(join(repo.root, '.council/records'))
  for (const part of shownIn(/^```markdown\n([\s\S]*?)^```/gm))
    expect(repo.read(`.council/records/${record}`)).toContain(part)
})

/** A talk starts a server in the background, which would outlive the test. */
async function endServer(): Promise<void> {
  const home = plainEnvironment()['PARLEY_HOME']!
  const server = await serverOf(home)
  if (server === undefined) return
  process.kill(server)
  await expect.poll(() => serverOf(home)).toBe(undefined)
}

interface Typed {
  readonly words: string[]
  /** What is printed, in pieces: an ellipsis on a line of its own stands for what the page leaves out. */
  readonly shown: readonly string[]
}

function sessionsIn(page: string): Typed[] {
  const typed = [...page.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, text]) =>
    text!.split(/^\$ /m).slice(1),
  )
  expect(typed.length).toBeGreaterThan(2)
  return typed.map((text) => {
    const [command = '', ...rest] = text.split('\n')
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    return { words: words.slice(1), shown: pieces(settled(rest.join('\n'))) }
  })
}

function shownIn(block: RegExp): string[] {
  return [...readme.matchAll(block)].flatMap(([, text]) => pieces(text!))
}

function pieces(text: string): string[] {
  return text
    .split(/^…$/m)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}

/** What differs from run to run, and how the command is called from a checkout. */
function settled(text: string): string {
  return text
    .replace(/\d{8}-\d{6}/g, 'ID')
    .replace(/~[\d,]+ tokens/g, '~N tokens')
    .replace(/Committed as \w+/g, 'Committed as HASH')
    .replace(/node \S*parley\.js/g, 'parley')
}
