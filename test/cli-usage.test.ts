// The command line as people first meet it: help at every level, and wrong words refused without a trace.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { version } from '../src/version.js'
import { everything, repository } from './support/repo.js'
import { events, run, temporary } from './support/run.js'

const names = ['list', 'show', 'watch', 'answer', 'resume', 'fork', 'verify', 'export', 'doctor']
const councilNames = ['convene', 'info', 'meeting', 'work']

describe('help', () => {
  test('the first level names every command, shows how to begin and says what exit codes mean', async () => {
    const { code, stdout, stderr } = await run(['--help'], { cwd: temporary() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of [...names, 'council', 'rule']) expect(stdout).toContain(`\n  ${name} `)
    expect(stdout).toContain('parley council convene software-team')
    expect(stdout).toContain('3 waiting for you')
  })

  test.each([...names, ...councilNames.map((name) => `council ${name}`)])(
    '`parley %s --help` teaches with an example',
    async (name) => {
      const { code, stdout } = await run([...name.split(' '), '--help'], { cwd: temporary() })
      expect(code).toBe(0)
      expect(stdout).toContain(`Usage: parley ${name}`)
      expect(stdout).toMatch(new RegExp(`Examples\\n {2}parley ${name}`))
      expect(stdout).toMatch(/\nAlso: --agents [\s\S]*--token-ceiling/)
    },
  )

  test.each(['council meeting', 'deliberate'])(
    '`parley %s --help` fits 80 columns in a pipe, but for commands to copy',
    async (name) => {
      const { stdout } = await run([...name.split(' '), '--help'], { cwd: temporary() })
      const wide = stdout
        .split('\n')
        .filter((line) => [...line].length > 80 && !/^ +(parley|git) /.test(line))
      expect(wide).toEqual([])
    },
  )

  test('a group teaches its commands, and `parley help` is the same as --help', async () => {
    const { stdout } = await run(['council', '--help'], { cwd: temporary() })
    for (const name of councilNames) expect(stdout).toContain(`\n  ${name} `)
    expect((await run(['help', 'council'], { cwd: temporary() })).stdout).toBe(stdout)
  })

  test('--version says the version and nothing else, with --json as an event', async () => {
    expect(await run(['--version'], { cwd: temporary() })).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    })
    for (const words of [
      ['--version', '--json'],
      ['--json', '-V'],
    ])
      expect(await run(words, { cwd: temporary() })).toEqual({
        code: 0,
        stdout: `${JSON.stringify({ type: 'version', version })}\n`,
        stderr: '',
      })
  })
})

describe('wrong usage', () => {
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown command', ['lst'], /no command "lst"[\s\S]*Did you mean .*list/],
    ['an unknown command of a group', ['council', 'convne'], /no command "convne"[\s\S]*council convene/],
    [
      'a command without its group',
      ['meeting'],
      /no command "meeting"[\s\S]*Did you mean `parley council meeting`/,
    ],
    [
      'a slip in a command without its group',
      ['metting'],
      /no command "metting"[\s\S]*Did you mean .*`parley council meeting`/,
    ],
    ['a group without a command', ['council'], /wants one of: done, convene, info, meeting, work/],
    ['an unknown flag', ['list', '--staus', 'waiting'], /no flag --staus[\s\S]*--status/],
    ['an unknown short flag', ['list', '-x'], /no flag -x/],
    ['an unknown flag before any command', ['--jsn'], /no flag --jsn[\s\S]*--json/],
    ['an unknown value', ['list', '--status', 'wating'], /cannot be "wating"[\s\S]*waiting/],
    ['an unknown format', ['export', 'x', '--format', 'pdf'], /cannot be "pdf"[\s\S]*markdown, html, json/],
    ['a flag without its value', ['list', '--status'], /--status wants a value/],
    ['a value where none is taken', ['list', '--all=yes'], /--all takes no value/],
    ['a flag given twice', ['list', '--cwd', '.', '--cwd', '.'], /--cwd was given 2 times/],
    ['a missing operand', ['drop'], /wants ID/],
    ['no meeting where one is wanted', ['show'], /No meeting here was held yet/],
    ['a missing task', ['council', 'meeting'], /TASK is missing\.\nSay what it is about/],
    ['too many words', ['show', 'a', 'b'], /does not know what to do with "b"/],
    ['an id that nobody has', ['show', 'nothing'], /no meeting "nothing"/],
    ['a folder that is not there', ['list', '--cwd', 'nowhere'], /--cwd nowhere is not a folder/],
    ['a fork without a line', ['fork', 'x'], /There is no meeting|wants --at/],
    ['an unknown rule', ['rule', 'turn-ordr'], /turn-order/],
  ]

  test.each(cases)('%s is exit 2, names what was near, and touches nothing', async (_, args, message) => {
    const repo = repository()
    const before = everything(repo.root)
    const { code, stdout, stderr } = await run(args, { cwd: repo.root })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(everything(repo.root)).toEqual(before)
  })

  test('with --json the error is an event too', async () => {
    const ran = await run(['list', '--status', 'wating', '--json'], { cwd: temporary() })
    expect(ran.code).toBe(2)
    expect(events(ran)).toEqual([expect.objectContaining({ type: 'error', code: 'USAGE', exit: 2 })])
    expect(ran.stderr).toContain('cannot be "wating"')
  })
})

describe('where nothing happened yet', () => {
  test('`parley` alone says how to begin', async () => {
    const { code, stdout } = await run([], { cwd: temporary() })
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing is waiting for you here.')
    expect(stdout).toContain('council meeting "Should we split the API?" --template software-team')
  })

  test('`parley list` says that there is nothing, and as JSON is empty', async () => {
    expect((await run(['list'], { cwd: temporary() })).stdout).toContain('No meeting was held here yet.')
    expect(await run(['list', '--json'], { cwd: temporary() })).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('a flag that every command has may stand before the command', async () => {
    const folder = temporary()
    mkdirSync(join(folder, 'inner'))
    const { code, stdout } = await run(['--cwd', join(folder, 'inner'), '--json', 'list'], { cwd: folder })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })
})

describe('doctor', () => {
  test('doctor says what is here, and names the line of a bad configuration', async () => {
    const repo = repository()
    const { code, stdout } = await run(['doctor'], { cwd: repo.root, env: { OPENAI_API_KEY: 'not-a-key' } })
    expect(code).toBe(0)
    for (const name of ['node', 'git', 'agents', 'workspace', 'home', 'meetings'])
      expect(stdout).toContain(`✓ ${name}`)
    repo.write('.parley/config.yaml', 'agents: host\ntoken_cieling: 5\n')
    const bad = await run(['doctor'], { cwd: repo.root })
    expect(bad.code).toBe(1)
    expect(bad.stdout).toMatch(/config.*line 2.*token_cieling/)
  })

  test('a key in the environment is found, and its value is never printed', async () => {
    const secret = ['sk', 'not', 'a', 'key'].join('-')
    const { stdout } = await run(['doctor'], { cwd: temporary(), env: { OPENAI_API_KEY: secret } })
    expect(stdout).toContain('OPENAI_API_KEY is set')
    expect(stdout).not.toContain(secret)
  })
})

describe('inside a seat', () => {
  test.each([[['council', 'meeting', 'Which cache?']], [['talk', 'list']], [['serve', '--port', '0']]])(
    '`parley %s` is refused as nested, and nothing is written',
    async (words) => {
      const repo = await repository()
      const home = temporary()
      const before = everything(repo.root)
      const ran = await run([...words, '--json'], {
        cwd: repo.root,
        env: { PARLEY_SEAT: 'a-meeting', PARLEY_HOME: home },
      })
      expect(ran.code).toBe(2)
      expect(ran.stdout + ran.stderr).toContain('"code":"NESTED"')
      expect(everything(repo.root)).toEqual(before)
      expect(everything(home)).toEqual({})
    },
  )
})
