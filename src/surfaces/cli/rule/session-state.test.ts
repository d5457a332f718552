// CLI `parley rule session-state`: flags, messages, exit codes; a refused call changes no byte.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newSession, renderSession } from '../../../documents/session-file.js'
import { folder, run, snapshot } from './fake-io.suite.js'
import { sessionState as command } from './sessions.js'

const text = renderSession(newSession('m-1'))
const update = (field: string, value: string) => [
  'update',
  '--file',
  's.yaml',
  '--field',
  field,
  '--value',
  value,
]

describe('session-state', () => {
  test('create replaces an old file and prints nothing', async () => {
    const cwd = folder({ 's.yaml': 'old: 1\n' })
    expect(await run(command, ['create', '--file=s.yaml', '--session-id=m-1'], { cwd })).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(readFileSync(join(cwd, 's.yaml'), 'utf8')).toBe(text)
  })
  test.each([
    ['phase', 'DISCUSS', 'phase: "DISCUSS"', 'DISCUSS'],
    ['round', '3', 'round: 3', '3'],
    ['user_attendance', 'true', 'user_attendance: true', 'true'],
    ['user_attendance', '', 'user_attendance: ""', ''],
    ['last_checkpoint_phase', 'post-charter', 'last_checkpoint_phase: "post-charter"', 'post-charter'],
    ['raise_hand_ledger', 'a "b" \\c', 'raise_hand_ledger: "a \\"b\\" \\c"', 'a "b" \\c'],
  ])('update of %s to %j writes its line, read gives it back', async (field, value, line, back) => {
    const cwd = folder({ 's.yaml': text })
    expect(await run(command, update(field, value), { cwd })).toEqual({ code: 0, out: '', err: '' })
    expect(readFileSync(join(cwd, 's.yaml'), 'utf8').split('\n')).toContain(line)
    const read = await run(command, ['read', '--field', field, '--file', 's.yaml'], { cwd })
    expect(read).toEqual({ code: 0, out: `${back}\n`, err: '' })
  })
  test('a field that the file lacks reads as an empty line', async () => {
    const cwd = folder({ 's.yaml': 'phase: "SAVE"\n' })
    expect(await run(command, ['read', '--file', 's.yaml', '--field', 'round'], { cwd })).toMatchObject({
      code: 0,
      out: '\n',
    })
  })
  test.each([
    ['no subcommand', [], 2, 'create, read or update'],
    ['an unknown subcommand', ['delete', '--file', 's.yaml'], 2, 'delete'],
    ['a subcommand that every object has', ['toString', '--file', 's.yaml'], 2, 'toString'],
    ['no file', ['create', '--session-id', 'x'], 2, '--file'],
    ['no id', ['create', '--file', 's.yaml'], 2, '--session-id'],
    ['an id of two lines', ['create', '--file', 's.yaml', '--session-id', 'a\nb'], 2, 'single line'],
    ['no field to read', ['read', '--file', 's.yaml'], 2, '--field'],
    ['an unknown field to read', ['read', '--file', 's.yaml', '--field', 'charter'], 2, "'charter'"],
    ['no field to update', ['update', '--file', 's.yaml', '--value', '1'], 2, '--field'],
    ['an unknown field to update', update('charter', 'x'), 2, "'charter'"],
    ['no value', ['update', '--file', 's.yaml', '--field', 'round'], 2, '--value'],
    [
      'a value that ends the arguments',
      ['update', '--file', 's.yaml', '--field', 'round', '--value'],
      2,
      '--value needs',
    ],
    ['a refused value', update('round', '-1'), 2, 'non-negative integer'],
    ['an unknown phase', update('phase', 'discuss'), 2, 'phase must be one of'],
    ['a boundary as phase', update('phase', 'pre-save'), 2, 'phase must be one of'],
    [
      'a file that is not there',
      ['read', '--file', 'no.yaml', '--field', 'round'],
      2,
      'no such file: no.yaml',
    ],
    [
      'a file to update that is not there',
      ['update', '--file', 'no.yaml', '--field', 'round', '--value', '1'],
      2,
      'no such file',
    ],
    ['an unknown argument', ['read', '--file', 's.yaml', '--what'], 2, "'--what'"],
    [
      'a folder that is not there',
      ['create', '--file', 'no/where/s.yaml', '--session-id', 'x'],
      3,
      'no such folder',
    ],
  ])('%s is refused and changes nothing', async (_what, argv, code, message) => {
    const cwd = folder({ 's.yaml': text })
    const before = snapshot(cwd)
    const result = await run(command, argv, { cwd })
    expect(result).toMatchObject({ code, out: '', err: expect.stringMatching(/^session-state: /) })
    expect(result.err).toContain(message)
    expect(snapshot(cwd)).toEqual(before)
  })
})
