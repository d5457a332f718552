// CLI `parley rule write-boundary`: silent when allowed, a HALT line when not.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { writeBoundary as command } from './save.js'

const halt = (detail: string) =>
  `HALT condition=WRITE-BOUNDARY-VIOLATION agent=— fr=FR-MTG-31 detail=${detail}\n`

describe('write-boundary', () => {
  test.each([
    '.gaia/state/action-items.yaml',
    '.gaia/artifacts/creative-artifacts/meeting-notes/x.md',
    '.gaia/memory/theo-sidecar/decisions/x.md',
    '.gaia/memory/meeting-sessions/x.yaml',
    '.gaia/custom/skills/x',
  ])('%s is allowed without output', async (path) => {
    expect(await run(command, [path])).toEqual({ code: 0, out: '', err: '' })
  })
  test.each([
    ['/etc/passwd', 'absolute or ..-bearing path: /etc/passwd'],
    ['.gaia/custom/skills/../x', 'absolute or ..-bearing path: .gaia/custom/skills/../x'],
    ['docs/x.md', 'docs/x.md is outside the state-free write boundary'],
    ['--root', '--root is outside the state-free write boundary'],
    ['a\nHALT', 'a HALT is outside the state-free write boundary'],
  ])('%j is refused', async (path, detail) => {
    const result = await run(command, [path])
    expect(result).toEqual({ code: 2, out: halt(detail), err: `write-boundary: REJECTED — ${detail}\n` })
  })
  test.each([[[]], [['']], [['a', 'b']]])('%j is not one path', async (argv) => {
    expect(await run(command, argv)).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringMatching(/^write-boundary: /),
    })
  })
})
