// The recorded meetings that ship with parley: each is held again by the command, to its end, and its record can be trusted.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordings } from '../src/recordings.js'
import { checkout, run, temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

describe('parley demo', () => {
  test.each(recordings().map(({ word, name }) => [word, name]))(
    '%s plays the recording to its end, says who spoke and when, and verifies it; the commands that it prints work from another folder',
    async (word, name) => {
      const home = temporary()
      const env = { PARLEY_HOME: home }
      const { code, stdout } = await run(['demo', word], { cwd: temporary(), env })
      expect(code).toBe(0)
      expect(stdout).toMatch(/the words were said by \S+ on \d{4}-\d\d-\d\d/)
      expect(stdout).toMatch(/^verified /m)
      expect(stdout).toContain('spent when it was recorded, none now')
      expect(stdout).not.toContain('**')
      expect(wide(stdout)).toEqual([])
      expect(stdout).toContain(
        `\n  ${join(home, 'recorded', word === 'talk' ? 'talk/recorded' : '', name)}\n\n`,
      )
      const next = afterwards(stdout)
      expect(next.length).toBeGreaterThan(1)
      const at = elsewhere(home)
      for (const line of next) expect(spawnSync('sh', ['-c', line], at), line).toMatchObject({ status: 0 })
      expect(existsSync(join(at.cwd, 'minutes.html'))).toBe(true)
      // A server notes there where it listens.
      for (const kept of [home, join(home, 'recorded', 'talk')])
        expect(existsSync(join(kept, 'server.json'))).toBe(false)
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
      ['q shows the rest', 'q'],
    ])
    expect(code).toBe(0)
    expect(all.match(/Enter goes on/g)).toHaveLength(3)
    expect(all).toContain('I would not add a database')
    expect(all).toContain('Now you, in a repository of yours:')
  })

  test('at a terminal waits where the person was asked, and says what they could choose', async () => {
    const env = { PARLEY_HOME: temporary(), CI: '' }
    const { all, code } = await atTerminal(['demo', 'meet'], { cwd: temporary(), env, columns: 80 }, [
      ['  of: Continue', ''],
      ['q shows the rest', 'q'],
    ])
    expect(code).toBe(0)
    expect(all.match(/q shows the rest/g)).toHaveLength(1)
  })

  test('of a protocol that has no recording is refused, with those that have one', async () => {
    expect(await run(['demo', 'councl'], { cwd: temporary() })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no recorded meeting "councl"[\s\S]*council/),
    })
  })
})

/** Whoever copies commands stands somewhere, and has parley on their path. */
function elsewhere(home: string) {
  const cwd = temporary()
  const own = temporary()
  const parley = `#!/bin/sh\nexec '${process.execPath}' '${join(checkout, 'dist', 'parley.cjs')}' "$@"\n`
  writeFileSync(join(own, 'parley'), parley, { mode: 0o755 })
  const env = { PARLEY_HOME: home, PATH: `${own}:${process.env['PATH']}`, HOME: own }
  return { cwd, env, encoding: 'utf8' as const }
}

/** The commands about the meeting that was held, as a shell reads them; those that would open another one are left out. */
function afterwards(text: string): readonly string[] {
  const joined = text.replaceAll(' \\\n', ' ')
  return [...joined.matchAll(/^ {2}((?:PARLEY_HOME=\S+ +)?parley (?:export|verify|fork) .*)$/gm)].map(
    ([, line = '']) => line,
  )
}

/** A path is never broken: it is there to be copied. */
function wide(text: string): readonly string[] {
  return text.split('\n').filter((line) => [...line].length > 80 && !/\S*\/\S{40}/.test(line))
}
