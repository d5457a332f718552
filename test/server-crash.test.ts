// A server that is killed: during a turn, between turns, and again and again during a close. The next one goes on from the files,
// nothing that was recorded is lost or told twice, and the person's own files are as they were.

import { expect, test } from 'vitest'
import type { MeetingRef, MeetingView } from '../src/hall/api.js'
import { forever } from './support/forever.js'
import { everything } from './support/repo.js'
import { at, atRest, hear, look, must, notes, type Server, script, served, talked } from './support/server.js'

const kill = (line: number) => ({
  NODE_OPTIONS: `--require ${new URL('./support/kill.cjs', import.meta.url).pathname}`,
  PARLEY_TEST_KILL_LINE: String(line),
})

// More than a dozen servers, one after the other.
const longTest = { timeout: 300_000 }

const journal = (server: Server, { id }: MeetingRef) => look(server.home, `talks/${id}/journal.jsonl`) ?? ''

test('SRV2: killed during a turn: the talk is open again, what was recorded stands, and it can be spoken to', async () => {
  const server = await served()
  const before = everything(server.repo.root)
  const agents = script({ verity: [{ deltas: ['word ', 'word '], delayMs: forever }, 'Here I am.'] })
  const ref = await must<MeetingRef>(server, 'POST', '/api/meetings', {
    protocol: 'talk',
    project: 'harbour',
    worker: 'verity',
    message: 'Go on.',
    agents,
  })
  await hear(server, at(ref, '/events'), ({ data }) => data.type === 'text')
  await server.kill()
  const recorded = journal(server, ref)
  const next = await server.again()
  const view = await must<MeetingView>(next, 'GET', at(ref))
  expect(view).toMatchObject({ talk: { state: 'open' } })
  expect(journal(next, ref).startsWith(recorded)).toBe(true)
  expect(view).toMatchObject({ status: 'waiting', asks: { id: 'message' } })
  await must(next, 'POST', at(ref, '/messages'), { text: 'Are you there?' })
  expect(await atRest(next, ref)).toMatchObject({ status: 'waiting', lastLine: 'Here I am.' })
  expect(await must(next, 'POST', at(ref, '/verify'))).toMatchObject({ findings: [] })
  expect(everything(server.repo.root)).toEqual(before)
})

test('SRV3: told to end during a turn: streams end, the process ends well, and the next server has the talk open', async () => {
  const server = await served()
  const agents = script({ verity: [{ deltas: ['word ', 'word '], delayMs: forever }, 'Here I am.'] })
  const opening = { protocol: 'talk', project: 'harbour', worker: 'verity', message: 'Go on.', agents }
  const ref = await must<MeetingRef>(server, 'POST', '/api/meetings', opening)
  await hear(server, at(ref, '/events'), ({ data }) => data.type === 'text')
  const reading = hear(server, at(ref, '/events'), () => false)
  const feed = hear(server, '/api/events', () => false)
  await must(server, 'GET', '/api/health')
  server.process.signal('SIGTERM')
  expect(await server.process.ended).toMatchObject({ code: 0, stderr: '' })
  await Promise.allSettled([reading, feed])
  const next = await server.again()
  expect(await atRest(next, ref)).toMatchObject({ status: 'waiting', talk: { state: 'open' } })
  await must(next, 'POST', at(ref, '/messages'), { text: 'Are you there?' })
  expect(await atRest(next, ref)).toMatchObject({ lastLine: 'Here I am.' })
  expect(await must(next, 'POST', at(ref, '/verify'))).toMatchObject({ findings: [] })
})

test('killed between turns: a reader comes back to the next server where it stood, and the talk goes on', async () => {
  const server = await served()
  const ref = await talked(server, { agents: script({ verity: ['One.', 'Two.', notes] }) })
  const first = await hear(server, at(ref, '/events'), ({ data }) => data.type === 'status' && !data.live)
  const last = Math.max(...first.flatMap(({ id }) => id ?? []))
  await server.kill()
  const next = await server.again()
  await must(next, 'POST', at(ref, '/messages'), { text: 'And?' })
  await atRest(next, ref)
  const second = await hear(next, at(ref, '/events'), ({ data }) => data.type === 'status' && !data.live, {
    last,
  })
  const told = [...first, ...second].flatMap(({ data }) => (data.type === 'line' ? [data.line] : []))
  const { lines } = await must<MeetingView>(next, 'GET', at(ref))
  expect(told).toEqual(lines)
  expect(await must(next, 'POST', at(ref, '/close'))).toMatchObject({ merge: { state: 'done' } })
})

test(
  'killed again and again during a close: it is closed in the end, with its notes, in one commit',
  longTest,
  async () => {
    const server = await served()
    const before = everything(server.repo.root)
    const written = { name: 'write_file', input: { path: 'src/new.ts', content: 'export {}\n' } }
    const agents = script({ verity: [{ tools: [written], text: 'Made.' }, notes, notes, notes, notes] })
    const ref = await talked(server, { agents })
    const commits = () => Number(server.repo.git('rev-list', '--count', 'claude/main', '--', 'src/new.ts'))
    await server.kill()
    let line = journal(server, ref).trim().split('\n').length + 1
    let deaths = 0
    for (; deaths < 12; line += 2) {
      const next = await server.again(kill(line)).catch(() => undefined)
      const closed = next !== undefined && (await closedBy(next, ref))
      await next?.kill()
      if (closed) break
      deaths++
    }
    expect(deaths).toBeGreaterThan(1)
    const last = await server.again()
    const view = await must<MeetingView>(last, 'GET', at(ref))
    if (view.status === 'running' && !view.live) await must(last, 'POST', at(ref, '/resume'))
    if ((await atRest(last, ref)).talk?.state === 'open') await must(last, 'POST', at(ref, '/close'))
    expect(await atRest(last, ref)).toMatchObject({
      status: 'concluded',
      talk: { state: 'closed', notes: { state: 'done' }, merge: { state: 'done' } },
    })
    expect(commits()).toBe(1)
    await expect.poll(() => server.repo.git('branch', '--list', 'claude/meeting/*')).toBe('')
    expect(await must(last, 'POST', at(ref, '/verify'))).toMatchObject({ findings: [] })
    expect(everything(server.repo.root)).toEqual(before)
  },
)

/** Whether the talk is closed before the server dies. A close that an earlier server began goes on by itself, and another is refused. */
async function closedBy(server: Server, ref: MeetingRef): Promise<boolean> {
  try {
    const { status } = await server.ask('POST', at(ref, '/close'))
    return status === 200 || (await atRest(server, ref)).talk?.state === 'closed'
  } catch {
    return false
  }
}
