// charter-gate: without a charter no meeting starts and nothing is written.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, run, snapshot } from './fake-io.suite.js'
import { charterGate as command } from './invite.js'

describe('charter-gate', () => {
  test.each([
    ['a plain charter', 'Pick a queue.', 'CHARTER="Pick a queue."\n', 13],
    ['quotes and backslashes', 'Say "no" to C:\\x', 'CHARTER="Say \\"no\\" to C:\\\\x"\n', 16],
    ['spaces and line breaks', '  a\n b \n', 'CHARTER="  a\n b \n"\n', 8],
    ['characters beyond ASCII', 'Größe 🙂', 'CHARTER="Größe 🙂"\n', 7],
  ])('accepts %s, keeps it untrimmed and counts it', async (_, charter, written, chars) => {
    const cwd = folder({ 'state/old.env': 'CHARTER="something longer that must go"\n' })
    const env = { MEETING_STATE_FILE: 'state/old.env' }
    expect(await run(command, ['--charter', charter], { cwd, env })).toEqual({
      code: 0,
      out: `charter-gate: charter accepted (${chars} chars)\n`,
      err: '',
    })
    expect(readFileSync(join(cwd, 'state/old.env'), 'utf8')).toBe(written)
  })

  test('makes the folders above the state file', async () => {
    const cwd = folder()
    await run(command, ['--charter=x'], { cwd, env: { MEETING_STATE_FILE: join(cwd, 'a/b/c.env') } })
    expect(readFileSync(join(cwd, 'a/b/c.env'), 'utf8')).toBe('CHARTER="x"\n')
  })

  test('without MEETING_STATE_FILE writes into TMPDIR', async () => {
    const cwd = folder()
    await run(command, ['--charter=x'], { cwd, env: { TMPDIR: cwd, MEETING_STATE_FILE: '' } })
    expect(readFileSync(join(cwd, 'gaia-meeting-state.env'), 'utf8')).toBe('CHARTER="x"\n')
  })

  test.each([
    [[]],
    [['--charter', '']],
    [['--charter=']],
    [['--charter', ' \t\n ']],
    [['--charter', 'x', '--charter', '']],
  ])('blocks %j and leaves the state file as it was', async (argv) => {
    const cwd = folder({ 's.env': 'CHARTER="before"\n' })
    const before = snapshot(cwd)
    const { code, out, err } = await run(command, argv, { cwd, env: { MEETING_STATE_FILE: 's.env' } })
    expect(code).toBe(2)
    expect(out).toBe('charter-gate: BLOCKED — meeting charter is required (use --charter "...").\n')
    expect(err).toContain('BLOCKED — meeting charter is required before INVITE.')
    expect(err).toContain('--charter "<one-to-three-sentence charter>"')
    for (const place of [
      '.gaia/artifacts/creative-artifacts/',
      '.gaia/state/action-items.yaml',
      '.gaia/memory/{agent}-sidecar/decisions/',
    ]) {
      expect(err).toContain(place)
    }
    for (const line of err.trimEnd().split('\n')) expect(line).toMatch(/^charter-gate: /)
    expect(snapshot(cwd)).toEqual(before)
  })

  test.each([[['--bogus']], [['--charter', 'x', 'stray']], [['--charter']]])(
    '%j is wrong usage and writes nothing',
    async (argv) => {
      const cwd = folder()
      const { code, out, err } = await run(command, argv, { cwd, env: { TMPDIR: cwd } })
      expect({ code, out }).toEqual({ code: 3, out: '' })
      expect(err).toMatch(/^charter-gate: .+\n$/)
      expect(snapshot(cwd)).toEqual({})
    },
  )
})
