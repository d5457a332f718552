// lifecycle-marker: seven phases, one line each.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { lifecycleMarker as command } from './invite.js'

const ALL = ['INVITE', 'CHARTER', 'RESEARCH', 'DISCUSS', 'CLOSE', 'REVIEW', 'SAVE']

describe('lifecycle-marker', () => {
  test.each(ALL)('%s has a plain marker', async (phase) => {
    const expected = { code: 0, out: `## Phase: ${phase}\n`, err: '' }
    expect(await run(command, ['--phase', phase])).toEqual(expected)
    expect(await run(command, [`--phase=${phase}`])).toEqual(expected)
  })

  test.each([[[]], [['--phase', '']], [['--phase', 'discuss']], [['--phase', 'NOPE']]])(
    '%j is refused, and the seven are named',
    async (argv) => {
      const { code, out, err } = await run(command, argv)
      expect({ code, out }).toEqual({ code: 3, out: '' })
      expect(err).toContain(ALL.join(' '))
    },
  )

  test.each([[['--phase']], [['INVITE']], [['--phase=SAVE', '--bogus']]])(
    '%j is wrong usage',
    async (argv) => {
      expect(await run(command, argv)).toMatchObject({ code: 3, out: '' })
    },
  )
})
