// A gentle stop: asked to end by the system, a process finishes the turn under way, begins none, and the next one goes on from there.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { MeetingRef, MeetingView } from '../src/hall/api.js'
import { heldBack, voices } from './support/conducted.js'
import { convened, onlyId } from './support/council.js'
import { meetingsIn, repository } from './support/repo.js'
import { run, start } from './support/run.js'
import { at, atRest, hear, must, served } from './support/server.js'

function turnsIn(root: string, id: string): readonly { readonly kind: string }[] {
  const text = readFileSync(join(meetingsIn(root), id, 'journal.jsonl'), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as { kind: string }).filter(({ kind }) => kind === 'turn')
}

test('SIGTERM lets the command finish the turn under way and begin no other; a resume goes on with the next', async () => {
  const repo = repository()
  await convened(repo)
  const { voice } = await voices(onTestFinished)
  const first = heldBack(['Half of it,', ' and the rest.'])
  const env = { PARLEY_STOP_SECONDS: '600' }
  const running = start(['council', 'meeting', 'When?', '--agents', voice(first, 'Second.')], {
    cwd: repo.root,
    env,
  })
  first.next()
  await running.said('Half of it,')
  running.signal('SIGTERM')
  await running.said('finishing the turn under way')
  first.rest()
  const { code, stdout } = await running.ended
  const id = onlyId(repo)
  expect(code).toBe(1)
  expect(stdout).toContain('and the rest.')
  expect(turnsIn(repo.root, id)).toMatchObject([{ data: { text: 'Half of it, and the rest.' } }])
  const { voice: others } = await voices(onTestFinished)
  const resumed = await run(['resume', id, '--agents', others('Second.', 'Third.', 'Fourth.')], {
    cwd: repo.root,
  })
  expect(resumed.code).toBe(3)
  expect(turnsIn(repo.root, id)).toHaveLength(4)
})

test('a turn that does not finish in time is ended where it stands, and nothing recorded is lost', async () => {
  const repo = repository()
  await convened(repo)
  const { voice } = await voices(onTestFinished)
  const endless = heldBack(['Half of it,', ' and never the rest.'])
  const env = { PARLEY_STOP_SECONDS: '0' }
  const running = start(['council', 'meeting', 'When?', '--agents', voice(endless)], { cwd: repo.root, env })
  endless.next()
  await running.said('Half of it,')
  running.signal('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 1 })
  const id = onlyId(repo)
  expect(turnsIn(repo.root, id)).toEqual([])
  expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
})

test('a server that is told to end finishes the turn under way, refuses to begin others, and ends well', async () => {
  const server = await served({ env: { PARLEY_STOP_SECONDS: '600' } })
  const { voice } = await voices(onTestFinished)
  const reply = heldBack(['Half of it,', ' and the rest.'])
  const opening = {
    protocol: 'talk',
    project: 'harbour',
    worker: 'verity',
    message: 'Go on.',
    agents: voice(reply, 'Here I am.'),
  }
  const ref = await must<MeetingRef>(server, 'POST', '/api/meetings', opening)
  reply.next()
  await hear(server, at(ref, '/events'), ({ data }) => data.type === 'text')
  server.process.signal('SIGTERM')
  const refused = () => server.ask('POST', '/api/meetings', { ...opening, agents: voice('Late.') })
  const closing = { body: { error: { message: expect.stringContaining('The hall is closing') } } }
  await expect.poll(refused, { interval: 200 }).toMatchObject(closing)
  reply.rest()
  expect(await server.process.ended).toMatchObject({ code: 0 })
  const next = await server.again()
  const view = await atRest(next, ref)
  expect(view).toMatchObject({
    status: 'waiting',
    talk: { state: 'open' },
    lastLine: 'Half of it, and the rest.',
  })
  await must(next, 'POST', at(ref, '/messages'), { text: 'Are you there?' })
  expect(await atRest(next, ref)).toMatchObject({ lastLine: 'Here I am.' } satisfies Partial<MeetingView>)
})

test('a run whose output nobody reads any more ends as interrupted with a nonzero exit, and can be resumed', async () => {
  const repo = repository()
  await convened(repo)
  const { voice } = await voices(onTestFinished)
  const first = heldBack(['Half of it,', ' and the rest.'])
  const args = ['council', 'meeting', 'When?', '--agents', voice(first, 'Second.', 'Third.', 'Fourth.')]
  const running = start(args, { cwd: repo.root })
  first.next()
  await running.said('Half of it,')
  running.deafen()
  first.rest()
  expect(await running.ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody reads the output any more'),
  })
  const id = onlyId(repo)
  expect(turnsIn(repo.root, id).length).toBeLessThan(4)
  const { voice: others } = await voices(onTestFinished)
  const again = others('First.', 'Second.', 'Third.', 'Fourth.')
  expect(await run(['resume', id, '--agents', again], { cwd: repo.root })).toMatchObject({ code: 3 })
})

test.each(['removed', 'replaced'])(
  'a run whose journal was %s under it stops with a sentence and a nonzero exit, and leaves no record',
  async (how) => {
    const repo = repository()
    await convened(repo)
    const { voice } = await voices(onTestFinished)
    const first = heldBack(['Half of it,', ' and the rest.'])
    const args = ['council', 'meeting', 'When?', '--agents', voice(first, 'Second.', 'Third.', 'Fourth.')]
    const running = start(args, { cwd: repo.root })
    first.next()
    await running.said('Half of it,')
    const id = onlyId(repo)
    const journal = join(meetingsIn(repo.root), id, 'journal.jsonl')
    if (how === 'removed') rmSync(meetingsIn(repo.root), { recursive: true })
    else {
      const text = readFileSync(journal)
      rmSync(journal)
      writeFileSync(journal, text)
    }
    first.rest()
    expect(await running.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The journal of ${id} was removed or replaced while the meeting ran`),
    })
    expect(existsSync(join(repo.root, '.council', 'records'))).toBe(true)
    expect(readdirSync(join(repo.root, '.council', 'records'))).toEqual([])
    const listed = await run(['list'], { cwd: repo.root })
    expect(listed.stdout).not.toContain('concluded')
  },
)
