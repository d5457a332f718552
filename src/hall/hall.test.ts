// The hall: projects, lists, following and holding meetings that live in a project's own folder.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { forever } from '../../test/support/forever.js'
import { parley } from '../parley.js'
import { rememberWorkspace } from '../workspace/meeting-folders.js'
import { git, repository, temporaryFolder } from '../workspace/temporary.suite.js'
import type { FeedEvent, Hall, MeetingRef } from './api.js'
import { atRest, hallAt, hear, hearWhile, linesIn, look, put, script, setting } from './hall.suite.js'
import { hire } from './talk.suite.js'

const council = {
  'README.md': 'A shop.\n',
  '.council/council.yaml':
    'name: Pair\ndescription: Two seats.\nchair: ada\nbudget: { max_turns: 20, scratch_max_bytes: 100000 }\nseats: [ada, bo]\n',
  '.council/seats/ada.md': seat('ada', 'Engineer'),
  '.council/seats/bo.md': seat('bo', 'Critic'),
}

function seat(name: string, title: string): string {
  return `---\nname: ${name}\ntitle: ${title}\nvoice: Plain\n---\n\nSpeaks plainly about ${title}.\n`
}

const speaks = ['One opinion, with a reason.', 'Another one.', 'A third.']

async function session(hall: Hall, agents: string): Promise<MeetingRef> {
  return hall.open({ protocol: 'council.meeting', project: 'demo', task: 'Which cache?', agents })
}

describe('projects', () => {
  test('a registered repository has its integration branch and checkout before the configuration names it', async () => {
    const { hall, home, project } = await setting()
    expect(await hall.projects()).toMatchObject([
      { name: 'demo', title: 'demo', path: project, openTalks: 0, meetingCap: 5, trouble: null },
    ])
    expect(look(home, 'config.yaml')).toContain('name: demo')
    expect(git(join(home, 'projects/demo'), 'branch', '--show-current')).toBe('claude/main')
    expect(git(project, 'branch', '--show-current')).toBe('main')
  })

  test('HOME2, HOME3: a folder in which the person met is in the hall by itself with the requests in its files; it gets no branch before a talk, and a clone gets in by nothing it holds', async () => {
    const { hall, home, project, restart } = await setting(council, { register: false })
    expect(await hall.projects()).toEqual([])
    const { agents } = script({ ada: speaks, bo: speaks })
    const own = parley(project, { home })
    const ready = await own.prepare({
      protocol: 'council.meeting',
      fields: { task: 'Which cache?' },
      agents: { default: agents },
    })
    if (ready.kind !== 'ready') throw new Error('It was not prepared.')
    const id = await own.begin(ready)
    const [seen] = await hall.projects()
    expect(seen).toMatchObject({ path: project, registered: false, openTalks: 0, trouble: null })
    const name = seen?.name ?? ''
    expect(await hall.meetings({})).toMatchObject([{ project: name, id }])
    // What workers asked for in another tool shows at once, and what cannot be read is named.
    mkdirSync(join(project, '.lore/work/meetings'), { recursive: true })
    writeFileSync(
      join(project, '.lore/work/meetings/wish.md'),
      '---\nstatus: requested\nworker: Verity\n---\n',
    )
    writeFileSync(join(project, '.lore/work/meetings/odd.md'), 'no front matter\n')
    expect(await hall.requests()).toMatchObject([{ project: name, id: 'wish' }])
    expect(await hall.meeting({ project: name, id: 'wish' })).toMatchObject({ detail: 'requested' })
    const again = await restart()
    expect((await again.health()).notices.join()).toContain(
      `${name}: .lore/work/meetings/odd.md is no talk: `,
    )
    const ids = (await again.meetings({ project: name })).map((one) => one.id)
    expect(ids.toSorted()).toEqual([id, 'wish'])
    rmSync(join(project, '.lore'), { recursive: true })
    expect(git(project, 'branch', '--list').replace(/[* ]/g, '')).toBe('main')

    hire(home, 'verity')
    const talk = { worker: 'verity', message: 'Hello.', agents: script({ verity: ['Hello.'] }).agents }
    await again.open({ protocol: 'talk', project: name, ...talk })
    expect(await again.projects()).toMatchObject([{ name, registered: true, openTalks: 1 }])
    expect(git(project, 'branch', '--list')).toContain('claude/main')

    const other = repository(council)
    rememberWorkspace(home, other)
    const named = (await again.projects()).map((one) => one.name)
    expect(named).toHaveLength(2)
    await again.deregister(named[1] ?? '')
    expect(await again.projects()).toHaveLength(1)
    expect(git(other, 'branch', '--list').replace(/[* ]/g, '')).toBe('main')
  })

  test('the recorded meeting is held once, in a copy below the home, to its record; its answers are not the person’s', async () => {
    const { hall, home } = await setting(undefined, { register: false })
    const ref = await hall.recorded('council')
    expect((await atRest(hall, ref)).status).toBe('concluded')
    expect(await hall.recorded('council')).toEqual(ref)
    const { lines, documents } = await hall.meeting(ref)
    const answered = lines.flatMap((line) => (line.kind === 'answered' ? [line.data.by] : []))
    expect(answered).toEqual(['answers', 'answers'])
    expect(documents.some(({ path }) => path.startsWith('.council/records/'))).toBe(true)
    expect(await hall.projects()).toMatchObject([
      { name: 'outbox', path: join(home, 'recorded', 'outbox'), recorded: true },
    ])
  })

  test('the recorded talk is held to its close; what was said in it is nobody’s here', async () => {
    const { hall } = await setting(undefined, { register: false })
    const ref = await hall.recorded('talk')
    await vi.waitFor(async () => {
      const { status } = (await hall.meetings({})).find(({ id }) => id === ref.id) ?? {}
      expect(status).toBe('concluded')
    }, 60_000)
    const { lines } = await hall.meeting(ref)
    const answered = lines.flatMap((line) => (line.kind === 'answered' ? [line.data.by] : []))
    expect(new Set(answered)).toEqual(new Set(['relayed', 'answers']))
    expect(await hall.recorded('talk')).toEqual(ref)
  })

  test('a taken name, a folder without a repository and a name that is no name are refused, each with its code', async () => {
    const { hall, project } = await setting()
    await expect(hall.register({ name: 'demo', path: project })).rejects.toMatchObject({ code: 'name-taken' })
    await expect(hall.register({ name: 'other', path: temporaryFolder() })).rejects.toMatchObject({
      code: 'bad-request',
    })
    await expect(hall.register({ name: '../x', path: project })).rejects.toMatchObject({
      code: 'bad-request',
    })
    await expect(hall.meetings({ project: 'none' })).rejects.toMatchObject({ code: 'unknown-project' })
  })

  test('a repository that is registered is named by its name when it is registered again, by whatever path', async () => {
    const { hall, home, project } = await setting()
    const link = join(temporaryFolder(), 'link')
    symlinkSync(project, link)
    for (const path of [project, `${project}/`, link, join(home, 'projects/demo')])
      await expect(hall.register({ name: 'second', path })).rejects.toMatchObject({
        code: 'name-taken',
        message: 'This repository is already registered as demo.',
      })
    expect(git(project, 'for-each-ref', '--format=%(refname)', 'refs/heads').split('\n')).toEqual([
      'refs/heads/claude/main',
      'refs/heads/main',
    ])
    expect(await hall.projects()).toHaveLength(1)
  })

  test('registering keeps what a person wrote into the file, and deregistering takes only its own entry', async () => {
    const { hall, home } = await setting(undefined, { register: false })
    writeFileSync(join(home, 'config.yaml'), '# mine\nagents: claude # always\n')
    await hall.register({ name: 'one', path: repository() })
    await hall.register({ name: 'two', path: repository(), title: 'The second' })
    await hall.deregister('one')
    const text = look(home, 'config.yaml')
    expect(text).toContain('# mine')
    expect(text).toContain('agents: claude # always')
    expect((await hall.projects()).map(({ title }) => title)).toEqual(['The second'])
  })

  test('a file that cannot be understood is refused with every bad field', async () => {
    const { hall, home } = await setting()
    writeFileSync(
      join(home, 'config.yaml'),
      'projects:\n  - name: a b\n    path: /x\n    meetingCap: none\n    colour: red\n',
    )
    const refusal = await hall.projects().then(
      () => null,
      (error: Error) => error.message,
    )
    expect(refusal).toMatch(/projects\.0\.name/)
    expect(refusal).toMatch(/projects\.0\.meetingCap/)
    expect(refusal).toMatch(/projects\.0\.colour is not a known key/)
  })

  test('a project whose folder is gone is listed with its trouble, and stops no start', async () => {
    const { hall, home } = await setting()
    writeFileSync(
      join(home, 'config.yaml'),
      `projects:\n  - { name: gone, path: ${join(home, 'nowhere')} }\n`,
    )
    expect(await hall.projects()).toMatchObject([
      { name: 'gone', trouble: expect.stringContaining('no folder') },
    ])
    const again = await hallAt(home)
    expect((await again.health()).notices.join()).toContain('gone')
    expect(await again.meetings({})).toEqual([])
  })
})

describe('a council meeting in the hall', () => {
  test('is opened, held in the background, waits, and leaves no run behind', async () => {
    const { hall } = await setting(council)
    const ref = await session(hall, script({ '*': speaks }).agents)
    const view = await atRest(hall, ref)
    expect(view).toMatchObject({
      protocol: 'council.meeting',
      status: 'waiting',
      live: false,
      seats: ['ada', 'bo'],
    })
    expect(view.asks?.options.length).toBeGreaterThan(0)
    expect(view.lastLine).toBe('Another one.')
    expect((await hall.health()).meetings).toBe(0)
  })

  test('goes on with an answer, and an answer that is none changes nothing', async () => {
    const { hall } = await setting(council)
    const ref = await session(hall, script({ '*': [...speaks, 'A fourth.'] }).agents)
    const first = await atRest(hall, ref)
    await expect(hall.answer(ref, { choose: 'nonsense' })).rejects.toMatchObject({ code: 'bad-request' })
    const [option] = first.asks?.options ?? []
    await hall.answer(ref, { choose: option?.key ?? '' })
    const second = await atRest(hall, ref)
    expect(second.lines.length).toBeGreaterThan(first.lines.length)
  })

  test('an answer to a meeting under way, to one that asks nothing and to none at all are refused by code', async () => {
    const { hall } = await setting(council)
    const slow = script({ '*': [{ text: 'slow', delayMs: forever }] })
    const ref = await session(hall, slow.agents)
    await expect(hall.answer(ref, { choose: 'x' })).rejects.toMatchObject({ code: 'busy' })
    await expect(hall.answer({ project: 'demo', id: 'none' }, { choose: 'x' })).rejects.toMatchObject({
      code: 'unknown-meeting',
    })
    await expect(hall.meeting({ project: 'demo', id: '../../etc' })).rejects.toMatchObject({
      code: 'unknown-meeting',
    })
  })

  test('stopped, a council pauses and calls nobody; when it goes on, the same seat is asked, however often it was stopped', async () => {
    const { hall } = await setting(council)
    const slow = { deltas: ['half ', 'a ', 'word'], delayMs: forever }
    const ref = await session(hall, script({ ada: [slow], bo: speaks }).agents)
    await hear(hall, ref, (event) => event.type === 'text')
    expect(await hall.interrupt(ref)).toBe(true)
    const stopped = await hall.meeting(ref)
    expect(stopped).toMatchObject({ status: 'paused', live: false })
    expect(stopped.lines.at(-1)).toMatchObject({ kind: 'paused', data: { unplanned: true } })
    expect(stopped.lines.some(({ kind }) => kind === 'turn' || kind === 'failed')).toBe(false)
    expect(await hall.interrupt(ref)).toBe(false)
    await hall.resume(ref)
    await hear(hall, ref, (event) => event.type === 'text' && event.seat === 'ada')
    expect(await hall.interrupt(ref)).toBe(true)
    const again = await hall.meeting(ref)
    expect(again).toMatchObject({ status: 'paused', degraded: [] })
    expect(again.lines.some(({ kind }) => kind === 'turn' || kind === 'failed')).toBe(false)
    expect((await hall.verify(ref)).findings).toEqual([])
  })

  test('without a council it is refused, and says how to get one', async () => {
    const { hall } = await setting()
    await expect(session(hall, script({}).agents)).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('council'),
    })
    await expect(session(hall, 'nobody')).rejects.toMatchObject({ code: 'bad-request' })
  })

  test('a restart in the middle of a turn resumes it where it stood', async () => {
    const one = await setting(council)
    const { agents } = script(
      { ada: ['First.'], bo: [{ text: 'Second.', delayMs: forever }, 'Second.'] },
      'repeat',
    )
    const ref = await session(one.hall, agents)
    await hear(one.hall, ref, (event) => event.type === 'speaking' && event.seat === 'bo')
    const hall = await one.restart()
    expect(await hall.meeting(ref)).toMatchObject({ status: 'running', live: false })
    await hall.resume(ref)
    expect(await hall.meeting(ref)).toMatchObject({ live: true })
  })
})

describe('a chartered meeting in the hall', () => {
  test('is prepared, opened and held until it asks; a slip in the request is refused', async () => {
    const { hall } = await setting()
    const ask = {
      protocol: 'meet',
      project: 'demo',
      charter: 'Pick a cache',
      skipResearch: true,
      agents: script({ '*': speaks }, 'repeat').agents,
    } as const
    await expect(hall.open({ ...ask, charter: ' ' })).rejects.toMatchObject({ code: 'bad-request' })
    await expect(hall.open({ ...ask, mode: 'shout' })).rejects.toMatchObject({ code: 'bad-request' })
    const view = await atRest(hall, await hall.open({ ...ask, mode: 'decide', invitees: ['theo'] }))
    expect(view).toMatchObject({
      protocol: 'meet',
      status: 'waiting',
      title: 'Pick a cache',
      asks: { id: expect.any(String) },
    })
    expect(view.seats).toEqual(['Theo'])
  })
})

describe('following', () => {
  test('every line comes once and in order, from any line on, also across runs', async () => {
    const { hall } = await setting(council)
    const ref = await session(hall, script({ '*': [...speaks, ...speaks] }).agents)
    const { lines } = await atRest(hall, ref)
    const from = 5
    const later = hear(hall, ref, (event) => event.type === 'line' && event.line.kind === 'answered', from)
    const [option] = (await hall.meeting(ref)).asks?.options ?? []
    await hall.answer(ref, { choose: option?.key ?? '' })
    const numbers = linesIn(await later).map(({ n }) => n)
    expect(numbers).toEqual(numbers.map((_, at) => from + at))
    expect(numbers.at(-1)).toBeGreaterThan(lines.length)
  })

  test('live words come before the line that records them, and nobody hears them twice', async () => {
    const { hall } = await setting(council)
    const pieces = ['one ', 'two ', 'three']
    const ref = await session(hall, script({ ada: ['First.', { deltas: pieces }], bo: speaks }).agents)
    const { lines } = await atRest(hall, ref)
    const heard = await hearWhile(
      { hall, ref, from: lines.length + 1 },
      () => hall.answer(ref, { choose: 'another-round' }),
      (event) => event.type === 'line' && event.line.kind === 'turn',
    )
    expect(heard.flatMap((event) => (event.type === 'text' ? [event.text] : []))).toEqual(pieces)
    expect(heard.at(-1)).toMatchObject({ line: { data: { seat: 'ada', text: pieces.join('') } } })
  })

  test('whoever comes in the middle of a turn hears what was said of it so far', async () => {
    const { hall } = await setting(council)
    const ref = await session(
      hall,
      script({ ada: [{ deltas: ['so far ', 'so good'], delayMs: forever }], bo: speaks }).agents,
    )
    await hear(hall, ref, (event) => event.type === 'text')
    const late = await hear(hall, ref, (event) => event.type === 'text')
    expect(late.filter((event) => event.type !== 'line').slice(-2)).toMatchObject([
      { type: 'speaking', seat: 'ada' },
      { type: 'text', text: 'so far ' },
    ])
  })

  test('a meeting that another process holds is followed from its journal', async () => {
    const { hall, home, project } = await setting(council)
    const ref = await session(hall, script({ '*': speaks }).agents)
    await atRest(hall, ref)
    const elsewhere = await hallAt(home)
    const heard = hear(hall, ref, (event) => event.type === 'line' && event.line.kind === 'answered', 1)
    const [option] = (await elsewhere.meeting(ref)).asks?.options ?? []
    await parley(project, { home }).answer(ref.id, { choose: option?.key ?? '', by: 'person' })
    const numbers = linesIn(await heard).map(({ n }) => n)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  })

  test('a meeting that another process holds is live, in its view and in lists, until that process lets go of it', async () => {
    const { hall, home } = await setting(council)
    const ref = await session(hall, script({ '*': [{ text: 'slow', delayMs: forever }] }).agents)
    await hear(hall, ref, (event) => event.type === 'speaking')
    const elsewhere = await hallAt(home)
    expect(await elsewhere.meeting(ref)).toMatchObject({ status: 'running', live: true, elsewhere: true })
    expect(await elsewhere.meetings({})).toMatchObject([{ id: ref.id, live: true, elsewhere: true }])
    expect(await hall.meeting(ref)).toMatchObject({ live: true, elsewhere: false })
    await hall.stop()
    expect(await elsewhere.meeting(ref)).toMatchObject({ status: 'running', live: false })
    expect(await elsewhere.meetings({})).toMatchObject([{ id: ref.id, live: false }])
  })

  test('what nobody knows cannot be followed', async () => {
    const { hall } = await setting()
    const follow = hall.follow({ project: 'demo', id: 'none' }, 1, new AbortController().signal)
    await expect(follow[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'unknown-meeting' })
  })
})

describe('lists', () => {
  test('are filtered by protocol, status, seat and words, newest first', async () => {
    const { hall } = await setting(council)
    const { agents } = script({ '*': speaks }, 'repeat')
    const one = await session(hall, agents)
    await atRest(hall, one)
    const two = await hall.open({
      protocol: 'council.meeting',
      project: 'demo',
      task: 'Where to host?',
      agents,
    })
    await atRest(hall, two)
    const ids = async (filter: object) => (await hall.meetings(filter)).map(({ id }) => id)
    expect(await ids({})).toEqual([two.id, one.id])
    expect(await ids({ text: 'host' })).toEqual([two.id])
    expect(await ids({ seat: 'ada', status: 'waiting', protocol: 'council.meeting' })).toEqual([
      two.id,
      one.id,
    ])
    expect(await ids({ seat: 'ADA' })).toEqual(await ids({ seat: 'ada' }))
    expect(await ids({ seat: 'nobody' })).toEqual([])
    expect(await ids({ status: 'concluded' })).toEqual([])
  })

  test('the feed tells what begins, and then what changes', async ({ signal }) => {
    const { hall } = await setting(council)
    const stop = new AbortController()
    const { agents } = script({ '*': speaks }, 'repeat')
    let begun: FeedEvent | undefined
    const listening = (async () => {
      for await (const event of await hall.feed(stop.signal)) {
        if (event.type === 'meeting_started') begun ??= event
        if (begun && event.type === 'meeting_updated' && event.id === begun.id) return event
      }
      return undefined
    })()
    // The first look of the feed only learns what there is: meetings are begun until it tells of one.
    while (!begun && !signal.aborted) await atRest(hall, await session(hall, agents))
    if (!begun) throw new Error('The feed told of no meeting that began.')
    const ref = { project: begun.project, id: begun.id }
    const [option] = (await atRest(hall, ref)).asks?.options ?? []
    await hall.answer(ref, { choose: option?.key ?? '' })
    expect(await listening).toMatchObject({ project: 'demo', status: expect.any(String) })
    stop.abort()
  })
})

describe('documents', () => {
  test('say what they are', async () => {
    const { hall, home } = await setting({ ...council, '.council/records/old.md': '# Old record\n\nTabs.\n' })
    put(
      join(home, 'projects/demo'),
      '.lore/specs/cache.md',
      '---\ntitle: Cache\ndate: 2026-05-02\n---\n\nLRU.\n',
    )
    expect(await hall.document('demo', '.lore/specs/cache.md')).toMatchObject({
      kind: 'artifact',
      title: 'Cache',
      date: '2026-05-02',
    })
    expect(await hall.document('demo', '.council/records/old.md')).toMatchObject({
      kind: 'record',
      title: 'Old record',
      date: null,
      text: expect.stringContaining('Tabs.'),
    })
  })

  test('nothing outside the folders of documents is ever read', async () => {
    const { hall } = await setting(council)
    for (const path of [
      'README.md',
      '.council/records/../../README.md',
      '/etc/passwd',
      '.git/config',
      '.lore/none.md',
    ])
      await expect(hall.document('demo', path)).rejects.toMatchObject({ code: 'unknown-document' })
  })

  test('a link among the documents leads nowhere outside the project', async () => {
    const { hall, project } = await setting(council)
    const outside = join(temporaryFolder(), 'secret.md')
    writeFileSync(outside, 'Not for anybody.\n')
    put(project, '.council/records/own.md', '# Own\n')
    symlinkSync(outside, join(project, '.council/records/leak.md'))
    expect((await hall.document('demo', '.council/records/own.md')).text).toBe('# Own\n')
    await expect(hall.document('demo', '.council/records/leak.md')).rejects.toMatchObject({
      code: 'unknown-document',
    })
  })

  test('the pad of a session leads to the session, and the session to its pad', async () => {
    const { hall } = await setting(council)
    const ref = await session(hall, script({ '*': speaks }).agents)
    const view = await atRest(hall, ref)
    expect(view.documents).toMatchObject([{ path: `.council/scratch/${ref.id}.md`, kind: 'pad' }])
    expect((await hall.verify(ref)).findings).toEqual([])
  })
})
