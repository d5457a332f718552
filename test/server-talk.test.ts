// The life of a talk over HTTP, against the shipped command: opened, streamed, interrupted, asked for, closed and merged. The
// person's own files, index, branch and hooks are byte for byte as they were.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type {
  ClosePreview,
  CloseResult,
  Decision,
  DocumentView,
  MeetingEntry,
  MeetingRef,
  MeetingView,
  TalkRequest,
} from '../src/hall/api.js'
import { forever } from './support/forever.js'
import { everything, type Repo } from './support/repo.js'
import { run } from './support/run.js'
import {
  at,
  atRest,
  type Got,
  hear,
  must,
  notes,
  put,
  reading,
  script,
  served,
  talked,
} from './support/server.js'

const writes = (path: string, content: string) => ({ name: 'write_file', input: { path, content } })
const artifact = { name: 'write_artifact', input: { path: 'specs/gate.md', body: '# Gate\n\nAt noon.\n' } }
const opening = (agents: string, message = 'What did we miss?') => ({
  protocol: 'talk',
  project: 'harbour',
  worker: 'verity',
  message,
  agents,
})

/** What the person has: nothing of it may change. */
function own({ root, git }: Repo) {
  return [
    everything(root),
    git('status', '--porcelain'),
    git('diff', '--cached'),
    git('rev-parse', 'HEAD'),
    git('branch', '--show-current'),
  ]
}

test('a talk is opened, streamed, gone on with, closed with a preview, and found again', async () => {
  const server = await served()
  const before = own(server.repo)
  const agents = script({
    verity: [
      {
        tools: [artifact, writes('src/new.ts', 'export {}\n')],
        deltas: ['The ', 'edges.'],
        text: 'The edges.',
      },
      {
        tools: [
          { name: 'record_decision', input: { question: 'When?', decision: 'At noon', reasoning: 'Tide.' } },
        ],
        text: 'Written down.',
      },
      notes,
    ],
  })

  const heard = await hear<Told>(server, '/api/meetings', over, { body: opening(agents) })
  expect(heard[0]?.data).toMatchObject({ type: 'session', project: 'harbour', worker: 'Verity' })
  expect(saidIn(heard)).toBe('The edges.')
  expect(heard.filter(({ data }) => data.type === 'tool_use')).toHaveLength(2)
  expect(heard.filter(({ data }) => data.type === 'tool_result')).toHaveLength(2)
  expect(heard.at(-1)?.data.type).toBe('turn_end')
  const ref = { project: 'harbour', id: String(heard[0]?.data['meetingId']) }

  await atRest(server, ref)
  const second = await hear<Told>(server, at(ref, '/messages'), over, { body: { text: 'Write it down.' } })
  expect(saidIn(second)).toBe('Written down.')
  await atRest(server, ref)

  const preview = await must<ClosePreview>(server, 'GET', at(ref, '/preview'))
  expect(preview).toMatchObject({ branch: `claude/meeting/${ref.id}`, into: 'claude/main', conflicts: [] })
  expect(preview.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['.lore/specs/gate.md', 'src/new.ts']),
  )

  const closed = await must<CloseResult>(server, 'POST', at(ref, '/close'))
  expect(closed).toMatchObject({ status: 'closed', notes: { state: 'done' }, merge: { state: 'done' } })
  expect(closed.notes.text).toContain('The edges were discussed.')
  expect(server.repo.git('show', 'claude/main:src/new.ts')).toBe('export {}\n')
  expect(server.repo.git('branch', '--list', 'claude/meeting/*')).toBe('')

  const view = await must<MeetingView>(server, 'GET', at(ref))
  expect(view).toMatchObject({ status: 'concluded', title: 'What did we miss?', talk: { state: 'closed' } })
  expect(view.lines.flatMap(({ kind, data }) => (kind === 'answered' ? [data] : []))).toMatchObject([
    { choose: 'say', text: 'What did we miss?', by: 'person', name: 'Tester' },
    { choose: 'say', text: 'Write it down.', by: 'person', name: 'Tester' },
    { choose: 'close', by: 'person', name: 'Tester' },
  ])
  const document = await must<DocumentView>(
    server,
    'GET',
    '/api/documents/harbour?path=.lore%2Fspecs%2Fgate.md',
  )
  expect(document).toMatchObject({ text: expect.stringContaining('At noon.'), meetings: [ref.id] })
  expect(await must<readonly Decision[]>(server, 'GET', '/api/decisions')).toMatchObject([
    { meeting: ref.id, decision: 'At noon' },
  ])
  expect(await must(server, 'POST', at(ref, '/verify'))).toMatchObject({ findings: [] })
  expect(own(server.repo)).toEqual(before)
})

test('an interrupt ends the turn, keeps what was said, and leaves the talk open', async () => {
  const server = await served()
  const long = script({ verity: [{ deltas: ['So far', ' on'], delayMs: forever }, 'Yes?'] })
  const ref = await must<MeetingRef>(server, 'POST', '/api/meetings', opening(long))
  await hear(server, at(ref, '/events'), ({ data }) => data.type === 'text')
  expect(await server.ask('POST', at(ref, '/messages'), { text: 'Wait' })).toMatchObject({
    status: 409,
    body: { error: { code: 'busy' } },
  })
  expect(await must(server, 'POST', at(ref, '/interrupt'))).toEqual({ interrupted: true })
  const view = await atRest(server, ref)
  expect(view).toMatchObject({ status: 'waiting', talk: { state: 'open' } })
  expect(view.lines.findLast(({ kind }) => kind === 'failed')?.data).toMatchObject({
    cause: 'interrupted',
    partial: expect.stringContaining('So far'),
  })
  expect(await must(server, 'POST', at(ref, '/interrupt'))).toEqual({ interrupted: false })
  const heard = await hear<Told>(server, at(ref, '/messages'), over, { body: { text: 'Still there?' } })
  expect(saidIn(heard)).toBe('Yes?')
})

test('requests are accepted, declined and deferred; each only once, and none of it needs a branch but the accepted one', async () => {
  const server = await served()
  const before = own(server.repo)
  const asks = (reason: string) => ({ name: 'propose_followup', input: { reason } })
  const agents = script({
    verity: [
      {
        tools: [asks('Look at the tide'), asks('Look at the moon'), asks('Look at the gate')],
        text: 'Three things.',
      },
    ],
  })
  await talked(server, { agents })
  const waiting = () => must<readonly TalkRequest[]>(server, 'GET', '/api/requests')
  const named = async (words: string) => {
    const found = (await waiting()).find(({ reason }) => reason.includes(words))
    if (!found) throw new Error(`nobody asks about ${words}`)
    return { project: found.project, id: found.id }
  }
  const [tide, moon, gate] = [await named('tide'), await named('moon'), await named('gate')]

  await must(server, 'POST', at(tide, '/defer'), { until: '2031-01-01' })
  expect((await waiting()).map(({ id }) => id).at(-1)).toBe(tide.id)
  await must(server, 'POST', at(moon, '/decline'), { reason: 'Not now' })
  expect(await server.ask('POST', at(moon, '/decline'))).toMatchObject({
    status: 409,
    body: { error: { code: 'wrong-state' } },
  })
  expect(await server.ask('POST', at(moon, '/accept'))).toMatchObject({ status: 409 })

  const voice = script({ verity: ['I asked because of the gate.', notes] })
  const heard = await hear<Told>(server, at(gate, '/accept'), over, { body: { agents: voice } })
  expect(saidIn(heard)).toBe('I asked because of the gate.')
  await atRest(server, gate)
  const branches = server.repo.git(
    'for-each-ref',
    '--format=%(refname:lstrip=4)',
    'refs/heads/claude/meeting',
  )
  // Whole names: the ids of one second are alike but for their endings.
  expect(branches.trim().split('\n')).toContain(gate.id)
  expect(branches.trim().split('\n')).not.toContain(moon.id)
  expect((await waiting()).map(({ id }) => id)).toEqual([tide.id])
  expect(own(server.repo)).toEqual(before)
})

test('a conflict outside .lore/ closes the talk, merges nothing, keeps the branch, and can be tried again or called settled, over HTTP and by the command', async () => {
  const server = await served()
  const agents = (text: string) =>
    script({ verity: [{ tools: [writes('docs/tide.md', `# Tide\n\n${text}\n`)], text }, notes] })
  const [one, two, three] = [
    await talked(server, { agents: agents('One.') }),
    await talked(server, { agents: agents('Two.') }),
    await talked(server, { agents: agents('Three.') }),
  ]
  expect(await must(server, 'POST', at(one, '/close'))).toMatchObject({ merge: { state: 'done' } })
  expect(await must(server, 'GET', at(two, '/preview'))).toMatchObject({ conflicts: ['docs/tide.md'] })
  const closed = await must<CloseResult>(server, 'POST', at(two, '/close'))
  expect(closed).toMatchObject({
    notes: { state: 'done' },
    merge: { state: 'pending', files: ['docs/tide.md'] },
  })
  expect(server.repo.git('show', 'claude/main:docs/tide.md')).toContain('One.')
  expect(server.repo.git('branch', '--list', 'claude/meeting/*')).toContain(two.id)
  expect(await must<MeetingView>(server, 'GET', at(two))).toMatchObject({
    talk: { state: 'closed', merge: { state: 'pending' } },
  })
  expect(await server.ask('POST', at(two, '/close'))).toMatchObject({ status: 409 })
  expect(await must(server, 'POST', at(two, '/retry'), { what: 'merge' })).toMatchObject({
    merge: { state: 'pending' },
  })
  // Settled by hand in words of the person's own, which nothing but their word can tell: over HTTP, and by the command.
  const retry = { what: 'merge', settled: true }
  expect(await must(server, 'POST', at(two, '/retry'), retry)).toMatchObject({ merge: { state: 'done' } })
  expect(await must(server, 'POST', at(three, '/close'))).toMatchObject({ merge: { state: 'pending' } })
  const talk = (...words: string[]) =>
    run(['talk', 'retry', three.id, 'merge', ...words], {
      cwd: server.repo.root,
      env: { PARLEY_HOME: server.home },
    })
  expect((await talk()).stdout).toContain('--settled')
  expect(await talk('--settled')).toMatchObject({ code: 0, stdout: expect.stringContaining('Merged') })
  expect(server.repo.git('branch', '--list', 'claude/meeting/*')).toBe('')
  expect(server.repo.git('show', 'claude/main:docs/tide.md')).toContain('One.')
})

test('refusals come before any stream, each with its status and code', async () => {
  const server = await served({ cap: 1 })
  const agents = script({ verity: ['Yes.', notes] })
  const refused = async (path: string, body: unknown) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, accept: 'text/event-stream' },
      body: JSON.stringify(body),
    })
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    return { status: response.status, ...error }
  }
  const open = (more: object) => refused('/api/meetings', { ...opening(agents), ...more })
  expect(await open({ project: 'nowhere' })).toMatchObject({ status: 404, code: 'unknown-project' })
  expect(await open({ worker: 'nobody' })).toMatchObject({ status: 404, code: 'unknown-worker' })
  expect(await open({ message: ' ' })).toMatchObject({ status: 400, code: 'bad-request' })
  expect(await refused('/api/meetings/harbour/never-was/messages', { text: 'Hm' })).toMatchObject({
    status: 404,
    code: 'unknown-meeting',
  })
  const ref = await talked(server, { agents })
  expect(await open({})).toMatchObject({
    status: 429,
    code: 'cap-reached',
    message: expect.stringContaining(ref.id),
  })
  await must(server, 'POST', at(ref, '/close'))
  expect(await refused(at(ref, '/messages'), { text: 'Hm' })).toMatchObject({
    status: 409,
    code: 'wrong-state',
  })
})

test('session is sent as soon as the meeting exists: an opening that fails after that is told in the stream, and nothing is left', async () => {
  const server = await served()
  const asked = {
    protocol: 'talk',
    project: 'harbour',
    worker: 'verity',
    message: 'Hm',
    agents: script({ verity: [] }),
  }
  // A lock that git cannot take and nobody may take over.
  mkdirSync(join(server.repo.root, '.git/refs/heads/claude/main.lock'))
  const heard = await hear<Told>(server, '/api/meetings', over, { body: asked })
  expect(heard.map(({ data }) => data.type)).toEqual(['session', 'error'])
  expect(heard[1]?.data).toMatchObject({ reason: expect.stringContaining('could not be opened') })
  expect(await must(server, 'GET', '/api/meetings')).toEqual([])
})

test('the feed tells everything from its 200 on: what changes and what ends, with project and status', async () => {
  const server = await served()
  const agents = script({ verity: ['Yes.', notes] })
  const ref = await talked(server, { agents })
  const wish =
    '---\ntitle: A wish\nworker: Verity\nstatus: requested\nagenda: Two things\ndate: 2026-05-04\n---\n'
  const feed = reading<{ type: string; id: string; project: string; status: string }>(server, '/api/events', {
    answered: () => put(server.home, 'projects/harbour/.lore/meetings/wish.md', wish),
  })
  // The last of the talk's own news may still come first.
  let told = (await feed.next()).value
  while (told?.data.id === ref.id) told = (await feed.next()).value
  expect(told?.data).toMatchObject({ type: 'meeting_requested', id: 'wish' })
  await must(server, 'POST', at(ref, '/close'))
  for await (const { data } of feed) {
    expect(data).toMatchObject({ project: 'harbour', status: expect.any(String) })
    if (data.type === 'meeting_ended') break
  }
  const all = await must<readonly MeetingEntry[]>(server, 'GET', '/api/meetings?protocol=talk')
  expect(all.map(({ id }) => id).toSorted()).toEqual([ref.id, 'wish'])
})

type Told = { readonly type: string } & Readonly<Record<string, unknown>>

function over({ data }: Got<Told>): boolean {
  return data.type === 'turn_end' || data.type === 'error'
}

function saidIn(heard: readonly Got<Told>[]): string {
  return heard.flatMap(({ data }) => (data.type === 'text_delta' ? [String(data['text'])] : [])).join('')
}
