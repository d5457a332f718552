// halt-event: one line, exit 0.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { haltEvent as command } from './turns.js'

describe('halt-event', () => {
  test.each([
    [
      ['--condition', 'CITE-OR-FLAG', '--fr=F', '--detail', 'why', '--agent=theo'],
      'HALT condition=CITE-OR-FLAG agent=theo fr=F detail=why',
    ],
    [['--condition=ANY THING', '--fr=F', '--detail=why'], 'HALT condition=ANY THING agent=— fr=F detail=why'],
    [['--condition=X', '--fr=F', '--detail=', '--agent='], 'HALT condition=X agent=— fr=F detail='],
    [['--condition=X', '--fr=F', '--detail', 'a\nb\r\nc'], 'HALT condition=X agent=— fr=F detail=a b c'],
  ])('%j prints one line', async (argv, line) => {
    expect(await run(command, argv)).toEqual({ code: 0, out: `${line}\n`, err: '' })
  })

  test.each([
    [['--fr=F', '--detail=x']],
    [['--condition=X', '--detail=x']],
    [['--condition=X', '--fr=F']],
    [['--condition=X', '--fr=F', '--detail']],
    [['--condition=X', '--fr=F', '--detail=x', '--bogus']],
    [['--condition=X', '--fr=F', '--detail=x', 'stray']],
  ])('%j is wrong usage', async (argv) => {
    const { code, out, err } = await run(command, argv)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^halt-event: .+\n$/)
  })
})
