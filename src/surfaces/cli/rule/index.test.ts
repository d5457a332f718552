// `parley rule`: the table of rule commands.
import { describe, expect, test } from 'vitest'
import { fakeIo } from './fake-io.suite.js'
import { RULES, runRule } from './index.js'

const helpers = Object.values(RULES).flatMap((group) => Object.entries(group))

async function rule(...argv: string[]) {
  const io = fakeIo()
  return { code: await runRule(argv, io), ...io.printed }
}

describe('parley rule', () => {
  test.each([[[]], [['--help']], [['-h']]])('%j lists every helper with its line, grouped', async (argv) => {
    const { code, out, err } = await rule(...argv)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const title of Object.keys(RULES)) expect(out).toContain(`\n${title}\n`)
    for (const [name, [, summary]] of helpers) {
      expect(out).toMatch(new RegExp(`^  ${name} +`, 'm'))
      expect(out).toContain(summary)
    }
  })

  test.each(helpers)('%s is declared by the module that the list names', async (name, [load]) => {
    expect(Object.values(await load()).map((command) => command.name)).toContain(name)
  })

  test.each(helpers.filter(([name]) => name !== 'research-phase-dispatch'))(
    '%s has help with usage and exit codes',
    async (name) => {
      for (const flag of ['--help', '-h']) {
        const { code, out, err } = await rule(name, flag)
        expect({ code, err }).toEqual({ code: 0, err: '' })
        expect(out).toContain(`parley rule ${name}`)
        expect(out).toMatch(/exit codes?/i)
        expect(out.endsWith('\n')).toBe(true)
      }
    },
  )

  test('a helper prints its own help', async () => {
    const { code, out, err } = await rule('research-phase-dispatch', '--help')
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toContain('Usage:')
  })

  test.each([
    ['charter-gat', 'charter-gate'],
    ['turn-headers', 'turn-header'],
    ['cite-or-flag', 'cite-or-flag-check'],
    ['Loop-Detector', 'loop-detector'],
  ])('%s is unknown, and %s is suggested', async (name, close) => {
    const { code, out, err } = await rule(name)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`'${name}'`)
    expect(err).toContain(close)
  })

  test.each(['xyzzy', 'constructor', '__proto__', ''])(
    '%j is unknown, and nothing is suggested',
    async (name) => {
      const { code, err } = await rule(name)
      expect(code).toBe(2)
      expect(err).toContain('Run `parley rule` for the list.')
    },
  )

  test('runs a helper and returns its exit code', async () => {
    expect(await rule('resolve-mode', '--mode', 'ux')).toEqual({ code: 0, out: 'design\n', err: '' })
    expect((await rule('resolve-mode', '--mode', 'x')).code).toBe(3)
  })

  test('an unexpected error of a helper is one line and exit 1', async () => {
    const io = fakeIo({ env: { MEETING_STATE_FILE: '/dev/null/x' } })
    expect(await runRule(['charter-gate', '--charter=x'], io)).toBe(1)
    expect(io.printed.err).toMatch(/^charter-gate: .+\n$/)
  })
})
