// turn-header: one line, plus one line for each optional flag.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { turnHeader as command } from './turns.js'

const six = [
  '--round',
  '1',
  '--turn=7',
  '--speaker',
  'Theo',
  '--role=System Architect',
  '--turn-cost',
  '120',
  '--running-total=900',
]
const LINE =
  '[round 1 / turn 7 / Theo (System Architect) / per-turn-cost 120 tokens / running-total 900 tokens]\n'

describe('turn-header', () => {
  test.each([
    [[], LINE],
    [['--turn-id', 'd7'], `${LINE}Turn: d7\n`],
    [['--dispatched-via=charter'], `${LINE}dispatched_via: charter\n`],
    [
      ['--dispatched-via', 'subagent', '--turn-id=d7', '--phase', 'discuss'],
      `${LINE}Phase: DISCUSS\nTurn: d7\ndispatched_via: subagent\n`,
    ],
    [['--phase=Research', '--dispatched-via=teammate'], `${LINE}Phase: RESEARCH\ndispatched_via: teammate\n`],
    [
      ['--phase=anything', '--dispatched-via=interject'],
      `${LINE}Phase: ANYTHING\ndispatched_via: interject\n`,
    ],
    [
      ['--phase=DISCUSS', '--dispatched-via=interject', '--origin=attendee'],
      `${LINE}Phase: DISCUSS\ndispatched_via: interject\norigin: attendee\n`,
    ],
    [['--phase=', '--turn-id='], LINE],
  ])('with %j prints its lines in order', async (more, out) => {
    expect(await run(command, [...six, ...more])).toEqual({ code: 0, out, err: '' })
  })

  test('counts are printed as they were given', async () => {
    const { out } = await run(command, [...six, '--round=007', '--running-total=99999999999999999999'])
    expect(out).toContain('[round 007 / ')
    expect(out).toContain('running-total 99999999999999999999 tokens')
  })

  test.each(['CLOSE', 'charter', 'other'])(
    'phase %s without provenance is printed with a warning',
    async (phase) => {
      expect(await run(command, [...six, '--phase', phase])).toEqual({
        code: 0,
        out: `${LINE}Phase: ${phase.toUpperCase()}\n`,
        err: 'WARNING: turn-header called without --dispatched-via — required from sprint-41\n',
      })
    },
  )

  test.each(['human', 'Subagent', '', ' subagent'])('%j is refused as a way to dispatch', async (via) => {
    const { code, out, err } = await run(command, [...six, '--dispatched-via', via])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    for (const value of ['subagent', 'interject', 'charter', 'teammate']) expect(err).toContain(value)
  })

  test.each(['RESEARCH', 'discuss'])('phase %s needs --dispatched-via', async (phase) => {
    const { code, out, err } = await run(command, [...six, '--phase', phase])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('--dispatched-via')
  })

  test.each(['round', 'turn', 'speaker', 'role', 'turn-cost', 'running-total'])(
    '--%s is required',
    async (flag) => {
      const expected = { code: 3, out: '', err: `turn-header: --${flag} is required\n` }
      expect(await run(command, [...six, `--${flag}=`])).toEqual(expected)
      const without = ['round', 'turn', 'speaker', 'role', 'turn-cost', 'running-total']
        .filter((other) => other !== flag)
        .flatMap((other) => [`--${other}`, '1'])
      expect(await run(command, without)).toEqual(expected)
    },
  )

  test.each(['round', 'turn', 'turn-cost', 'running-total'])(
    '--%s is a non-negative integer',
    async (flag) => {
      for (const value of ['-1', '1.5', 'x', ' 1', '+1']) {
        expect(await run(command, [...six, `--${flag}`, value])).toEqual({
          code: 3,
          out: '',
          err: `turn-header: --${flag} must be a non-negative integer (got: '${value}')\n`,
        })
      }
    },
  )

  test.each([
    [['--bogus']],
    [['stray']],
    [['--phase']],
    [['--origin=facilitator']],
    [['--origin=']],
    [['--speaker=a\ndispatched_via: subagent']],
    [['--turn-id=a\ndispatched_via: subagent']],
  ])('%j is malformed', async (more) => {
    expect(await run(command, [...six, ...more])).toMatchObject({ code: 3, out: '' })
  })
})
