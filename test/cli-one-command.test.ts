// One question, one command: what a single command line can do, from nothing to an answer, with nobody at the terminal.

import { existsSync, readdirSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { onlyId, script, synthesis } from './support/council.js'
import { everything, folder, repository } from './support/repo.js'
import { run, temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

const scripted = ['--agents', 'script:script.yaml'] as const

describe('a council meeting where no council is convened', () => {
  test('is refused with both ways to convene one, and leaves nothing behind', async () => {
    const repo = repository()
    const before = everything(repo.root)
    const ran = await run(['council', 'meeting', 'When?'], { cwd: repo.root })
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/council convene[\s\S]*--template/) })
    const typo = await run(['council', 'meeting', 'When?', '--template', 'c-sute'], { cwd: repo.root })
    expect(typo).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean c-suite?') })
    expect(everything(repo.root)).toEqual(before)
  })

  test('--template convenes it, and no other over it; --rounds and --conclude run to the committed record without a question', async () => {
    const repo = repository()
    repo.write('script.yaml', script())
    const words = ['council', 'meeting', 'When should it open?', '--template', 'software-team']
    const ran = await run([...words, '--rounds', '2', '--conclude', ...scripted], { cwd: repo.root })
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('── Round 2 ──') })
    expect(ran.stdout).toMatch(/staff-engineer +● +→ +changed · Follow the tide \(2\)\./)
    expect(ran.stdout).toMatch(/Follow-ups\n {2}1\. Write the tide table \(user\)/)
    expect(repo.read('.council/council.yaml')).toContain('software-team')
    expect(readdirSync(join(repo.root, '.council/records'))).toHaveLength(2)
    expect(repo.git('log', '-1', '--format=%s')).toContain('council: record')
    const pad = repo.read(`.council/records/${onlyId(repo)}.scratch.md`)
    expect(pad).toMatch(/## User input after Round 1\n+\*\*Another round\*\*/)
    expect((await run(['verify'], { cwd: repo.root })).code).toBe(0)

    // With a council here, another template is not taken in silence; for a single question its seats are borrowed.
    const council = repo.read('.council/council.yaml')
    const ceo = ['One.', { call: 'chair.synthesize', value: synthesis }]
    repo.write('borrowed.yaml', JSON.stringify({ seats: { '*': Array(8).fill('One.'), ceo } }))
    const again = ['--template', 'c-suite', '--agents', 'script:borrowed.yaml']
    const other = await run(['council', 'meeting', 'Why?', ...again], { cwd: repo.root })
    const said = '"software-team" is convened here and meets, not "c-suite"'
    expect(other).toMatchObject({ code: 3, stdout: expect.stringContaining('staff-engineer ·') })
    expect(`${other.stdout}${other.stderr}`).toContain(said)
    const asked = await run(['ask', 'Why?', ...again], { cwd: repo.root })
    expect(asked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ceo {2}[\s\S]*Kept in the meeting/),
    })
    expect(repo.read('.council/council.yaml')).toBe(council)
  })

  test('at a terminal one is offered, and the one that is taken goes on to the committed record', async () => {
    const repo = repository()
    repo.write('script.yaml', script())
    const words = ['council', 'meeting', 'When should it open?', '--rounds', '1', '--conclude', ...scripted]
    const at = { cwd: repo.root, env: { PARLEY_HOME: join(temporary(), 'home'), NO_COLOR: '1' } }
    const { all, code } = await atTerminal(words, at, [['software-team (Recommended)', '\r']])
    expect(code, all).toBe(0)
    expect(all.indexOf('Which council?')).toBeLessThan(all.indexOf('── Round 1 ──'))
    expect(all).toContain('The gate opens with the tide')
    expect(repo.read('.council/council.yaml')).toContain('software-team')
    expect(repo.git('log', '-1', '--format=%s')).toContain('council: record')
  })

  test('at a terminal an offer that is left opens nothing and convenes nothing', async () => {
    const repo = repository()
    repo.write('script.yaml', script())
    const before = everything(repo.root)
    const at = { cwd: repo.root, env: { PARLEY_HOME: join(temporary(), 'home'), NO_COLOR: '1' } }
    const { all, code } = await atTerminal(['council', 'meeting', 'When?', ...scripted], at, [
      ['software-team (Recommended)', '\x03'],
    ])
    expect({ code, all }).toMatchObject({ code: 1, all: expect.stringContaining('You left the question') })
    expect(everything(repo.root)).toEqual(before)
  })
})

describe('what is wrong is said once, with the way out, and nothing is left behind', () => {
  const council = ['council', 'meeting', 'When?', '--template', 'software-team', '--conclude']

  test('a model server that is down', async () => {
    const repo = repository()
    const before = everything(repo.root)
    const voice = `model:qwen@http://127.0.0.1:${await deadPort()}/v1`
    for (const words of [council, ['ask', 'When?'], ['meet', '--charter', 'When?', '--invitees', 'Theo']]) {
      const ran = await run([...words, '--agents', voice], { cwd: repo.root })
      expect(ran).toMatchObject({ code: 2, stdout: '' })
      expect(ran.stderr).toMatch(
        /^parley: model:qwen@\S+ cannot speak here: nothing answers at http:\/\/127\.0\.0\.1/,
      )
      expect(ran.stderr.match(/nothing answers/g)).toHaveLength(1)
      expect(ran.stderr).toMatch(/Start that server, or name another voice/)
    }
    expect(everything(repo.root)).toEqual(before)
  })

  test('a model server that went down before a meeting goes on', async () => {
    const repo = repository()
    const server = createWebServer((request, response) => {
      request.resume()
      response.writeHead(request.method === 'GET' ? 200 : 400, { 'content-type': 'application/json' })
      response.end(request.method === 'GET' ? '{"data":[{"id":"qwen"}]}' : '{"error":{"message":"not now"}}')
    })
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    )
    const ran = await run([...council, '--agents', `model:qwen@http://127.0.0.1:${port}/v1`], {
      cwd: repo.root,
    })
    expect(ran.code).not.toBe(0)
    await new Promise((resolve) => server.close(resolve))
    const before = everything(repo.root)
    const again = await run(['resume', '--continue'], { cwd: repo.root })
    expect(again).toMatchObject({ code: 2, stdout: '' })
    expect(again.stderr.match(/nothing answers/g)).toHaveLength(1)
    expect(everything(repo.root)).toEqual(before)
  })

  test('a key that is empty', async () => {
    const repo = repository()
    const ran = await run([...council, '--agents', 'model:openai/gpt-5'], {
      cwd: repo.root,
      env: { OPENAI_API_KEY: '  ' },
    })
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('set OPENAI_API_KEY') })
    expect(existsSync(join(repo.root, '.council'))).toBe(false)
  })

  test('a folder that is no repository, where one is needed', async () => {
    const { root } = folder()
    const ran = await run(['talk', 'builder', 'Hello'], { cwd: root, env: { PARLEY_HOME: temporary() } })
    expect(ran).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is in no git repository[\s\S]*Go to one/),
    })
    expect(everything(root)).toEqual({})
  })
})

/** A port of this machine on which nobody listens any more. */
function deadPort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

describe('parley ask', () => {
  test('holds one blind round and a synthesis, reads what is piped, tells nobody to answer, and leaves no files but the meeting’s own', async () => {
    const repo = repository()
    repo.write('script.yaml', script({ log: 'calls.jsonl' }))
    const before = Object.keys(everything(repo.root))
    const ran = await run(['ask', 'Does', 'this', 'hold?', '-', ...scripted], {
      cwd: repo.root,
      input: 'The sluice opens at six.\n',
    })
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('Open the gate at high water') })
    expect(ran.stdout).toContain('High water moves; noon does not.')
    expect(ran.stdout).toContain('\n· Conclude, as settled at the opening\n')
    expect(ran.stdout).not.toMatch(/Whatever you write|Where next\?/)
    expect(ran.stdout).toContain('Kept in the meeting alone: no file was written, and nothing was committed.')
    const news = Object.keys(everything(repo.root)).filter((path) => !before.includes(path))
    expect(news.filter((path) => !path.startsWith('.parley/') && path !== '.parley')).toEqual(['calls.jsonl'])
    expect(repo.git('status', '--porcelain', '--', '.council')).toBe('')
    const calls = repo
      .read('calls.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const turns = calls.filter(({ call }) => call === 'seat.turn')
    expect(turns).toHaveLength(4)
    for (const { prompt } of turns) {
      expect(prompt).toContain('The sluice opens at six.')
      expect(prompt).not.toContain('Noon is a convention.')
    }
    const shown = (await run(['show'], { cwd: repo.root })).stdout
    expect(shown).toContain('\n· Conclude, as settled at the opening\n')
    expect(shown).not.toMatch(/Whatever you write|Where next\?|prepared answer/)
    const [listed] = (await run(['list', '--json'], { cwd: repo.root })).stdout.trim().split('\n')
    expect(JSON.parse(listed ?? '')).toMatchObject({ title: 'Does this hold?', status: 'concluded' })
    expect((await run(['verify'], { cwd: repo.root })).code).toBe(0)
  })

  test('says that nothing was piped, and begins nothing', async () => {
    const repo = repository()
    const ran = await run(['ask', 'What', 'breaks?', '-', ...scripted], { cwd: repo.root })
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('there was nothing in it') })
    expect(existsSync(join(repo.root, '.parley'))).toBe(false)
  })
})
