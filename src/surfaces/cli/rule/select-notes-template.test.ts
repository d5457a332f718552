// select-notes-template: each of the ten biases has its file.
import { existsSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MODES } from '../../../rules/modes.js'
import { run } from './fake-io.suite.js'
import { selectNotesTemplate as command } from './invite.js'

describe('select-notes-template', () => {
  test.each(MODES.map((mode) => mode.bias))('%s has a file of its own', async (bias) => {
    const { code, out, err } = await run(command, ['--bias', bias])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const path = out.trimEnd()
    expect(isAbsolute(path)).toBe(true)
    expect(basename(path)).toBe(`notes-template-${bias}.md`)
    expect(existsSync(path)).toBe(true)
  })

  test.each([
    [[], 2],
    [['--bias', ''], 2],
    [['--bias'], 2],
    [['decision-record'], 2],
    [['--bogus'], 2],
    [['--bias=decide'], 3],
    [['--bias', '../decision-record'], 3],
  ])('%j exits %i', async (argv, code) => {
    const result = await run(command, argv)
    expect({ code: result.code, out: result.out }).toEqual({ code, out: '' })
    expect(result.err).toMatch(/^select-notes-template: .+\n$/)
  })

  test('an unknown bias is named', async () => {
    expect((await run(command, ['--bias=x'])).err).toBe("select-notes-template: unknown bias 'x'\n")
  })
})
