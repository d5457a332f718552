// The person's `gh`: a real program on PATH.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { fakeGitHub, withoutGh } from '../../test/support/github.js'
import { githubIn } from './github.js'
import { ownerNamed } from './owner.js'
import { replaceBelow } from './plain-files.js'
import { temporaryFolder } from './temporary.suite.js'

function withGh(more: Parameters<typeof fakeGitHub>[0] = {}) {
  const gh = fakeGitHub(more)
  for (const [name, value] of Object.entries(gh.env)) vi.stubEnv(name, value)
  return gh
}

test('it is started without a shell, asks nothing, and takes a body by standard input as it is', async () => {
  const gh = withGh()
  const { call } = githubIn(temporaryFolder(), temporaryFolder())
  const body = '## Ü "quoted" $HOME\n`rm -rf`\n'.repeat(2000)
  expect(
    await call({ argv: ['issue', 'create', '--title', '$(touch x); *', '--body-file', '-'], stdin: body }),
  ).toEqual({ kind: 'ended', code: 0, stdout: '\nhttps://github.com/grove/river/issues/1\n', stderr: '' })
  expect(gh.state().issues).toMatchObject([{ title: '$(touch x); *', body }])
})

test('its own words and exit code come back when it fails', async () => {
  withGh({ login: false })
  expect(
    await githubIn(temporaryFolder(), temporaryFolder()).call({ argv: ['auth', 'status'] }),
  ).toMatchObject({
    kind: 'ended',
    code: 1,
    stderr: expect.stringContaining('gh auth login'),
  })
})

test('where there is none, that is said', async () => {
  vi.stubEnv('PATH', withoutGh())
  expect(await githubIn(temporaryFolder(), temporaryFolder()).call({ argv: ['--version'] })).toEqual({
    kind: 'missing',
  })
})

test('it runs in the workspace, and a variable that names another repository does not reach it', async () => {
  const gh = withGh()
  vi.stubEnv('GH_REPO', 'someone/else')
  vi.stubEnv('GIT_DIR', '/somewhere/.git')
  const root = temporaryFolder()
  const shown = await githubIn(root, temporaryFolder()).call({ argv: ['--version'] })
  expect(shown).toMatchObject({ code: 0 })
  expect(gh.state().seen).toEqual({ cwd: realpathSync(root), repository: [] })
})

describe('a call that changes something', () => {
  const issue = {
    argv: ['issue', 'create', '--title', 'a', '--body-file', '-'],
    stdin: 'whole',
    changes: true,
  }
  const folderIn = (home: string) => join(home, 'github', readdirSync(join(home, 'github'))[0]!)

  test('GHC3: reads its input whole from a file, and leaves nothing behind', async () => {
    const gh = withGh()
    const home = temporaryFolder()
    expect(await githubIn(temporaryFolder(), home).call(issue)).toMatchObject({ code: 0 })
    expect(gh.state().issues).toMatchObject([{ body: 'whole' }])
    expect(readdirSync(folderIn(home))).toEqual([])
  })

  test('GHC1, GHC2: while one of a dead parley runs, nothing is asked; when it has ended, it is forgotten', async () => {
    const gh = withGh()
    const [root, home] = [temporaryFolder(), temporaryFolder()]
    const sleeper = spawn('sleep', ['30'])
    const dead = { ...ownerNamed(sleeper.pid!, 'gh'), pid: 999_999_999 }
    const place = join('github', createHash('sha256').update(root).digest('hex').slice(0, 16), dead.token)
    replaceBelow(home, place, { text: JSON.stringify({ by: dead, program: ownerNamed(sleeper.pid!, 'gh') }) })
    const asked = githubIn(root, home).call({ argv: ['--version'] })
    await new Promise((done) => setTimeout(done, 300))
    expect(gh.state().calls).toEqual([])
    sleeper.kill()
    expect(await asked).toMatchObject({ code: 0 })
    expect(readdirSync(folderIn(home))).toEqual([])
  })

  test('what cannot be read there holds nobody up', async () => {
    withGh()
    const [root, home] = [temporaryFolder(), temporaryFolder()]
    const folder = join('github', createHash('sha256').update(root).digest('hex').slice(0, 16))
    replaceBelow(home, join(folder, '0123456789abcdef'), { text: '{"by":{"pid":1}' })
    expect(await githubIn(root, home).call({ argv: ['--version'] })).toMatchObject({ code: 0 })
  })
})
