// loop-detector: turns of A, B and A without anything new are a loop.
import { describe, expect, test } from 'vitest'
import { loopDetector as command } from './checks.js'
import { folder, run } from './fake-io.suite.js'

const detect = (turns: string) => run(command, ['--turns-file', 't.txt'], { cwd: folder({ 't.txt': turns }) })

describe('loop-detector', () => {
  test.each([
    ['A|no-progress|x\nB||y\nA|no-progress|z\n'],
    ['Q|new-pin|x\nA|thinking|x\r\nB|no-progress|y\r\nA\r\n'],
    ['A||1\n|new-pin|skipped\nB||2\n\nA||new-citation in the text\n'],
  ])('fires on %j', async (turns) => {
    expect(await detect(turns)).toEqual({
      code: 0,
      out: 'FACILITATOR / LOOP-BREAK turn injected — A=A B=B no-progress fr=FR-MTG-30\n',
      err: '',
    })
  })

  test.each([
    [''],
    ['A||\nB||\n'],
    ['A||\nB||\nC||\n'],
    ['A||\nA||\nA||\n'],
    ['A||\nA||\nB||\n'],
    ['A||\nB||\nB||\n'],
    ['A|new-citation|\nB||\nA||\n'],
    ['A||\nB|new-decision|\nA||\n'],
    ['A||\nB||\nA|new-pin|\n'],
    ['A||\nB||\na||\n'],
    ['A||\nB||\nA||\nC||\n'],
  ])('stays silent on %j', async (turns) => {
    expect(await detect(turns)).toEqual({ code: 1, out: '', err: '' })
  })

  test.each([
    [[]],
    [['--turns-file', '']],
    [['--turns-file']],
    [['--turns-file=nowhere']],
    [['--turns-file=.']],
    [['x']],
  ])('%j is wrong usage', async (argv) => {
    const { code, out, err } = await run(command, argv)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^loop-detector: .+\n$/)
  })
})
