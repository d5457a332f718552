// resolve-user-name: settings, then git, never the account.
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { folder, type Given, run } from './fake-io.suite.js'
import { resolveUserName as command } from './invitees.js'

const settings = (name: unknown) => JSON.stringify({ meeting: { user_name: name } })

/** A git that knows only what the folder says; the person's own configuration stays out of it. */
function place(files: Record<string, string>, gitName?: string): Given {
  const cwd = folder(files)
  const env = {
    PATH: process.env.PATH!,
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    USER: 'account',
    LOGNAME: 'account',
  }
  execFileSync('git', ['init', '-q'], { cwd, env })
  if (gitName !== undefined) execFileSync('git', ['config', 'user.name', gitName], { cwd, env })
  return { cwd, env }
}

describe('resolve-user-name', () => {
  test.each([
    [
      'the named file',
      ['--settings', 'x.json'],
      { 'x.json': settings('Ann'), 'settings.json': settings('Bo') },
      'Ann',
    ],
    ['the named file in the other form', ['--settings=x.json'], { 'x.json': settings('Ann') }, 'Ann'],
    [
      '.claude/settings.json first',
      [],
      { '.claude/settings.json': settings('Ann'), 'settings.json': settings('Bo') },
      'Ann',
    ],
    ['settings.json without it', [], { 'settings.json': settings('Bo') }, 'Bo'],
    ['a name beyond ASCII', [], { 'settings.json': settings('Åsa Ö') }, 'Åsa Ö'],
  ])('takes %s', async (_, argv, files, name) => {
    expect(await run(command, argv, place(files, 'Git Name'))).toEqual({ code: 0, out: `${name}\n`, err: '' })
  })

  test.each([
    ['no settings at all', [], {}],
    ['a named file that is missing', ['--settings', 'gone.json'], { 'settings.json': settings('Bo') }],
    ['settings that cannot be parsed', [], { 'settings.json': '{"meeting":' }],
    ['no meeting key', [], { 'settings.json': '{}' }],
    ['a null name', [], { 'settings.json': settings(null) }],
    ['an empty name', [], { 'settings.json': settings('') }],
    ['settings that are no object', [], { 'settings.json': '[1]' }],
    [
      'a .claude file without the key',
      [],
      { '.claude/settings.json': '{}', 'settings.json': settings('Bo') },
    ],
  ])('with %s asks git', async (_, argv, files) => {
    expect(await run(command, argv, place(files, 'Git Name'))).toEqual({
      code: 0,
      out: 'Git Name\n',
      err: '',
    })
  })

  test('with neither says so, and does not fall back to the account', async () => {
    expect(await run(command, [], place({}))).toEqual({
      code: 2,
      out: '',
      err: 'resolve-user-name: could not resolve user name from settings.json (meeting.user_name) or git config user.name\n',
    })
  })

  test.each([[['--settings']], [['stray']], [['--bogus']]])('%j is wrong usage', async (argv) => {
    const { code, out } = await run(command, argv)
    expect({ code, out }).toEqual({ code: 3, out: '' })
  })
})
