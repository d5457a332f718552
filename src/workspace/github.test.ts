// The person's `gh`: a real program on PATH.

import { realpathSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { fakeGitHub, withoutGh } from '../../test/support/github.js'
import { githubIn } from './github.js'
import { temporaryFolder } from './temporary.suite.js'

function withGh(more: Parameters<typeof fakeGitHub>[0] = {}) {
  const gh = fakeGitHub(more)
  for (const [name, value] of Object.entries(gh.env)) vi.stubEnv(name, value)
  return gh
}

test('it is started without a shell, asks nothing, and takes a body by standard input as it is', async () => {
  const gh = withGh()
  const { call } = githubIn(temporaryFolder())
  const body = '## Ü "quoted" $HOME\n`rm -rf`\n'.repeat(2000)
  expect(
    await call({ argv: ['issue', 'create', '--title', '$(touch x); *', '--body-file', '-'], stdin: body }),
  ).toEqual({ kind: 'ended', code: 0, stdout: '\nhttps://github.com/grove/river/issues/1\n', stderr: '' })
  expect(gh.state().issues).toMatchObject([{ title: '$(touch x); *', body }])
})

test('its own words and exit code come back when it fails', async () => {
  withGh({ login: false })
  expect(await githubIn(temporaryFolder()).call({ argv: ['auth', 'status'] })).toMatchObject({
    kind: 'ended',
    code: 1,
    stderr: expect.stringContaining('gh auth login'),
  })
})

test('where there is none, that is said', async () => {
  vi.stubEnv('PATH', withoutGh())
  expect(await githubIn(temporaryFolder()).call({ argv: ['--version'] })).toEqual({
    kind: 'missing',
  })
})

test('it runs in the workspace, and a variable that names another repository does not reach it', async () => {
  const gh = withGh()
  vi.stubEnv('GH_REPO', 'someone/else')
  vi.stubEnv('GIT_DIR', '/somewhere/.git')
  const root = temporaryFolder()
  const shown = await githubIn(root).call({ argv: ['--version'] })
  expect(shown).toMatchObject({ code: 0 })
  expect(gh.state().seen).toEqual({ cwd: realpathSync(root), repository: [] })
})
