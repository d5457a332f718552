// Talks at the command line: the server starts when it is wanted, the turn streams, and the commands for any meeting find talks too.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readScript } from '../src/agents/script/file.js'
import { forever } from './support/forever.js'
import { everything, repository } from './support/repo.js'
import { events, type Ran, run, start, temporary } from './support/run.js'
import { hire, notes, script } from './support/server.js'
import { atTerminal } from './support/terminal.js'

interface Desk {
  readonly root: string
  git(...args: string[]): string
  readonly home: string
  parley(...args: string[]): Promise<Ran>
}

/** A repository, a home, and whatever server the commands start, ended afterwards. */
function desk(): Desk {
  const home = temporary()
  const { root, git } = repository()
  hire(home, 'verity')
  const env = { PARLEY_HOME: home }
  onTestFinished(async () => {
    await run(['serve', '--stop'], { cwd: home, env })
  })
  return { root, git, home, parley: (...args) => run(args, { cwd: root, env }) }
}

test('at a terminal a talk goes on line by line: several lines are one message, and Ctrl-D leaves it open', async () => {
  const { root, home, parley } = desk()
  const agents = script({ verity: ['The edges.', 'The middle.'] })
  const { all, code } = await atTerminal(
    ['talk', 'Verity', 'What did we miss?', '--agents', agents],
    { cwd: root, env: { PARLEY_HOME: home } },
    [
      ['You › ', 'And\\\rwhat else?\r'],
      ['The middle.', ''],
      ['You › ', '\x04'],
    ],
  )
  expect(code, all).toBe(0)
  expect(all).toContain('Go on, look at its work, or close it')
  expect((await parley('show')).stdout).toMatch(/And\n.*what else\?[\s\S]*The middle\./)
})

test('a talk is recorded through all of its sittings, and the recording plays it again', async () => {
  const first = desk()
  const file = join(first.home, 'talk.yaml')
  const hold = async ({ parley }: Desk, ...flags: string[]) => {
    const opened = await parley('talk', 'Verity', 'What did we miss?', ...flags)
    const said = await parley('talk', 'say', 'And what else?')
    const closed = await parley('talk', 'close')
    return [opened, said, closed].map(({ code }) => code)
  }
  const written = { name: 'write_file', input: { path: 'src/new.ts', content: 'export {}\n' } }
  const agents = script({ verity: [{ tools: [written], text: 'The edges.' }, 'The middle.', notes] })
  expect(await hold(first, '--agents', agents, '--record', file)).toEqual([0, 0, 0])
  expect(readScript(file)).toMatchObject({
    seats: {
      verity: [
        { call: 'talk.turn', text: 'The edges.', tools: [written] },
        { call: 'talk.turn', text: 'The middle.' },
        { call: 'talk.notes' },
      ],
    },
    answers: [
      { to: 'message', choose: 'say', text: 'What did we miss?' },
      { to: 'message', choose: 'say', text: 'And what else?' },
      { to: 'message', choose: 'close' },
    ],
  })
  const again = desk()
  expect(await hold(again, '--agents', `script:${file}`)).toEqual([0, 0, 0])
  expect(again.git('show', 'claude/main:src/new.ts')).toBe('export {}\n')
})

test('a talk is opened, gone on with, looked at, closed and found again, without a word about servers', async () => {
  const { root, parley } = desk()
  const before = everything(root)
  const written = { name: 'write_file', input: { path: 'src/new.ts', content: 'export {}\n' } }
  const agents = script({
    verity: [{ tools: [written], deltas: ['The ', 'edges.'], text: 'The edges.' }, 'Two.', notes],
  })
  const opened = await parley('talk', 'Verity', 'What', 'did', 'we', 'miss?', '--agents', agents)
  expect(opened).toMatchObject({ code: 0, stdout: expect.stringContaining('The edges.') })
  expect(opened.stdout).toContain('  · writes src/new.ts\n')
  expect(opened.stderr).toContain(`Registered ${root}`)
  expect(opened.stderr).toContain('Started the server')
  const [talk] = events(await parley('talk', 'list', '--json'))
  const id = String(talk?.['id'])
  expect(talk).toMatchObject({
    type: 'talk',
    status: 'waiting',
    state: 'open',
    seats: ['Verity'],
    title: 'What did we miss?',
  })

  // Left out, the id is that of the only open talk.
  const said = await parley('talk', 'say', 'And what else?', '--json')
  expect(said.code).toBe(0)
  // Whoever listens a moment later hears of the turn when it is over, and not that it begins.
  const types = events(said).flatMap(({ type }) => (type === 'speaking' ? [] : [type]))
  expect(types).toEqual(['session', 'text', 'turn_end'])
  expect(said.stderr).toBe('')

  expect((await parley('talk', 'diff', id)).stdout).toContain('+export {}')
  expect((await parley('list')).stdout).toContain(id)
  expect((await parley('show', id)).stdout).toContain('The edges.')
  const lists = [['list'], [], ['show', id], ['export', id], ['talk', 'list']]
  for (const words of lists) expect((await parley(...words)).stdout).toContain('What did we miss?')
  expect((await parley('verify', id)).code).toBe(0)
  expect((await parley('talk', 'stop', id)).stdout).toContain('Nobody is speaking')
  expect(await parley('fork')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${id} is a talk, and`),
  })
  // A talk is closed, and never dropped: its branch would be left.
  expect(await parley('drop', id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`parley talk close ${id}`),
  })

  const closed = await parley('talk', 'close')
  expect(closed.code).toBe(0)
  expect(closed.stdout).toMatch(
    /^Closed .*\n[\s\S]*The edges were discussed\.[\s\S]*\nMerged into the integration branch as [0-9a-f]{10}, in one commit\.\n[\s\S]*\n\d turns · .* tokens\n\nNext\n {2}parley export /,
  )
  expect((await parley('talk', 'list')).stdout).toContain('No talk is open.')
  expect((await parley('talk', 'list', '--all')).stdout).toContain('closed')
  expect((await parley('export', id)).stdout).toContain('The edges.')
  expect(await parley('talk', 'close', id)).toMatchObject({ code: 1 })
  expect(everything(root)).toEqual(before)
})

test('a request is listed, at home too, also before its project is registered, what is none is named with the reason; it is deferred, accepted with a message; another is declined; a talk that was opened elsewhere is listed as such', async () => {
  const { root, git, parley } = desk()
  // Opened by another tool, on another machine.
  mkdirSync(join(root, '.lore/meetings'), { recursive: true })
  const afar = '---\ntitle: Afar\nstatus: open\nworker: Verity\ndate: 2026-05-01\nagenda: x\n---\n'
  writeFileSync(join(root, '.lore/meetings/afar.md'), afar)
  git('add', '.lore')
  git('commit', '--quiet', '--no-verify', '-m', 'A talk', '--', '.lore')
  const found = join(root, '.lore/work/meetings/found.md')
  mkdirSync(dirname(found), { recursive: true })
  writeFileSync(found, '---\nstatus: requested\nworker: Verity\ntitle: Found\n---\n')
  writeFileSync(join(dirname(found), 'odd.md'), '---\nstatus: maybe\n---\n')
  const home = await parley()
  expect(home.stdout).toMatch(
    /1 request for a talk waits:\n {2}Found\n {4}Verity · parley talk accept found\n/,
  )
  expect(home.stdout).toContain('! .lore/work/meetings/odd.md is no talk: its status "maybe"')
  expect(events(await parley('--json')).map(({ type }) => type)).toEqual(['request', 'notice'])
  const unregistered = await parley('talk', 'requests')
  expect(unregistered.stdout).toMatch(/Found\n {2}found[\s\S]*is not registered yet[\s\S]*odd\.md is no talk/)
  expect(await parley('talk', 'decline')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('only in your working tree'),
  })
  rmSync(dirname(found), { recursive: true })
  const asks = (reason: string) => ({ name: 'propose_followup', input: { reason } })
  const agents = script({
    verity: [{ tools: [asks('Look at the tide'), asks('Look at the moon')], text: 'Two things.' }],
  })
  expect((await parley('talk', 'verity', 'What next?', '--agents', agents)).code).toBe(0)
  const requests = events(await parley('talk', 'requests', '--json'))
  const id = (words: string) => String(requests.find(({ reason }) => String(reason).includes(words))?.['id'])
  expect((await parley('talk', 'defer', id('tide'), '2031-02-03')).code).toBe(0)
  expect((await parley('talk', 'requests')).stdout).toContain('deferred until 2031-02-03')
  expect((await parley('talk', 'defer', id('tide'), 'soon')).code).toBe(2)
  expect((await parley('talk', 'decline', id('moon'))).code).toBe(0)
  const voice = script({ verity: ['Since you ask.'] })
  const accepted = await parley('talk', 'accept', id('tide'), 'Keep it short.', '--agents', voice)
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('Since you ask.') })
  expect((await parley('talk', 'requests')).stdout).toBe('No request waits.\n')
  expect((await parley('talk', 'list', '--all')).stdout).toMatch(
    /Afar\n.*\n.*open elsewhere: go on there, or close it here/,
  )
})

test('Ctrl-C ends the turn, keeps what was said, and leaves the talk open', async () => {
  const { root, home, parley } = desk()
  const agents = script({
    verity: [{ deltas: ['Beginning', ' and on'], delayMs: forever }, 'Yes?'],
  })
  const running = start(['talk', 'verity', 'Go on.', '--agents', agents], {
    cwd: root,
    env: { PARLEY_HOME: home },
  })
  await running.said('Beginning')
  running.signal('SIGINT')
  const stopped = await running.ended
  expect(stopped).toMatchObject({ code: 0, stdout: expect.stringContaining('stopped') })
  const [talk] = events(await parley('talk', 'list', '--json'))
  const said = await parley('answer', String(talk?.['id']), 'say', 'Still there?')
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('Yes?') })
  expect((await parley('resume', String(talk?.['id']))).code).toBe(3)
})

test('what cannot be done is said before anything is started', async () => {
  const { home, parley } = desk()
  expect(await parley('talk', 'verity')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nothing to say'),
  })
  expect((await parley('talk')).code).toBe(2)
  expect((await parley('talk', '--help')).stdout).toContain('parley talk WORKER [MESSAGE…]')
  expect((await parley('talk', 'say', '--help')).stdout).toMatch(/Ctrl-C\s+stops\s+the\s+turn/)
  expect((await parley('serve', '--port', 'high')).code).toBe(2)
  expect(await run(['talk', 'verity', 'Hm'], { cwd: temporary(), env: { PARLEY_HOME: home } })).toMatchObject(
    {
      code: 2,
      stderr: expect.stringContaining('no git repository'),
    },
  )
  expect(existsSync(join(home, 'server.lock'))).toBe(false)
  expect((await parley('serve', '--stop')).stdout).toBe('No server runs.\n')
  expect(await parley('talk', 'lsit', 'Hm')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('talk list'),
  })
})
