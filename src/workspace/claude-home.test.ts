import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { claudeHome } from './claude-home.js'
import { temporaryFolder } from './temporary.suite.js'

const registry = '~/.claude/council/global-registry.json'

test('a file below ~/.claude is changed whole, for its person alone, and read again', async () => {
  const folder = temporaryFolder()
  const home = claudeHome(folder)
  expect(await home.read(registry)).toBe(null)
  expect(await home.merge(registry, (text) => `${text ?? ''}one\n`)).toBe(null)
  expect(await home.merge(registry, (text) => `${text ?? ''}two\n`)).toBe(null)
  expect(await home.read(registry)).toBe('one\ntwo\n')
  expect(fs.statSync(path.join(folder, '.claude/council/global-registry.json')).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(path.join(folder, '.claude/council'))).toEqual(['global-registry.json'])
})

test('changes made at the same time are all kept', async () => {
  const home = claudeHome(temporaryFolder())
  const names = Array.from({ length: 12 }, (_, at) => `line ${at}\n`)
  await Promise.all(names.map((line) => home.merge(registry, (text) => `${text ?? ''}${line}`)))
  expect(((await home.read(registry)) ?? '').split('\n').filter(Boolean).toSorted()).toEqual(
    names.map((line) => line.trim()).toSorted(),
  )
})

test('a file that cannot be read is moved aside, not overwritten', async () => {
  const folder = temporaryFolder()
  const home = claudeHome(folder)
  await home.merge(registry, () => 'not json')
  expect(await home.merge(registry, (text) => (text === null ? '{}' : null))).toBe(null)
  expect(await home.read(registry)).toBe('{}')
  const names = fs.readdirSync(path.join(folder, '.claude/council'))
  const aside = names.find((name) => name.includes('.bad-'))!
  expect(fs.readFileSync(path.join(folder, '.claude/council', aside), 'utf8')).toBe('not json')
})

test.each(['~/.ssh/config', '~/.claude/../.bashrc', '/etc/passwd', '~/.claude/', '~/.claude/a//b'])(
  '%s cannot be reached',
  async (file) => {
    const home = claudeHome(temporaryFolder())
    expect(await home.read(file)).toBe(null)
    expect(await home.merge(file, () => 'x')).toContain('is no file below ~/.claude/')
  },
)

test('a link below ~/.claude is not written through, and the reason is given', async () => {
  const folder = temporaryFolder()
  fs.mkdirSync(path.join(folder, '.claude'), { recursive: true })
  fs.mkdirSync(path.join(folder, 'elsewhere'))
  fs.symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, '.claude/council'))
  expect(await claudeHome(folder).merge(registry, () => 'x')).toMatch(/link/)
  expect(fs.readdirSync(path.join(folder, 'elsewhere'))).toEqual([])
})

test('it can be told whether a folder that a registry names is there, and a file is none', async () => {
  const folder = temporaryFolder()
  const home = claudeHome(folder)
  fs.writeFileSync(path.join(folder, 'file'), '')
  expect(
    await Promise.all([folder, path.join(folder, 'file'), path.join(folder, 'gone')].map(home.hasFolder)),
  ).toEqual([true, false, false])
})
