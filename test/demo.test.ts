// The recorded meetings that ship with parley: each is held again by the command, to its end, and its record can be trusted.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordings } from '../src/recordings.js'
import { run, temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

describe('parley demo', () => {
  test.each(recordings().map(({ word, name }) => [word, name]))(
    '%s plays the recording to its end, says who spoke and when, and verifies it; no line is wider than 80 columns',
    async (word, name) => {
      const home = temporary()
      const env = { PARLEY_HOME: home }
      const { code, stdout } = await run(['demo', word], { cwd: temporary(), env })
      expect(code).toBe(0)
      expect(stdout).toMatch(/the words were said by \S+ on \d{4}-\d\d-\d\d/)
      expect(stdout).toMatch(/^verified /m)
      expect(stdout).not.toContain('**')
      expect(wide(stdout)).toEqual([])
      expect(stdout).toContain(`/recorded/${name}\n`)
    },
  )

  test('shown again, takes the place of the first showing, with its meeting', async () => {
    const home = temporary()
    const at = { cwd: temporary(), env: { PARLEY_HOME: home } }
    for (const _ of [1, 2]) expect((await run(['demo'], at)).code).toBe(0)
    const list = await run(['list', '--json', '--cwd', join(home, 'recorded', 'outbox')], at)
    expect(list.stdout.match(/"type":"meeting"/g)).toHaveLength(1)
    expect(readdirSync(join(home, 'meetings')).filter((entry) => entry.endsWith('.json'))).toHaveLength(1)
  })

  test('PACE1: at a terminal waits after a turn; a key shows the rest of a long one, and another stops the waiting', async () => {
    const env = { PARLEY_HOME: temporary(), CI: '' }
    const { all, code } = await atTerminal(['demo'], { cwd: temporary(), env, columns: 80 }, [
      ['m shows', 'm'],
      ['\x1b[2mEnter goes on', '\r'],
      ['q stops waiting', 'q'],
    ])
    expect(code).toBe(0)
    expect(all.match(/Enter goes on/g)).toHaveLength(3)
    expect(all).toContain('I would not add a database')
    expect(all).toContain('Now you, in a repository of yours:')
  })

  test('of a protocol that has no recording is refused, with those that have one', async () => {
    expect(await run(['demo', 'councl'], { cwd: temporary() })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no recorded meeting "councl"[\s\S]*council/),
    })
  })
})

/** A path is never broken: it is there to be copied. */
function wide(text: string): readonly string[] {
  return text.split('\n').filter((line) => [...line].length > 80 && !/\S*\/\S{40}/.test(line))
}
