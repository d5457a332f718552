// research-phase-dispatch: what a seat may use, and where its memory is.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { researchPhaseDispatch as command } from './research.js'

describe('research-phase-dispatch', () => {
  test.each([
    [['--print-allowlist'], 'Read,Grep,Glob,Bash,WebSearch,WebFetch\n'],
    [['--no-web', '--print-allowlist'], 'Read,Grep,Glob,Bash\n'],
    [['--check-web-flag'], 'enabled\n'],
    [['--check-web-flag', '--no-web'], 'disabled\n'],
    [['--check-research-flag'], 'enabled\n'],
    [['--check-research-flag', '--skip-research'], 'skipped\n'],
    [['--sidecar-path', 'theo'], '.gaia/memory/theo-sidecar\n'],
    [['--sidecar-path=theo'], '.gaia/memory/theo-sidecar\n'],
    [['--sidecar-path', '-h'], '.gaia/memory/-h-sidecar\n'],
    [['--emit-frontmatter'], 'research_phase: enabled\nweb_search: enabled\n'],
    [
      ['--emit-frontmatter', '--no-web', '--skip-research'],
      'research_phase: skipped\nweb_search: disabled\n',
    ],
    [['--print-allowlist', '--check-web-flag'], 'enabled\n'],
    [['--sidecar-path', 'a/b', '--check-web-flag', '--no-web'], 'disabled\n'],
    [['--check-web-flag', '--sidecar-path=theo'], '.gaia/memory/theo-sidecar\n'],
  ])('%j prints %j', async (argv, out) => {
    expect(await run(command, argv)).toEqual({ code: 0, out, err: '' })
  })

  test.each([
    [['--sidecar-path', 'agent-decisions/theo'], 2],
    [['--sidecar-path=a/b'], 2],
    [['--sidecar-path='], 2],
    [['--sidecar-path', ''], 3],
    [['--sidecar-path'], 3],
    [[], 3],
    [['--no-web'], 3],
    [['--bogus'], 3],
    [['stray'], 3],
    [['--print-allowlist=1'], 3],
  ])('%j exits %i', async (argv, code) => {
    const result = await run(command, argv)
    expect({ code: result.code, out: result.out }).toEqual({ code, out: '' })
    expect(result.err).toMatch(/^research-phase-dispatch: .+\n$/)
  })

  test.each([[['-h']], [['--help']], [['--no-web', '-h']]])('%j prints usage on stderr', async (argv) => {
    const { code, out, err } = await run(command, argv)
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toMatch(/^Usage: /)
  })
})
