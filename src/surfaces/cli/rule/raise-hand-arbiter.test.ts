// raise-hand-arbiter: one raised hand per cycle, and none is lost.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, run, snapshot } from './fake-io.suite.js'
import { raiseHandArbiter as command } from './raise-hand.js'

/** A new ledger file, and the command that uses it. */
function arbiter(files: Record<string, string> = {}) {
  const cwd = folder(files)
  const call = (...argv: string[]) =>
    run(command, argv, { cwd, env: { RAISE_HAND_STATE: 'state/ledger.env' } })
  return { cwd, call, ledger: () => readFileSync(join(cwd, 'state/ledger.env'), 'utf8') }
}
const record = (cycle: string, requesting: string, target: string) => [
  '--record-raise-hand',
  `--cycle=${cycle}`,
  '--requesting',
  requesting,
  '--target',
  target,
]

describe('raise-hand-arbiter', () => {
  test.each([
    ['[raise-hand → respond to Zara]', 'Zara'],
    ['[raise-hand -> respond to Zara]', 'Zara'],
    ['text [raise-hand→respond  to   Mary Ann ] more', 'Mary Ann'],
    ['a\nb\n[raise-hand → respond to Zara]\n[raise-hand → respond to Nova]', 'Zara'],
  ])('detects in %j', async (body, target) => {
    expect(await arbiter().call('--detect', body)).toEqual({ code: 0, out: `${target}\n`, err: '' })
    expect(await arbiter().call(`--detect=${body}`)).toMatchObject({ code: 0, out: `${target}\n` })
  })

  test.each([
    '',
    'hello',
    '[Raise-hand → respond to Z]',
    '[raise-hand → respond to\nZara]',
    '[raise-hand respond to Z]',
  ])('detects nothing in %j', async (body) => {
    expect(await arbiter().call('--detect', body)).toEqual({
      code: 1,
      out: '',
      err: 'raise-hand-arbiter: no raise-hand marker detected\n',
    })
  })

  test.each([
    ['A', 'C', 'C\nB\nC\nD\n'],
    ['A', 'B', 'B\nB\nC\nD\n'],
    ['D', 'A', 'A\n'],
    ['C', 'A', 'A\nD\n'],
  ])('plans %s raising to %s', async (requesting, target, out) => {
    const argv = [
      '--plan-insertion',
      '--invitees=A,B,C,D',
      '--requesting',
      requesting,
      '--target',
      target,
      '--cycle',
      'any',
    ]
    expect(await arbiter().call(...argv)).toEqual({ code: 0, out, err: '' })
  })

  test.each([
    ['X', 'A'],
    ['A', 'X'],
    ['a', 'B'],
  ])('plans nothing for %s and %s', async (requesting, target) => {
    const argv = [
      '--plan-insertion',
      '--invitees=A,B',
      `--requesting=${requesting}`,
      `--target=${target}`,
      '--cycle=1',
    ]
    expect(await arbiter().call(...argv)).toMatchObject({ code: 2, out: '' })
  })

  test('honours the first of a cycle, defers the others, and keeps them for the next', async () => {
    const { call, ledger } = arbiter()
    expect(await call(...record('1', 'A', 'C'))).toEqual({ code: 0, out: 'honored\n', err: '' })
    expect((await call(...record('1', 'B', 'D'))).out).toBe('deferred-to-next-cycle\n')
    expect((await call(...record('1', 'C', 'A'))).out).toBe('deferred-to-next-cycle\n')
    expect(ledger()).toBe('HONORED_1="A:C"\nDEFERRED_1="B:D;C:A"\n')
    const before = ledger()
    expect(await call('--pending-deferred', '--cycle', '2')).toEqual({
      code: 0,
      out: 'B->D\nC->A\n',
      err: '',
    })
    expect(ledger()).toBe(before)
    expect((await call(...record('2', 'B', 'D'))).out).toBe('honored\n')
    expect((await call(...record('2', 'C', 'A'))).out).toBe('deferred-to-next-cycle\n')
    expect((await call('--pending-deferred', '--cycle=3')).out).toBe('C->A\n')
    expect((await call('--pending-deferred', '--cycle=1')).out).toBe('')
  })

  test('nothing pending prints nothing and makes no ledger', async () => {
    const { cwd, call } = arbiter()
    expect(await call('--pending-deferred', '--cycle=1')).toEqual({ code: 0, out: '', err: '' })
    expect(existsSync(join(cwd, 'state'))).toBe(false)
  })

  test('without RAISE_HAND_STATE the ledger is in TMPDIR', async () => {
    const cwd = folder()
    await run(command, record('1', 'A', 'B'), { cwd, env: { TMPDIR: cwd } })
    expect(readFileSync(join(cwd, 'gaia-meeting-raise-hand.env'), 'utf8')).toBe('HONORED_1="A:B"\n')
  })

  test.each(['honored', 'deferred-to-next-cycle'])('writes the log line for %s', async (status) => {
    const argv = ['--log-line', '--cycle=2', '--requesting=A', '--target=B', '--status', status]
    expect((await arbiter().call(...argv)).out).toBe(
      `[raise-hand cycle=2 requesting=A target=B status=${status}]\n`,
    )
  })

  test.each([
    [[]],
    [['--cycle=1']],
    [['--bogus']],
    [['stray']],
    [['--detect']],
    [['--plan-insertion', '--invitees=A', '--requesting=A', '--target=A']],
    [['--plan-insertion', '--requesting=A', '--target=A', '--cycle=1']],
    [['--record-raise-hand', '--cycle=1', '--requesting=A']],
    [['--record-raise-hand', '--requesting=A', '--target=B']],
    [record('0', 'A', 'B')],
    [record('-1', 'A', 'B')],
    [record('x', 'A', 'B')],
    [['--pending-deferred']],
    [['--pending-deferred', '--cycle=0']],
    [['--log-line', '--cycle=1', '--requesting=A', '--target=B']],
    [['--log-line', '--cycle=1', '--requesting=A', '--target=B', '--status=put-to-user']],
  ])('%j is wrong usage and leaves the ledger as it was', async (argv) => {
    const { cwd, call } = arbiter({ 'state/ledger.env': 'HONORED_1="A:C"\n' })
    const before = snapshot(cwd)
    const { code, out, err } = await call(...argv)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^raise-hand-arbiter: .+\n$/)
    expect(snapshot(cwd)).toEqual(before)
  })
})
