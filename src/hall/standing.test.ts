// What protocols keep in a project, what is wrong there, requests before it is registered, and meetings that a host leads elsewhere.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { HostCalls } from '../agents/host/calls.js'
import { renderArtifact } from '../protocols/talk/documents/artifact.js'
import { rememberWorkspace } from '../workspace/seen-workspaces.js'
import { git } from '../workspace/temporary.suite.js'
import type { StandingView } from './api.js'
import { createHall } from './hall.js'
import { atRest, put, script, setting } from './hall.suite.js'
import { hire } from './talk.suite.js'

const councilOf = (all: readonly StandingView[]) => all.find(({ name }) => name === 'council')!
const rosterOf = (all: readonly StandingView[]) => councilOf(all).papers[0]!

describe('a council', () => {
  test('is convened without a meeting, shown and edited; another in its place is asked about first', async () => {
    const { hall, project } = await setting()
    const before = councilOf(await hall.standing('demo'))
    expect(before).toMatchObject({ there: false, papers: [], setUp: { word: 'convene' } })
    expect(before.setUp?.fields[0]?.choices.map(({ value }) => value)).toContain('writing-lab')
    await expect(hall.setUp('demo', 'council', { template: 'nobody' }, false)).rejects.toThrow('no template')
    expect(existsSync(join(project, '.council'))).toBe(false)
    expect(await hall.setUp('demo', 'council', { template: 'software-team' }, false)).toMatchObject({
      kind: 'done',
      text: expect.stringContaining('Convened "software-team"'),
    })

    const roster = rosterOf(await hall.standing('demo'))
    expect(roster).toMatchObject({ path: '.council/council.yaml', values: { chair: 'staff-engineer' } })
    const { values, sha256: was, key } = roster
    const refused = { ...values, seats: ['qa-engineer', 'Nobody here'] }
    await expect(hall.editStanding('demo', 'council', { key, was, values: refused })).rejects.toMatchObject({
      message: expect.stringContaining('is no seat name'),
    })
    expect(rosterOf(await hall.standing('demo')).sha256).toBe(was)
    const seats = ['staff-engineer', 'critic', 'night-porter']
    await hall.editStanding('demo', 'council', { key, was, values: { ...values, seats, blind: true } })
    const text = readFileSync(join(project, '.council/council.yaml'), 'utf8')
    expect(text).toContain('# in speaking order')
    expect(text).toContain('blind: true')
    const after = councilOf(await hall.standing('demo'))
    expect(after.trouble).toBeNull()
    expect(after.papers.map((paper) => paper.key)).toEqual([key, ...seats])
    expect(after.papers.at(-1)?.values['persona']).toContain('Night Porter')

    // What lies about is told by what it was about, and whether it can be shown.
    const left = '20260101-080000-which-tide'
    const facts = [
      ...['Task:** Which tide?', `Session:** ${left}`, 'Started:** 2026-01-01 08:00'],
      ...['Chair:** critic', 'Seats (all seats speak in a meeting):** critic'],
    ]
    const pad = `# Scratchpad — meeting\n\n${facts.map((fact) => `- **${fact}`).join('\n')}\n\n---\n`
    put(project, `.council/scratch/${left}.md`, pad)
    expect(councilOf(await hall.standing('demo')).leftovers).toMatchObject([
      { id: left, title: 'Which tide?', journal: false, what: expect.stringContaining('scratchpad') },
    ])

    // Somebody saved the roster since it was read.
    await expect(hall.editStanding('demo', 'council', { key, was, values })).rejects.toThrow('has changed')
    const porter = after.papers.at(-1)!
    // Paragraphs of a persona are shown whole, and those that nobody changed keep their lines in the file.
    const first = after.papers.find(({ key }) => key === 'staff-engineer')!
    const file = join(project, '.council/seats/staff-engineer.md')
    const [shipped, shown] = [readFileSync(file, 'utf8'), first.values['persona'] as string]
    expect(shown.split('\n').length).toBeLessThan(shipped.split('\n').length)
    const { title, voice } = first.values
    const value = { title, voice, persona: `${shown}\nAnd you are brief.\n` }
    await hall.editStanding('demo', 'council', { key: first.key, was: first.sha256, values: value })
    expect(readFileSync(file, 'utf8')).toBe(`${shipped.trimEnd()}\n\nAnd you are brief.\n`)
    const persona = 'You keep the keys.\n'
    await hall.editStanding('demo', 'council', {
      key: 'night-porter',
      was: porter.sha256,
      values: { title: 'Porter: of the night', voice: 'short', persona },
    })
    expect(
      (await hall.forms('demo')).meetings.find(({ protocol }) => protocol === 'council.meeting'),
    ).toMatchObject({
      seated: [{ label: 'staff-engineer' }, { label: 'critic' }, { label: 'night-porter' }],
      standing: 'council',
    })
    expect(readFileSync(join(project, '.council/seats/night-porter.md'), 'utf8')).toContain(persona)

    const asks = await hall.setUp('demo', 'council', { template: 'c-suite' }, false)
    expect(asks).toMatchObject({ kind: 'asks', question: { title: expect.any(String) } })
    expect(rosterOf(await hall.standing('demo')).values).toMatchObject({ seats })
    expect(await hall.setUp('demo', 'council', { template: 'c-suite' }, true)).toMatchObject({ kind: 'done' })
    expect(rosterOf(await hall.standing('demo')).values).toMatchObject({ name: 'c-suite' })

    writeFileSync(join(project, '.council/council.yaml'), 'name: [\n')
    const broken = councilOf(await hall.standing('demo'))
    expect(broken).toMatchObject({ there: true, papers: [] })
    expect(broken.trouble?.match(/council\.yaml/g)).toHaveLength(1)
  })

  test('has its follow-ups ticked and opened again in its record, and never another than was shown', async () => {
    const { hall, project } = await setting()
    await hall.setUp('demo', 'council', { template: 'software-team' }, false)
    const id = '20260131-170509-which-cache'
    const record = join(project, '.council/records', `${id}.md`)
    put(
      project,
      `.council/records/${id}.md`,
      '# Record — Cache\n\n## Follow-ups\n\n- [x] Done (owner: cto)\n- [ ] Measure it\n  twice (owner: user)\n',
    )
    const [left] = councilOf(await hall.standing('demo')).followUps
    expect(left).toMatchObject({ item: 'Measure it twice', owner: 'user', id, at: 1 })
    const box = { id, at: 1, item: 'Measure it twice', owner: 'user', done: true }
    await hall.tick('demo', 'council', box)
    expect(readFileSync(record, 'utf8')).toContain('- [x] Measure it\n  twice (owner: user)')
    expect(councilOf(await hall.standing('demo')).followUps).toEqual([])
    await hall.tick('demo', 'council', { ...box, done: false })
    expect(readFileSync(record, 'utf8')).toContain('- [ ] Measure it')
    const text = readFileSync(record, 'utf8')
    await expect(hall.tick('demo', 'council', { ...box, item: 'Something else' })).rejects.toThrow(
      'has changed',
    )
    await expect(hall.tick('demo', 'council', { ...box, id: '../../etc/passwd' })).rejects.toThrow(
      'has changed',
    )
    expect(readFileSync(record, 'utf8')).toBe(text)
  })
})

test('the doctor of a project says what a meeting needs, and what would make one fail', async () => {
  const { hall, home, project } = await setting()
  const checks = await hall.doctor('demo', false)
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['parley', 'node', 'git', 'agents', 'workspace', 'home', 'seal key', 'sandbox']),
  )
  expect(checks.filter(({ state }) => state === 'wrong')).toEqual([])
  expect(checks.find(({ name }) => name === 'workspace')?.detail).toContain(project)
  writeFileSync(
    join(home, 'config.yaml'),
    `${readFileSync(join(home, 'config.yaml'), 'utf8')}agents: gpt-nowhere\n`,
  )
  expect((await hall.doctor('demo', false)).filter(({ state }) => state === 'wrong')).toHaveLength(1)
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
  const led = await createHall({ home, only: project, host: () => calls })
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

test('a council that a host leads waits for it: it is no leftover, and the doctor says so once', async () => {
  const { hall, home, project } = await setting()
  await hall.setUp('demo', 'council', { template: 'software-team' }, false)
  const calls = new HostCalls()
  const led = await createHall({ home, only: project, host: () => calls })
  onTestFinished(() => led.stop())
  const place = (await led.projects())[0]!.name
  const { id } = await led.open(
    { protocol: 'council.meeting', project: place, task: 'Which tide?' },
    undefined,
    {
      place: 'over MCP',
      otherwise: 'host',
      webOff: true,
    },
  )
  await expect.poll(() => calls.waiting(id).length, { timeout: 20_000 }).toBeGreaterThan(0)
  // The host is gone in the middle of a turn.
  await led.stop()
  expect(await hall.meeting({ project: 'demo', id })).toMatchObject({ status: 'running', awaitsHost: true })
  expect(councilOf(await hall.standing('demo')).leftovers).toEqual([])
  const told = (await hall.doctor('demo', false)).filter(({ detail }) => detail.includes(id))
  expect(told).toEqual([
    { name: 'meetings', state: 'note', detail: expect.stringContaining(`${id} waits for its host`) },
  ])
})
