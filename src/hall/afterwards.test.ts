// Follow-ups that are ticked, requests before a project is registered, and meetings that a host leads elsewhere.

import { expect, onTestFinished, test } from 'vitest'
import { HostCalls } from '../agents/host/calls.js'
import { renderArtifact } from '../protocols/talk/documents/artifact.js'
import { rememberWorkspace } from '../workspace/meeting-folders.js'
import { git } from '../workspace/temporary.suite.js'
import { createHall } from './hall.js'
import { atRest, look, put, script, setting } from './hall.suite.js'
import { hire } from './talk.suite.js'

test('follow-ups are ticked and opened again in their record, and never another than was shown', async () => {
  const seat = (name: string) => `---\nname: ${name}\ntitle: ${name}\nvoice: Plain\n---\n\nSpeaks plainly.\n`
  const { hall, project } = await setting({
    '.council/council.yaml': 'name: Pair\ndescription: Two seats.\nchair: ada\nseats: [ada, bo]\n',
    '.council/seats/ada.md': seat('ada'),
    '.council/seats/bo.md': seat('bo'),
  })
  const { agents } = script({ '*': ['One opinion, with a reason.'] }, 'repeat')
  const ref = await hall.open({ protocol: 'council.meeting', project: 'demo', task: 'Which cache?', agents })
  await atRest(hall, ref)
  expect((await hall.afterwards(ref)).followUps).toBeNull()
  const record = `.council/records/${ref.id}.md`
  put(
    project,
    record,
    '# Record — Cache\n\n## Follow-ups\n\n- [x] Done (owner: cto)\n- [ ] Measure it\n  twice (owner: user)\n',
  )
  const open = { item: 'Measure it twice', owner: 'user', done: false }
  expect((await hall.afterwards(ref)).followUps).toEqual([{ item: 'Done', owner: 'cto', done: true }, open])
  await hall.tick(ref, { ...open, at: 1, done: true })
  expect(look(project, record)).toContain('- [x] Measure it\n  twice (owner: user)')
  await hall.tick(ref, { ...open, at: 1 })
  const text = look(project, record)
  expect(text).toContain('- [ ] Measure it')
  await expect(hall.tick(ref, { ...open, at: 1, item: 'Something else', done: true })).rejects.toThrow(
    'has changed',
  )
  await expect(hall.tick({ ...ref, id: '../../etc/passwd' }, { ...open, at: 1 })).rejects.toThrow()
  expect(look(project, record)).toBe(text)
})

test('a request in a repository that is not registered is seen, read and accepted; then it is registered', async () => {
  const at = await setting({ 'README.md': 'hello\n' }, { register: false })
  hire(at.home, 'verity')
  const id = 'followup-Verity-20260101-090000'
  const asked = renderArtifact({
    status: 'requested',
    at: '2026-01-01T09:00:00.000Z',
    title: 'Who minds the clock?',
    worker: 'Verity',
    workerDisplayTitle: 'Researcher',
    agenda: 'The clock drifts.',
    reason: 'The clock drifts.',
    referenced: [],
  })
  put(at.project, `.lore/work/meetings/${id}.md`, asked)
  git(at.project, 'add', '--all')
  git(at.project, 'commit', '-q', '-m', 'ask')
  rememberWorkspace(at.home, at.project)
  const [request] = await at.hall.requests()
  expect(request).toMatchObject({ id, title: 'Who minds the clock?' })
  expect((await at.hall.projects())[0]).toMatchObject({ registered: false })
  expect(await at.hall.meeting(request!)).toMatchObject({
    talk: { state: 'requested', agenda: 'The clock drifts.' },
  })
  const ref = await at.hall.accept(request!, { agents: script({ verity: ['It does.'] }).agents })
  await atRest(at.hall, ref)
  expect((await at.hall.meeting(ref)).talk?.state).toBe('open')
  expect((await at.hall.projects())[0]).toMatchObject({ registered: true })
  expect(await at.hall.requests()).toEqual([])
})

test('an answer to a meeting that a host leads in another process is recorded, and the host goes on with it', async () => {
  const { hall, home, project } = await setting()
  const calls = new HostCalls()
  const led = await createHall({ home, only: project, host: calls })
  onTestFinished(() => led.stop())
  const place = (await led.projects())[0]!.name
  const { id } = await led.open(
    {
      protocol: 'meet',
      project: place,
      charter: 'Say what the gate is for. Leave with one sentence.',
      invitees: ['Theo'],
      skipResearch: true,
    },
    undefined,
    { place: 'over MCP', otherwise: 'host', webOff: true },
  )
  await atRest(led, { project: place, id })
  const ref = { project: 'demo', id }
  const asked = await hall.meeting(ref)
  expect(asked).toMatchObject({ status: 'waiting', awaitsHost: true })
  await hall.answer(ref, { choose: 'continue', question: asked.questions[0]!.key })
  const { lines, live, status } = await hall.meeting(ref)
  expect(lines.at(-1)).toMatchObject({ kind: 'answered', data: { choose: 'continue', by: 'person' } })
  expect({ live, status }).toEqual({ live: false, status: 'running' })
  expect(await hall.meetings({})).toMatchObject([{ id, awaitsHost: true }])
  await expect(hall.resume(ref)).rejects.toThrow('No host is connected')
  const run = await led.attend({ project: place, id })
  await expect.poll(() => calls.waiting(id).length, { timeout: 20_000 }).toBe(1)
  expect(run.error).toBeUndefined()
})
