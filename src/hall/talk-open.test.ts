// Opening talks, and the requests that lead to them: states, cap, isolation, and what a failed opening leaves.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git } from '../workspace/temporary.suite.js'
import type { FeedEvent } from './api.js'
import { atRest, look, put, script } from './hall.suite.js'
import { handWritten, hire, machineFiles, open, talking } from './talk.suite.js'

const yes = () => script({ '*': ['Yes.'] }, 'repeat')

describe('a talk that the person begins', () => {
  test('artifact, branch, worktree, state and session, in places that the id names', async () => {
    const at = await talking()
    const played = script({ verity: [{ session: 'rt-9', text: 'Hello.' }] })
    const ref = await open(at.hall, played.agents, 'Compare "LRU": and TTL\nby Friday', {
      references: ['research/survey.md'],
    })
    expect(ref.id).toMatch(/^audience-Verity-\d{8}-\d{6}$/)
    const view = await atRest(at.hall, ref)
    expect(at.artifact(ref.id)).toMatchObject({
      status: 'open',
      worker: 'Verity',
      workerDisplayTitle: 'Pathfinder',
      title: 'Compare "LRU": and TTL',
      agenda: 'Compare "LRU": and TTL\nby Friday',
      referenced: ['research/survey.md'],
      sessionId: 'rt-9',
      notesSummary: '',
      troubles: [],
    })
    expect(at.artifact(ref.id).log).toMatchObject([{ event: 'opened' }])
    expect(git(at.integration, 'show', `claude/main:.lore/meetings/${ref.id}.md`)).toContain('status: open')
    expect(git(at.worktree(ref.id), 'branch', '--show-current')).toBe(`claude/meeting/${ref.id}`)
    expect(view.talk).toMatchObject({
      state: 'open',
      branch: `claude/meeting/${ref.id}`,
      agenda: 'Compare "LRU": and TTL\nby Friday',
    })
    const [first] = played.calls()
    for (const told of ['This is a meeting', ref.id, 'research/survey.md', 'by Friday'])
      expect(first?.prompt).toContain(told)
    expect(git(at.project, 'status', '--porcelain')).toBe('')
  })

  test('a sparse worker gets .lore and the files at the root; a full one the whole tree; neither loses what it lacks', async () => {
    const at = await talking({ worker: { checkoutScope: 'sparse' } })
    hire(at.home, 'wide')
    const tools = [{ name: 'write_artifact', input: { path: 'specs/x.md', body: 'X.\n' } }]
    const { agents } = script({ verity: [{ tools, text: 'Yes.' }], wide: ['Yes.'], '*': ['Notes.'] })
    const narrow = await open(at.hall, agents)
    await atRest(at.hall, narrow)
    expect(existsSync(join(at.worktree(narrow.id), 'src'))).toBe(false)
    expect(existsSync(join(at.worktree(narrow.id), '.lore/research/survey.md'))).toBe(true)
    const wide = await open(at.hall, agents, 'Hello', { worker: 'Wide' })
    await atRest(at.hall, wide)
    expect(existsSync(join(at.worktree(wide.id), 'src/main.ts'))).toBe(true)
    await at.hall.close(narrow)
    expect(look(at.integration, 'src/main.ts')).toContain('price')
    expect(look(at.integration, '.lore/specs/x.md')).toContain('X.')
  })

  test('two talks of one worker in one second have two ids', async () => {
    const at = await talking()
    const refs = await Promise.all([1, 2, 3].map(() => open(at.hall, yes().agents)))
    expect(new Set(refs.map(({ id }) => id)).size).toBe(3)
    await Promise.all(refs.map((ref) => atRest(at.hall, ref)))
    expect(await at.hall.meetings({ protocol: 'talk' })).toHaveLength(3)
  })

  test('a worker is found by its package or by its name; one that is unknown is refused before anything is written', async () => {
    const at = await talking()
    hire(at.home, 'master', {
      identity: { name: 'Guild Master', description: 'Leads.', displayTitle: 'Master' },
    })
    const ref = await open(at.hall, yes().agents, 'Hello', { worker: 'guild master' })
    expect(ref.id).toMatch(/^audience-Guild-Master-/)
    await atRest(at.hall, ref)
    await expect(open(at.hall, yes().agents, 'Hello', { worker: 'nobody' })).rejects.toMatchObject({
      code: 'unknown-worker',
    })
    await expect(open(at.hall, yes().agents, '  ')).rejects.toMatchObject({ code: 'bad-request' })
    await expect(open(at.hall, yes().agents, 'x', { references: ['../out.md'] })).rejects.toMatchObject({
      code: 'bad-request',
    })
    await expect(open(at.hall, 'script:/nowhere.yaml')).rejects.toMatchObject({ code: 'bad-request' })
    expect(await at.hall.meetings({ protocol: 'talk' })).toHaveLength(1)
  })
})

describe('the cap', () => {
  test('at the cap create and accept are refused, with the cap and the talks that are open; closing makes room', async () => {
    const at = await talking()
    put(at.home, 'config.yaml', `projects:\n  - { name: demo, path: ${at.project}, meetingCap: 1 }\n`)
    put(at.integration, '.lore/meetings/wish.md', handWritten())
    const ref = await open(at.hall, yes().agents)
    await atRest(at.hall, ref)
    const refusal = { code: 'cap-reached', message: expect.stringMatching(new RegExp(`cap is 1.*${ref.id}`)) }
    await expect(open(at.hall, yes().agents)).rejects.toMatchObject(refusal)
    await expect(
      at.hall.accept({ project: 'demo', id: 'wish' }, { agents: yes().agents }),
    ).rejects.toMatchObject(refusal)
    expect(at.artifact('wish').status).toBe('requested')
    await at.hall.close(ref)
    await atRest(at.hall, await at.hall.accept({ project: 'demo', id: 'wish' }, { agents: yes().agents }))
    expect(at.artifact('wish').status).toBe('open')
  })

  test('of many that come at once, exactly as many are opened as there is room for', async () => {
    const at = await talking()
    put(at.home, 'config.yaml', `projects:\n  - { name: demo, path: ${at.project}, meetingCap: 2 }\n`)
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => open(at.hall, yes().agents)))
    const opened = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(opened).toHaveLength(2)
    expect(
      tries
        .filter((one) => one.status === 'rejected')
        .map((one) => (one as PromiseRejectedResult).reason.code),
    ).toEqual(['cap-reached', 'cap-reached'])
    await Promise.all(opened.map((ref) => atRest(at.hall, ref)))
    expect(at.branches()).toHaveLength(2)
  })
})

describe('an opening that fails', () => {
  test('a missing toolbox is named, and nothing is left: no journal, artifact, branch, worktree or place under the cap', async () => {
    const at = await talking({ worker: { domainToolboxes: ['weather'] } })
    const head = git(at.integration, 'rev-parse', 'HEAD^{tree}')
    await expect(open(at.hall, yes().agents)).rejects.toMatchObject({
      code: 'not-possible',
      message: expect.stringContaining('weather'),
    })
    expect(at.branches()).toEqual([])
    expect(machineFiles(at.home)).toEqual([])
    expect(readdirSync(join(at.home, 'talks'))).toEqual([])
    expect(await at.hall.meetings({})).toEqual([])
    expect(await at.hall.projects()).toMatchObject([{ openTalks: 0 }])
    expect(git(at.integration, 'rev-parse', 'HEAD^{tree}')).toBe(head)
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
    expect(at.logged.join('\n')).toContain('weather')
  })

  test('a request whose opening failed is a request again, word for word, and can be accepted when the fault is mended', async () => {
    const at = await talking({ worker: { domainToolboxes: ['weather'] } })
    const text = handWritten()
    put(at.integration, '.lore/meetings/wish.md', text)
    const ref = { project: 'demo', id: 'wish' }
    await expect(at.hall.accept(ref, { agents: yes().agents })).rejects.toMatchObject({
      code: 'not-possible',
    })
    expect(look(at.integration, '.lore/meetings/wish.md')).toBe(text)
    expect(at.branches()).toEqual([])
    hire(at.home, 'verity')
    await atRest(at.hall, await at.hall.accept(ref, { agents: yes().agents }))
    expect(at.artifact('wish').status).toBe('open')
  })
})

describe('requests', () => {
  test('a file that somebody put there is a request, whatever its order, quotes and lists', async () => {
    const at = await talking()
    put(at.integration, '.lore/meetings/wish.md', handWritten())
    put(at.integration, '.lore/meetings/broken.md', '---\nstatus: [\n---\n')
    put(at.integration, '.lore/meetings/..hidden.md', handWritten())
    expect(await at.hall.requests('demo')).toEqual([
      {
        project: 'demo',
        id: 'wish',
        title: 'Look at this: now',
        worker: 'Verity',
        workerTitle: '',
        agenda: 'Two things to settle',
        reason: 'Two things to settle',
        referenced: ['research/survey.md'],
        deferredUntil: null,
        date: '2026-05-04',
      },
    ])
    const view = await at.hall.meeting({ project: 'demo', id: 'wish' })
    expect(view).toMatchObject({ protocol: 'talk', lines: [], talk: { state: 'requested' } })
  })

  test('declining marks and nothing else; what was referenced stays, and no branch is made', async () => {
    const at = await talking()
    put(at.integration, '.lore/meetings/wish.md', handWritten())
    const ref = { project: 'demo', id: 'wish' }
    await at.hall.decline(ref, 'Not now')
    expect(at.artifact('wish')).toMatchObject({
      status: 'declined',
      log: [{ event: 'declined', reason: 'Not now' }],
    })
    expect(look(at.integration, '.lore/research/survey.md')).toContain('Three regions')
    expect(at.artifactText('wish')).toContain('Some prose of mine.')
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
    expect(at.branches()).toEqual([])
    expect(await at.hall.requests()).toEqual([])
    expect((await at.hall.meeting(ref)).talk?.state).toBe('declined')
  })

  test('every other move is refused, names both states, and leaves the file untouched', async () => {
    const at = await talking()
    put(at.integration, '.lore/meetings/wish.md', handWritten())
    const ref = { project: 'demo', id: 'wish' }
    await expect(at.hall.close(ref)).rejects.toMatchObject({
      code: 'wrong-state',
      message: expect.stringMatching(/requested.*closed/),
    })
    await expect(at.hall.message(ref, 'Hi')).rejects.toMatchObject({ code: 'wrong-state' })
    await at.hall.decline(ref)
    const text = at.artifactText('wish')
    await expect(at.hall.accept(ref)).rejects.toMatchObject({
      code: 'wrong-state',
      message: expect.stringMatching(/declined.*open/),
    })
    await expect(at.hall.decline(ref)).rejects.toMatchObject({ code: 'wrong-state' })
    await expect(at.hall.defer(ref, '2026-06-01')).rejects.toMatchObject({ code: 'wrong-state' })
    await expect(at.hall.close(ref)).rejects.toMatchObject({ code: 'wrong-state' })
    expect(at.artifactText('wish')).toBe(text)
    await expect(at.hall.decline({ ...ref, id: 'none' })).rejects.toMatchObject({ code: 'unknown-meeting' })
    await expect(at.hall.decline({ ...ref, id: '../wish' })).rejects.toMatchObject({
      code: 'unknown-meeting',
    })
  })

  test('a reference to an artifact that does not exist is refused, and nothing is opened', async () => {
    const at = await talking()
    const { agents } = script({ verity: ['Hello.'] })
    for (const missing of ['research/none.md', 'research'])
      await expect(
        open(at.hall, agents, 'Look.', { references: ['research/survey.md', missing] }),
      ).rejects.toMatchObject({
        code: 'bad-request',
        message: `There is no artifact ${missing} on claude/main.`,
      })
    expect(await at.hall.meetings({})).toEqual([])
    const ref = await open(at.hall, agents, 'Look.', { references: ['.lore/research/survey.md'] })
    expect((await atRest(at.hall, ref)).talk?.referenced).toEqual(['research/survey.md'])
  })

  test('declining or deferring a talk that is open or closed is refused with the state that it is in', async () => {
    const at = await talking()
    const notes = { call: 'talk.notes', text: 'Done.' }
    const ref = await open(at.hall, script({ verity: ['Hello.', notes] }).agents)
    await atRest(at.hall, ref)
    const refusals = async () =>
      Promise.all(
        [at.hall.decline(ref), at.hall.defer(ref, '2026-06-01')].map((asked) =>
          asked.then(
            () => 'taken',
            (error: Error) => error.message,
          ),
        ),
      )
    expect(await refusals()).toEqual([
      'A talk that is open cannot become declined.',
      'A talk that is open cannot be deferred; only a requested one can.',
    ])
    await at.hall.close(ref)
    expect(await refusals()).toEqual([
      'A talk that is closed cannot become declined.',
      'A talk that is closed cannot be deferred; only a requested one can.',
    ])
  })

  test('deferring keeps a request, with its date; those never deferred come first, then by date, then the newest', async () => {
    const at = await talking()
    for (const [id, day] of [
      ['a', '01'],
      ['b', '02'],
      ['c', '03'],
      ['d', '04'],
    ] as const)
      put(at.integration, `.lore/meetings/${id}.md`, handWritten().replace('2026-05-04', `2026-05-${day}`))
    await at.hall.defer({ project: 'demo', id: 'd' }, '2026-07-01')
    await at.hall.defer({ project: 'demo', id: 'a' }, '2026-06-01')
    await expect(at.hall.defer({ project: 'demo', id: 'b' }, 'soon')).rejects.toMatchObject({
      code: 'bad-request',
    })
    expect((await at.hall.requests()).map(({ id, deferredUntil }) => [id, deferredUntil])).toEqual([
      ['c', null],
      ['b', null],
      ['a', '2026-06-01'],
      ['d', '2026-07-01'],
    ])
  })

  test('accepted, the worker speaks first about what is referenced; the file has the same shape as any other', async () => {
    const at = await talking()
    put(
      at.integration,
      '.lore/meetings/wish.md',
      handWritten('Verity', 'referenced_artifacts:\n  - research/survey.md\n'),
    )
    const played = script({ verity: ['Three regions are missing.', 'Fine.'] })
    const ref = await at.hall.accept({ project: 'demo', id: 'wish' }, { agents: played.agents })
    const view = await atRest(at.hall, ref)
    expect(view.lines.filter(({ kind }) => kind === 'answered')).toEqual([])
    expect(view.lastLine).toBe('Three regions are missing.')
    const [first] = played.calls()
    for (const told of ['Two things to settle', 'research/survey.md', 'Begin'])
      expect(first?.prompt).toContain(told)
    expect(at.artifact('wish')).toMatchObject({
      status: 'open',
      referenced: ['research/survey.md'],
      log: [{ event: 'opened' }],
    })
    expect(at.artifactText('wish')).toContain('Some prose of mine.')
    await expect(at.hall.decline(ref)).rejects.toMatchObject({ code: 'wrong-state' })
  })

  test('accepted with a message, the words arrive with the agenda, as an answer of the person', async () => {
    const at = await talking()
    put(at.integration, '.lore/meetings/wish.md', handWritten())
    const played = script({ verity: ['Yes.'] })
    const ref = await at.hall.accept(
      { project: 'demo', id: 'wish' },
      { message: 'Only the costs, please', agents: played.agents },
    )
    const view = await atRest(at.hall, ref)
    expect(view.lines.filter(({ kind }) => kind === 'answered').map(({ data }) => data)).toMatchObject([
      { text: 'Only the costs, please' },
    ])
    expect(played.calls()[0]?.prompt).toContain('Only the costs, please')
  })

  test('the feed tells of everything that happens once it is there: a request that was only put there, and what becomes of it', async () => {
    const at = await talking()
    const stop = new AbortController()
    const heard: FeedEvent[] = []
    const until = (type: FeedEvent['type']) =>
      expect.poll(() => heard.some((event) => event.type === type), { message: type }).toBe(true)
    const feed = await at.hall.feed(stop.signal)
    put(at.integration, '.lore/meetings/wish.md', handWritten())
    const listening = (async () => {
      for await (const event of feed) heard.push(event)
    })()
    await until('meeting_requested')
    const { id } = heard[0] as FeedEvent
    await at.hall.decline({ project: 'demo', id })
    await until('meeting_updated')
    stop.abort()
    await listening
    expect(heard[0]).toMatchObject({ type: 'meeting_requested', project: 'demo', status: 'requested' })
    expect(heard.find(({ type }) => type === 'meeting_updated')).toMatchObject({ id, status: 'declined' })
  })
})
