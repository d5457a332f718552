// CLI `parley rule yield-gate`: makes two updates without output; a failed update does not stop the meeting.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newSession, readSessionField, renderSession } from '../../../documents/session-file.js'
import { BOUNDARIES } from '../../../rules/lifecycle.js'
import { folder, run, snapshot } from './fake-io.suite.js'
import { yieldGate as command } from './yield-gate.js'

const text = renderSession(newSession('m-1'))
const kept = '.gaia/memory/meeting-sessions/m-1.yaml'
const silent = { code: 0, out: '', err: '' }

describe('yield-gate', () => {
  test.each(BOUNDARIES)('%s is stamped with its name and the time', async (boundary) => {
    const cwd = folder({ [kept]: text })
    expect(await run(command, ['--phase', boundary, '--session-id', 'm-1'], { cwd })).toEqual(silent)
    const after = readFileSync(join(cwd, kept), 'utf8')
    expect(readSessionField(after, 'last_checkpoint_phase')).toBe(boundary)
    expect(readSessionField(after, 'last_yield_emitted_at')).toBe('2026-01-02T03:04:05Z')
  })
  test('the environment may name the file', async () => {
    const cwd = folder({ 'mine.yaml': text, [kept]: text })
    const env = { GAIA_MEETING_SESSION_FILE: 'mine.yaml' }
    const argv = ['--phase=pre-save', '--session-id=../odd', '--side-effect-only']
    expect(await run(command, argv, { cwd, env })).toEqual(silent)
    expect(readSessionField(readFileSync(join(cwd, 'mine.yaml'), 'utf8'), 'last_checkpoint_phase')).toBe(
      'pre-save',
    )
    expect(readFileSync(join(cwd, kept), 'utf8')).toBe(text)
  })
  test('a missing session file is not an error and is not created', async () => {
    const cwd = folder()
    expect(await run(command, ['--phase', 'pre-close', '--session-id', 'm-1'], { cwd })).toEqual(silent)
    expect(existsSync(join(cwd, '.gaia'))).toBe(false)
  })
  test('a program named in the environment is called twice, in order, and its failure is ignored', async () => {
    const cwd = folder()
    const program = join(cwd, 'state bin')
    const script = `#!${process.execPath}
require('node:fs').appendFileSync('calls', JSON.stringify(process.argv.slice(2)) + '\\n')
console.log('noise'); console.error('noise'); process.exit(9)
`
    writeFileSync(program, script)
    chmodSync(program, 0o755)
    const env = { GAIA_MEETING_SESSION_STATE_BIN: program, GAIA_MEETING_SESSION_FILE: 'a b;c.yaml' }
    expect(await run(command, ['--phase', 'post-charter', '--session-id', 'm-1'], { cwd, env })).toEqual(
      silent,
    )
    const calls = readFileSync(join(cwd, 'calls'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(calls).toEqual([
      ['update', '--file', 'a b;c.yaml', '--field', 'last_checkpoint_phase', '--value', 'post-charter'],
      [
        'update',
        '--file',
        'a b;c.yaml',
        '--field',
        'last_yield_emitted_at',
        '--value',
        '2026-01-02T03:04:05Z',
      ],
    ])
  })
  test('a program that does not exist is ignored too', async () => {
    const env = { GAIA_MEETING_SESSION_STATE_BIN: '/no/such/program' }
    expect(await run(command, ['--phase', 'post-charter', '--session-id', 'm-1'], { env })).toEqual(silent)
  })
  test.each([
    ['no phase', ['--session-id', 'm-1'], '--phase must be one of'],
    ['a lifecycle phase', ['--phase', 'DISCUSS', '--session-id', 'm-1'], "'DISCUSS'"],
    ['no id', ['--phase', 'pre-save'], '--session-id is required'],
    ['an empty id', ['--phase', 'pre-save', '--session-id='], '--session-id is required'],
    ['an id that leads elsewhere', ['--phase', 'pre-save', '--session-id', '../../x'], 'not a path'],
    ['an unknown argument', ['--phase', 'pre-save', '--session-id', 'm-1', '--now'], "'--now'"],
  ])('%s is refused and changes nothing', async (_what, argv, message) => {
    const cwd = folder({ [kept]: text })
    const before = snapshot(cwd)
    const result = await run(command, argv, { cwd })
    expect(result).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
    expect(snapshot(cwd)).toEqual(before)
  })
})
