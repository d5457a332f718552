// resolve-invitees: the user's list first, the mode's defaults after it, the person only where asked.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newSession, readSessionField, renderSession } from '../../../documents/session-file.js'
import { folder, type Given, run, snapshot } from './fake-io.suite.js'
import { resolveInvitees as command } from './invitees.js'

const SETTINGS = JSON.stringify({ meeting: { user_name: 'Ann Lee' } })
const session = () => renderSession(newSession('2026-01-02-queue'))

/** The six lines as a mapping, in order. */
async function resolve(argv: string[], files: Record<string, string> = {}, given: Given = {}) {
  const cwd = folder({ 'settings.json': SETTINGS, ...files })
  const result = await run(command, argv, { cwd, ...given })
  const lines = result.out
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('=') as [string, string])
  return {
    ...result,
    cwd,
    lines: Object.fromEntries(lines) as Record<string, string>,
    keys: lines.map(([key]) => key),
  }
}

describe('resolve-invitees', () => {
  test('prints six lines in a fixed order, and installed defaults after the user’s own', async () => {
    const argv = ['--mode', 'align', '--invitees', ' Theo,, nate ,Theo', '--installed=in.txt']
    const { code, out, err } = await resolve(argv, { 'in.txt': 'Nate\r\nDerek\n' })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      'resolved=Theo,nate,Theo,Derek,Nate\nmissing=\nbias=alignment-summary\ncanonical_mode=align\n' +
        'invitees_override=false\ndefault_invitees_resolved=Derek,Nate\n',
    )
  })

  test('an alias resolves to its mode', async () => {
    const { lines } = await resolve(['--mode', 'ux', '--invitees-override'])
    expect(lines).toMatchObject({ canonical_mode: 'design', bias: 'ux-design-notes' })
  })

  test('a default that is there already is not appended again', async () => {
    const { lines } = await resolve(['--mode=align', '--invitees=Nate', '--installed=in.txt'], {
      'in.txt': 'Nate\nDerek',
    })
    expect(lines).toMatchObject({ resolved: 'Nate,Derek', default_invitees_resolved: 'Derek', missing: '' })
  })

  test('installed names match whole lines only', async () => {
    const { lines, err } = await resolve(['--mode=align', '--installed=in.txt'], {
      'in.txt': 'Nate Smith\n Derek\nNat\n',
    })
    expect(lines).toMatchObject({ resolved: '', missing: 'Derek,Nate' })
    expect(err).toBe(
      '[gaia-meeting] WARNING: missing default invitee(s) for mode align: Derek,Nate (resolved subset: )\n',
    )
  })

  test('without --installed every default is missing, also one that the user named', async () => {
    const { code, lines, err } = await resolve(['--mode', 'red-team', '--invitees', 'Zara,Theo'])
    expect(code).toBe(0)
    expect(lines).toMatchObject({
      resolved: 'Zara,Theo',
      missing: 'Zara,Sable,Nova',
      default_invitees_resolved: '',
    })
    expect(err).toBe(
      '[gaia-meeting] WARNING: missing default invitee(s) for mode red-team: Zara,Sable,Nova (resolved subset: Zara,Theo)\n',
    )
  })

  test('a mode without defaults misses nobody', async () => {
    const { lines, err } = await resolve(['--mode', 'decide', '--invitees', 'Theo'])
    expect({ lines, err }).toMatchObject({ lines: { resolved: 'Theo', missing: '' }, err: '' })
  })

  test('with the override the list stands alone and the installed file is not opened', async () => {
    const argv = ['--mode=align', '--invitees=Theo', '--installed=nowhere', '--invitees-override']
    const { code, out, err } = await resolve(argv)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      'resolved=Theo\nmissing=\nbias=alignment-summary\ncanonical_mode=align\ninvitees_override=true\n' +
        'default_invitees_resolved=\n',
    )
  })

  test.each(['me', 'ME', 'user', 'User', 'Ann Lee', 'ann lee'])(
    'without a session file the token %j is dropped with a warning',
    async (token) => {
      const { lines, err } = await resolve(['--mode=decide', '--invitees', `Theo,${token},Zara`])
      expect(lines.resolved).toBe('Theo,Zara')
      expect(err).toBe(
        `[gaia-meeting] WARNING: invitee token "${token}" resolves to the user — the user is not an agent and is not auto-included; user authoring uses --charter / [i]nterject only\n`,
      )
    },
  )

  test('each dropped token has its own warning', async () => {
    const { err } = await resolve(['--mode=decide', '--invitees=me,Theo,user'])
    expect(err.split('\n')).toHaveLength(3)
  })

  test('a name that cannot be resolved is ignored', async () => {
    const { code, lines } = await resolve(
      ['--mode=decide', '--invitees=Theo'],
      { 'settings.json': '' },
      {
        env: { HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', PATH: '/nonexistent' },
      },
    )
    expect({ code, resolved: lines.resolved }).toEqual({ code: 0, resolved: 'Theo' })
  })

  test('with a session file the first token stays where it is, as written, and later ones vanish', async () => {
    const argv = ['--mode=decide', '--invitees=Theo,ME,Zara,ann lee,user', '--session-file', 's.yaml']
    const { lines, err, cwd } = await resolve(argv, { 's.yaml': session() })
    expect({ resolved: lines.resolved, err }).toEqual({ resolved: 'Theo,ME,Zara', err: '' })
    const text = readFileSync(join(cwd, 's.yaml'), 'utf8')
    expect(text).toBe(session().replace('user_attendance: ""', 'user_attendance: true'))
  })

  test('with a session file and no token attendance is false', async () => {
    const { cwd } = await resolve(['--mode=decide', '--invitees=Theo', '--session-file=s.yaml'], {
      's.yaml': session(),
    })
    expect(readSessionField(readFileSync(join(cwd, 's.yaml'), 'utf8'), 'user_attendance')).toBe('false')
  })

  test('a session file that does not exist is not made', async () => {
    const { code, lines, cwd } = await resolve(['--mode=decide', '--invitees=me', '--session-file=s.yaml'])
    expect({ code, resolved: lines.resolved }).toEqual({ code: 0, resolved: 'me' })
    expect(Object.keys(snapshot(cwd))).toEqual([join(cwd, 'settings.json')])
  })

  test.each([
    [[], 2],
    [['--mode', ''], 2],
    [['--mode'], 2],
    [['--mode=align', 'stray'], 2],
    [['--mode=align', '--bogus'], 2],
    [['--mode=align', '--installed', 'nowhere'], 2],
    [['--mode=align', '--installed', '.'], 2],
    [['--mode=nope'], 3],
    [['--mode=Align'], 3],
  ])('%j exits %i, prints no result and leaves the session file as it was', async (argv, code) => {
    const cwd = folder({ 's.yaml': session(), 'settings.json': SETTINGS })
    const before = snapshot(cwd)
    const result = await run(command, ['--invitees=me', '--session-file=s.yaml', ...argv], { cwd })
    expect({ code: result.code, out: result.out }).toEqual({ code, out: '' })
    expect(result.err).toMatch(/^resolve-invitees: .+\n$/)
    expect(snapshot(cwd)).toEqual(before)
  })
})
