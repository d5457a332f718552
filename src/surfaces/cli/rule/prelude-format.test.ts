// prelude-format: a fixed form that always has its headings.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { preludeFormat as command } from './research.js'

const who = ['--name', 'Theo', '--role=System Architect', '--tokens', '120']

describe('prelude-format', () => {
  test('renders sources and bullets, one a line, blank lines dropped', async () => {
    const argv = [...who, '--sources', 'docs/a.md\n\nhttps://x.org\r\n', '--bullets', ' \nOne\nTwo']
    expect(await run(command, argv)).toEqual({
      code: 0,
      err: '',
      out:
        '[Prelude] Theo (System Architect) — 120 tokens\nSources consulted:\n  docs/a.md\n  https://x.org\n' +
        'What I know:\n  - One\n  - Two\n',
    })
  })

  test('keeps both headings with nothing under them', async () => {
    expect((await run(command, who)).out).toBe(
      '[Prelude] Theo (System Architect) — 120 tokens\nSources consulted:\nWhat I know:\n',
    )
  })

  test.each([
    [['--role=r', '--tokens=1'], '--name is required'],
    [['--name=n', '--tokens=1'], '--role is required'],
    [['--name=n', '--role=r'], '--tokens is required'],
    [['--name=n', '--role=r', '--tokens=-1'], "--tokens must be a non-negative integer (got: '-1')"],
    [['--name=n', '--role=r', '--tokens=1.5'], "--tokens must be a non-negative integer (got: '1.5')"],
    [[...who, '--bogus'], "unknown argument '--bogus'"],
    [[...who, '--sources'], '--sources needs a value'],
  ])('%j is refused', async (argv, message) => {
    expect(await run(command, argv)).toEqual({ code: 3, out: '', err: `prelude-format: ${message}\n` })
  })
})
