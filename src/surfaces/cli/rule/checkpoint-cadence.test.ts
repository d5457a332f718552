// CLI `parley rule checkpoint-cadence`: always an integer from 1 to 10, with a warning where the setting was not.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cadenceFromSettings } from '../../../rules/checkpoint-cadence.js'
import { folder, run } from './fake-io.suite.js'
import { checkpointCadence as command } from './sessions.js'

const settings = (value: string) => folder({ 's.json': `{"meeting":{"checkpoint_every_n_turns":${value}}}` })
const outOfRange = (value: string, to: number) =>
  `[gaia-meeting] WARNING: meeting.checkpoint_every_n_turns=${value} is out of range [1, 10] — clamping to ${to}\n`
const noInteger = (value: string) =>
  `[gaia-meeting] WARNING: meeting.checkpoint_every_n_turns is not an integer (got "${value}") — using default 4\n`

describe('checkpoint-cadence', () => {
  test.each([
    ['1', '1', ''],
    ['7', '7', ''],
    ['10', '10', ''],
    ['"6"', '6', ''],
    ['null', '4', ''],
    ['0', '1', outOfRange('0', 1)],
    ['-3', '1', outOfRange('-3', 1)],
    ['"-3"', '1', outOfRange('-3', 1)],
    ['11', '10', outOfRange('11', 10)],
    ['"999"', '10', outOfRange('999', 10)],
    ['2.5', '4', noInteger('2.5')],
    ['"soon"', '4', noInteger('soon')],
    ['true', '4', noInteger('true')],
    ['[3]', '4', noInteger('[3]')],
    ['"a\\nb"', '4', noInteger('a b')],
  ])('the setting %s gives %s', async (value, every, err) => {
    const result = await run(command, ['--settings', 's.json'], { cwd: settings(value) })
    expect(result).toEqual({ code: 0, out: `${every}\n`, err })
  })
  test.each([
    ['no flag', []],
    ['no such file', ['--settings', 'none.json']],
    ['no JSON', ['--settings=broken.json']],
    ['no meeting', ['--settings=empty.json']],
    ['a meeting that is no object', ['--settings=odd.json']],
  ])('%s gives 4 without a message', async (_what, argv) => {
    const cwd = folder({ 'broken.json': '{', 'empty.json': '{}', 'odd.json': '{"meeting":7}' })
    expect(await run(command, argv, { cwd })).toEqual({ code: 0, out: '4\n', err: '' })
  })
  test.each([[['--cadence', '3']], [['4']], [['--settings']]])('%j is refused', async (argv) => {
    expect(await run(command, argv)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^checkpoint-cadence: /),
    })
  })
  test('any settings text gives 1 to 10 and never throws', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json().map((value) => `{"meeting":{"checkpoint_every_n_turns":${value}}}`),
    )
    fc.assert(
      fc.property(text, (given) => {
        const { every, warning } = cadenceFromSettings(given)
        expect(Number.isInteger(every) && every >= 1 && every <= 10).toBe(true)
        expect(warning ?? '').not.toContain('\n')
      }),
    )
  })
})
