import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { claudeHome } from './claude-home.js'
import { temporaryFolder } from './temporary.suite.js'

test('a file below ~/.claude is read, and one that is not there is null', async () => {
  const folder = temporaryFolder()
  fs.mkdirSync(path.join(folder, '.claude/skills'), { recursive: true })
  fs.writeFileSync(path.join(folder, '.claude/skills/own.md'), 'mine')
  const home = claudeHome(folder)
  expect(await home.read('~/.claude/skills/own.md')).toBe('mine')
  expect(await home.read('~/.claude/skills/other.md')).toBe(null)
})

test.each(['~/.ssh/config', '~/.claude/../.bashrc', '/etc/passwd', '~/.claude/', '~/.claude/a//b'])(
  '%s cannot be reached',
  async (file) => {
    expect(await claudeHome(temporaryFolder()).read(file)).toBe(null)
  },
)
