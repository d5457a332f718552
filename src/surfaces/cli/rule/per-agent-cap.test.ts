// per-agent-cap: adds up, mutes once, never unmutes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { perAgentCap as command } from './caps.js'
import { folder, run, snapshot } from './fake-io.suite.js'

function caps(files: Record<string, string> = {}) {
  const cwd = folder(files)
  const call = (...argv: string[]) => run(command, ['--state', 'caps.txt', ...argv], { cwd })
  return { cwd, call, state: () => readFileSync(join(cwd, 'caps.txt'), 'utf8') }
}
const add = (agent: string, tokens: number, ...more: string[]) => [
  `--agent=${agent}`,
  '--accumulate',
  '--tokens',
  `${tokens}`,
  ...more,
]

describe('per-agent-cap', () => {
  test('adds up silently below the cap, agent by agent', async () => {
    const { call, state } = caps()
    expect(await call(...add('theo', 100))).toEqual({ code: 0, out: '', err: '' })
    await call(...add('zara', 7))
    await call(...add('theo', 50))
    expect(state()).toBe('agent=theo|tokens=150|muted=0\nagent=zara|tokens=7|muted=0\n')
    expect(await call('--agent', 'theo', '--get')).toEqual({ code: 0, out: '150\n', err: '' })
    expect(await call('--agent', 'nobody', '--get')).toEqual({ code: 0, out: '0\n', err: '' })
  })

  test('mutes when the total reaches the cap, says so once, and goes on adding', async () => {
    const { call, state } = caps()
    const small = (tokens: number) => call(...add('theo', tokens, '--per-agent-cap=100'))
    expect((await small(99)).out).toBe('')
    expect(await call('--agent=theo', '--is-muted')).toEqual({ code: 1, out: '', err: '' })
    expect((await small(1)).out).toBe('MUTED agent=theo tokens=100 cap=100 fr=FR-MTG-29\n')
    expect(await call('--agent=theo', '--is-muted')).toEqual({ code: 0, out: '', err: '' })
    expect((await small(5)).out).toBe('')
    expect(state()).toBe('agent=theo|tokens=105|muted=1\n')
  })

  test('the cap is 25000 when none is given', async () => {
    const { call } = caps({ 'caps.txt': 'agent=theo|tokens=24999|muted=0\n' })
    expect((await call(...add('theo', 1))).out).toBe('MUTED agent=theo tokens=25000 cap=25000 fr=FR-MTG-29\n')
  })

  test('a higher cap later does not unmute', async () => {
    const { call } = caps({ 'caps.txt': 'agent=theo|tokens=10|muted=1\n' })
    await call(...add('theo', 1, '--per-agent-cap=1000000'))
    expect((await call('--agent=theo', '--is-muted')).code).toBe(0)
  })

  test('an agent that never spoke is not muted', async () => {
    expect(await caps().call('--agent=theo', '--is-muted')).toEqual({ code: 1, out: '', err: '' })
  })

  test.each([
    [['--agent=theo', '--unmute'], '--unmute is forbidden — muting is one-way'],
    [['--unmute'], '--unmute is forbidden — muting is one-way'],
    [['--get'], '--agent is required'],
    [['--agent=theo'], 'one of --accumulate, --get, --is-muted is required'],
    [['--agent=theo', '--accumulate'], "--tokens must be a non-negative integer (got: '')"],
    [['--agent=theo', '--accumulate', '--tokens=-1'], "--tokens must be a non-negative integer (got: '-1')"],
    [
      ['--agent=theo', '--accumulate', '--tokens=1', '--per-agent-cap=0'],
      "--per-agent-cap must be a positive integer (got: '0')",
    ],
    [['--agent=theo', '--get', '--bogus'], "unknown argument '--bogus'"],
    [['--agent=theo', '--get', 'stray'], "unknown argument 'stray'"],
    [['--get', '--agent'], '--agent needs a value'],
    [['--state=', '--agent=theo', '--get'], '--state is required'],
    [['--agent=a\nagent=b|tokens=0|muted=0', '--accumulate', '--tokens=1'], '--agent must be a single line'],
  ])('%j is refused and leaves the state as it was', async (argv, message) => {
    const { cwd, call } = caps({ 'caps.txt': 'agent=theo|tokens=10|muted=1\n' })
    const before = snapshot(cwd)
    expect(await call(...argv)).toEqual({ code: 3, out: '', err: `per-agent-cap: ${message}\n` })
    expect(snapshot(cwd)).toEqual(before)
  })
})
