// resolve-mode: one mode, by name or alias.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { resolveMode as command } from './invite.js'

const KNOWN = 'decide explore align red-team ac brainstorm design architecture sprint clarify'

describe('resolve-mode', () => {
  test.each([
    [[], 'decide'],
    [['--mode', 'align'], 'align'],
    [['--mode=red-team'], 'red-team'],
    [['--mode', 'ux'], 'design'],
    [['--mode', 'clarification'], 'clarify'],
    [['--mode=questions'], 'clarify'],
  ])('%j is %s', async (argv, mode) => {
    expect(await run(command, argv)).toEqual({ code: 0, out: `${mode}\n`, err: '' })
  })

  test.each([
    [['--mode', 'align', '--mode=align'], 'align align'],
    [['--mode', 'a', '--mode', 'b', '--mode', ''], 'a b '],
  ])('%j breaks the rule of one mode, whatever the values', async (argv, supplied) => {
    expect(await run(command, argv)).toEqual({
      code: 2,
      out: '',
      err: `resolve-mode: single-mode-only invariant violated — only one --mode flag is allowed; supplied: ${supplied}\n`,
    })
  })

  test.each(['Align', 'nope', ' ux', 'constructor'])('%j is unknown, and all ten are named', async (mode) => {
    expect(await run(command, ['--mode', mode])).toEqual({
      code: 3,
      out: '',
      err: `resolve-mode: unknown mode '${mode}'. Known modes: ${KNOWN}\n`,
    })
  })

  test.each([[['--mode', '']], [['--mode=']], [['--mode']], [['align']], [['--bogus']]])(
    '%j is wrong usage',
    async (argv) => {
      const { code, out, err } = await run(command, argv)
      expect({ code, out }).toEqual({ code: 4, out: '' })
      expect(err).toMatch(/^resolve-mode: .+\n$/)
    },
  )
})
