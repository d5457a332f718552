// CLI `parley rule secret-scrubber`: copies every byte except secrets.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, run, snapshot } from './fake-io.suite.js'
import { secretScrubber as command } from './upkeep.js'

const secret = `gh${'p_'}${'a1B2'.repeat(9)}`

describe('secret-scrubber', () => {
  test('secrets are redacted, everything else is copied', async () => {
    const cwd = folder({ 'in.md': `one\r\nuse ${secret} here\n\nlast — line` })
    expect(await run(command, ['--in', 'in.md', '--out', 'deep/out.md'], { cwd })).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(readFileSync(join(cwd, 'deep/out.md'), 'utf8')).toBe(
      'one\r\nuse REDACTED-GITHUB-TOKEN here\n\nlast — line',
    )
  })
  test('bytes that are not text are kept, with and without a secret beside them', async () => {
    const cwd = folder()
    const odd = Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0xc3, 0xa0, 0x20, 0x80])
    writeFileSync(join(cwd, 'plain'), odd)
    writeFileSync(join(cwd, 'mixed'), Buffer.concat([odd, Buffer.from(secret), odd]))
    await run(command, ['--in=plain', '--out=plain.out'], { cwd })
    await run(command, ['--in=mixed', '--out=mixed.out'], { cwd })
    expect(readFileSync(join(cwd, 'plain.out')).equals(odd)).toBe(true)
    const expected = Buffer.concat([odd, Buffer.from('REDACTED-GITHUB-TOKEN'), odd])
    expect(readFileSync(join(cwd, 'mixed.out')).equals(expected)).toBe(true)
  })
  test('a file may be scrubbed in place', async () => {
    const cwd = folder({ f: secret })
    expect((await run(command, ['--in', 'f', '--out', 'f'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'f'), 'utf8')).toBe('REDACTED-GITHUB-TOKEN')
  })
  test.each([
    ['no input', ['--out', 'o'], '--in is required'],
    ['no output', ['--in', 'f'], '--out is required'],
    ['an input that is not there', ['--in', 'none', '--out', 'o'], 'no such file: none'],
    ['a folder as input', ['--in', '.', '--out', 'o'], 'no such file: .'],
    ['an output that is a folder', ['--in', 'f', '--out', 'd'], 'cannot write d'],
    ['an unknown argument', ['--in', 'f', '--out', 'o', '-v'], "'-v'"],
    ['a flag without a value', ['--in', 'f', '--out'], '--out needs a value'],
  ])('%s is refused and changes nothing', async (_what, argv, message) => {
    const cwd = folder({ f: secret, 'd/kept': '' })
    const before = snapshot(cwd)
    const result = await run(command, argv, { cwd })
    expect(result).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^secret-scrubber: /),
    })
    expect(result.err).toContain(message)
    expect(snapshot(cwd)).toEqual(before)
    expect(existsSync(join(cwd, 'o'))).toBe(false)
  })
})
