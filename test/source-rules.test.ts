// Rules for the source that the linter cannot state: how files are made, and that no text becomes the arguments of a call.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from './support/run.js'

const src = join(checkout, 'src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|suite)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))

/** Where files are made in another way than by `workspace/plain-files.ts`, and why no link of a clone's can mislead it. */
const otherwise: Readonly<Record<string, string>> = {
  'agents/acp/bridge.ts': 'a fresh folder for temporary files',
  'agents/acp/guard.ts': 'the folders of an agent in the home, made before its program is started',
  'agents/claude/voice.ts':
    'the folder of the Claude Agent SDK in the home, made before its program is started',
  'agents/try.ts': 'a fresh folder for temporary files',
  'surfaces/cli/export/issues.ts': 'the person names the folder; `wx` replaces nothing and follows no link',
  'surfaces/cli/write-named.ts': 'the person names the file; inside the project no link is followed',
  'surfaces/cli/screen/editor.ts': 'a fresh folder for temporary files',
  'workspace/bounded.ts': 'opened for reading',
  'workspace/git/away.ts': 'a worktree is moved aside before it is removed',
  'workspace/git/changes.ts': 'opened for reading, without following a link',
  'workspace/git/commit.ts': 'a side index of ours takes the place of the index, inside git’s own folder',
  'workspace/git/side-index.ts': 'a copy of the index under a name of ours, inside git’s own folder',
  'workspace/git/linked.ts': 'a file of git’s own about a worktree',
  'workspace/git/stand-on.ts': 'files of git’s own about a worktree that was moved with its repository',
  'workspace/git/worktree-add.ts': 'the folder for worktrees; `git worktree add` refuses one that is there',
  'workspace/git/tree-look.ts': 'opened for reading, without following a link',
  'workspace/lock.ts': 'in a folder that was looked at; `wx`, link and rename follow no link',
  'workspace/left-behind.ts': 'a meeting is renamed inside the home',
  'workspace/plain-files.ts': 'the way itself',
}

const makers =
  /^(appendFile|copyFile|cp|createWriteStream|link|mkdir|mkdtemp|open|rename|symlink|truncate|writeFile)(Sync)?$/

test('PLAIN1: files are made by plain-files.ts alone, except where a reason is given', () => {
  const found = sources.filter(({ text }) => makesFiles(text)).map(({ path }) => path)
  expect(found.filter((path) => !(path in otherwise))).toEqual([])
})

function makesFiles(text: string): boolean {
  const imports = [...text.matchAll(/import (?:(\w+)|\{([^}]*)\}) from 'node:fs(?:\/promises)?'/g)]
  return imports.some(([, whole, named]) => {
    const names = named?.split(',').map((one) => one.trim().split(' as ')[0] ?? '') ?? []
    const used = whole
      ? [...text.matchAll(new RegExp(`\\b${whole}\\.(\\w+)\\(`, 'g'))].map(([, name]) => name!)
      : []
    return [...names, ...used].some((name) => makers.test(name))
  })
}

test('the parts of a text are never spread into a call: an engine takes some hundred thousand arguments, a model writes more', () => {
  const spread =
    /(?:push|unshift|Math\.max|Math\.min|String\.from\w+)\([^()]*\.\.\.[^\n]*\.(?:split|match|matchAll)\(/
  const found = sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (spread.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test('a test that replaces a module has a worker of its own: others would get the replacement too', () => {
  const replacing = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter(
        (path) =>
          /\.tsx?$/.test(path) && /^vi\.(do)?[mM]ock\(/m.test(readFileSync(join(checkout, path), 'utf8')),
      ),
  )
  const config = readFileSync(join(checkout, 'vitest.config.ts'), 'utf8')
  expect(replacing.length).toBeGreaterThan(0)
  expect(replacing.filter((path) => !config.includes(`'${path}'`))).toEqual([])
})
