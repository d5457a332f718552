// Closing talks: notes, one commit, what happens when either fails, and what leads from artifacts to talks and back.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { heldBack, voices } from '../../test/support/conducted.js'
import { forever } from '../../test/support/forever.js'
import { sectionOf } from '../protocols/talk/documents/sections.js'
import { git } from '../workspace/temporary.suite.js'
import type { Hall, MeetingRef } from './api.js'
import { atRest, hear, look, put, script } from './hall.suite.js'
import { handWritten, hire, machineFiles, open, say, talking } from './talk.suite.js'

const spec = { name: 'write_artifact', input: { path: 'specs/cache.md', body: '# Cache\n\nLRU.\n' } }
const decide = {
  name: 'record_decision',
  input: { question: 'Which policy?', decision: 'LRU with a ceiling.', reasoning: 'No clock.' },
}
const notes = { call: 'talk.notes', text: 'LRU was chosen.\n\nTTL was ruled out by clock skew.' }

const writes = (content: string) => ({ name: 'write_file', input: { path: 'src/main.ts', content } })

/** A talk that is closed and waits to be merged: both sides changed one file. */
async function inConflict() {
  const at = await talking({ worker: { builtInTools: ['write_file'] } })
  const work = { tools: [writes('export const price = 2\n'), spec], text: 'Done.' }
  const ref = await open(at.hall, script({ verity: [work, notes] }).agents)
  await atRest(at.hall, ref)
  put(at.integration, 'src/main.ts', 'export const price = 3\n')
  expect(await at.hall.close(ref)).toMatchObject({ merge: { state: 'pending' } })
  const branch = `claude/meeting/${ref.id}`
  const tip = git(at.integration, 'rev-parse', branch)
  expect((await at.hall.afterwards(ref)).commits).toMatchObject([{ hash: tip, branch, from: null }])
  return { at, ref, branch }
}

/** The key of the question that the talk asks now. */
async function asked(hall: Hall, ref: MeetingRef): Promise<string> {
  return (await hall.meeting(ref)).questions[0]!.key
}

/** As a scaffolder leaves it in the talk's worktree. */
function nested(folder: string, isCommitted: boolean): void {
  put(folder, 'app/index.ts', 'export {}\n')
  git(join(folder, 'app'), 'init', '-q')
  if (!isCommitted) return
  const person = ['-c', 'user.name=a', '-c', 'user.email=a@b']
  git(join(folder, 'app'), 'add', '--all')
  git(join(folder, 'app'), ...person, 'commit', '-q', '-m', 'first')
}

describe('closing', () => {
  test.each([
    ['with', true],
    ['without', false],
  ])(
    'a talk that holds a repository %s a commit stays open and says the way out; then its files are merged',
    async (_, isCommitted) => {
      const at = await talking()
      const ref = await open(at.hall, script({ verity: ['Scaffolded.', 'And more.', notes] }).agents)
      await atRest(at.hall, ref)
      const folder = join(at.home, 'worktrees', ref.project, `meeting-${ref.id}`)
      nested(folder, isCommitted)
      await say(at.hall, ref, 'Go on.')
      await atRest(at.hall, ref)
      const refused = at.hall.close(ref)
      await expect(refused).rejects.toThrow('app is a repository inside the worktree')
      await expect(refused).rejects.toMatchObject({ hint: expect.stringContaining('rm -rf') })
      expect((await at.hall.meeting(ref)).talk).toMatchObject({ state: 'open' })
      rmSync(join(folder, 'app/.git'), { recursive: true })
      expect(await at.hall.close(ref)).toMatchObject({ merge: { state: 'done' } })
      expect(git(at.integration, 'ls-tree', '-r', '--name-only', 'HEAD', 'app')).toBe('app/index.ts')
    },
  )

  test('notes, decisions and artifacts in one commit; nothing of the machine’s own is left', async () => {
    const at = await talking()
    const progress = { name: 'summarize_progress', input: { summary: 'TTL is out' } }
    const played = script({
      verity: [{ session: 's', tools: [spec, decide, progress], text: 'Done.' }, notes],
    })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    const before = git(at.integration, 'rev-parse', 'HEAD')
    expect(await at.hall.close(ref)).toEqual({
      status: 'closed',
      notes: { state: 'done', text: notes.text, reason: null },
      merge: { state: 'done', files: [], howTo: null },
    })
    const artifact = at.artifact(ref.id)
    expect(artifact).toMatchObject({
      status: 'closed',
      notesSummary: 'LRU was chosen.',
      merge: null,
      linked: ['specs/cache.md'],
    })
    expect(artifact.log.map(({ event }) => event)).toEqual(['opened', 'progress_summary', 'closed'])
    expect(sectionOf(artifact.body, 'Notes')).toBe(notes.text)
    expect(sectionOf(artifact.body, 'Decisions')).toContain('LRU with a ceiling.')
    expect(sectionOf(artifact.body, 'Artifacts')).toBe('- specs/cache.md (created)')
    expect(git(at.integration, 'rev-list', '--count', `${before}..HEAD`)).toBe('1')
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
    const merged = git(at.integration, 'rev-parse', 'HEAD')
    const after = await at.hall.afterwards(ref)
    expect(after).toMatchObject({
      branch: 'main',
      commits: [
        { hash: merged, branch: 'claude/main', from: `claude/meeting/${ref.id}`, facts: { merged: false } },
      ],
      commands: ['git merge claude/main'],
    })
    const files = after.commits[0]?.facts?.files ?? []
    expect(files.find(({ path }) => path === '.lore/specs/cache.md')).toMatchObject({ added: 10, removed: 0 })
    expect(machineFiles(at.home)).toEqual([])
    expect(at.branches()).toEqual([])
    const last = played.calls().at(-1)
    expect(last).toMatchObject({ call: 'talk.notes', tools: [], resume: null })
    for (const told of ['What did the survey miss?', 'Which policy?', 'specs/cache.md', 'TTL is out'])
      expect(last?.prompt).toContain(told)
    const view = await at.hall.meeting(ref)
    expect(view).toMatchObject({
      status: 'concluded',
      outcome: { status: 'closed' },
      talk: { state: 'closed', notes: { state: 'done' } },
    })
    expect((await at.hall.verify(ref)).findings).toEqual([])
  })

  test('from an artifact to the talks that made it, and from the talk to its artifacts; decisions are found by words', async () => {
    const at = await talking()
    const ref = await open(
      at.hall,
      script({ verity: [{ tools: [spec, decide], text: 'Done.' }, notes] }).agents,
    )
    await atRest(at.hall, ref)
    const found = async () => ({
      entry: await at.hall.document('demo', '.lore/specs/cache.md'),
      decisions: await at.hall.decisions({ text: 'ceiling' }),
      documents: (await at.hall.meeting(ref)).documents.map(({ path }) => path),
    })
    const expected = {
      entry: { kind: 'artifact', title: 'Cache', meetings: [ref.id] },
      decisions: [
        {
          project: 'demo',
          meeting: ref.id,
          question: 'Which policy?',
          decision: 'LRU with a ceiling.',
          reasoning: 'No clock.',
        },
      ],
      documents: [`.lore/meetings/${ref.id}.md`, '.lore/specs/cache.md'],
    }
    expect(await found()).toMatchObject(expected)
    await at.hall.close(ref)
    expect(await found()).toMatchObject(expected)
    expect(await at.hall.document('demo', '.lore/specs/cache.md')).toMatchObject({ meetings: [ref.id] })
    put(
      at.integration,
      `.lore/meetings/${ref.id}.md`,
      (at.artifactText(ref.id) ?? '').replace('TTL was', 'TTL was never'),
    )
    expect((await at.hall.verify(ref)).findings.join()).toContain(ref.id)
  })

  test('only the person closes, and only once: a second close is told so, and a closed talk stays closed', async () => {
    const at = await talking()
    const written = heldBack(['Chosen.'])
    const { voice } = await voices(onTestFinished)
    const ref = await open(at.hall, voice('Yes.', written))
    await atRest(at.hall, ref)
    const closing = at.hall.close(ref)
    await hear(at.hall, ref, (event) => event.type === 'speaking' && event.call === 'talk.notes')
    await expect(at.hall.close(ref)).rejects.toMatchObject({ code: 'closing' })
    await expect(at.hall.message(ref, 'Wait')).rejects.toMatchObject({ code: 'closing' })
    written.rest()
    await closing
    await expect(at.hall.close(ref)).rejects.toMatchObject({
      code: 'wrong-state',
      message: expect.stringMatching(/closed.*closed/),
    })
    await expect(at.hall.message(ref, 'Wait')).rejects.toMatchObject({ code: 'wrong-state' })
    await expect(at.hall.resume(ref)).rejects.toMatchObject({ code: 'wrong-state' })
    expect(at.artifact(ref.id).log.filter(({ event }) => event === 'closed')).toHaveLength(1)
  })

  test('a turn under way is ended first, what was said is kept, and what the worker changed comes along', async () => {
    const at = await talking()
    const played = script({
      verity: [{ tools: [spec], deltas: ['Half ', 'a thought'], delayMs: forever }, notes],
    })
    const ref = await open(at.hall, played.agents)
    await hear(at.hall, ref, (event) => event.type === 'text')
    await at.hall.close(ref)
    expect(played.calls().at(-1)?.prompt).toContain('Half')
    expect(look(at.integration, '.lore/specs/cache.md')).toContain('LRU.')
  })

  test('answering `close` closes as well, and a preview shows before what it would merge', async () => {
    const at = await talking({ worker: { builtInTools: ['write_file'] } })
    const tools = [
      spec,
      { name: 'write_file', input: { path: 'src/main.ts', content: 'export const price = 2\n' } },
    ]
    const ref = await open(at.hall, script({ verity: [{ tools, text: 'Done.' }, notes] }).agents)
    await atRest(at.hall, ref)
    const preview = await at.hall.preview(ref)
    expect(preview).toMatchObject({ branch: `claude/meeting/${ref.id}`, into: 'claude/main', conflicts: [] })
    const shown = Object.fromEntries(
      preview.files.map(({ path, change, patch }) => [path, `${change} ${patch.includes('price = 2')}`]),
    )
    expect(shown).toMatchObject({ 'src/main.ts': 'changed true', '.lore/specs/cache.md': 'added false' })
    await at.hall.answer(ref, { question: await asked(at.hall, ref), choose: 'close' })
    await hear(
      at.hall,
      ref,
      (event) => event.type === 'status' && event.status === 'concluded' && !event.live,
    )
    expect(look(at.integration, 'src/main.ts')).toContain('price = 2')
    expect(look(at.project, 'src/main.ts')).toContain('price = 1')
    await expect(at.hall.preview(ref)).rejects.toMatchObject({ code: 'wrong-state' })
  })
})

describe('notes that fail', () => {
  test('CLO1: the talk closes, the failure is no notes, the transcript stays, and notes can be had again', async () => {
    const at = await talking()
    const played = script({
      verity: [{ tools: [decide], text: 'Yes.' }, { call: 'talk.notes', error: 'please log in' }, notes],
    })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    expect(await at.hall.close(ref)).toMatchObject({
      notes: { state: 'failed', text: '', reason: 'please log in' },
      merge: { state: 'done' },
    })
    const closed = at.artifact(ref.id)
    expect(closed).toMatchObject({ status: 'closed', notesSummary: '' })
    expect(closed.body).not.toContain('log in')
    expect(at.transcript(ref.id)).toContain('What did the survey miss?')
    const view = await (await at.restart()).meeting(ref)
    expect(view).toMatchObject({
      status: 'waiting',
      talk: { notes: { state: 'failed' } },
      asks: { id: 'afterwards' },
    })
    await expect(at.hall.retry(ref, 'merge')).rejects.toMatchObject({ code: 'wrong-state' })
    expect(await at.hall.retry(ref, 'notes')).toMatchObject({ notes: { state: 'done', text: notes.text } })
    expect(at.artifact(ref.id)).toMatchObject({ status: 'closed', notesSummary: 'LRU was chosen.' })
    expect(at.transcript(ref.id)).toBeNull()
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
    expect(await at.hall.meeting(ref)).toMatchObject({
      status: 'concluded',
      talk: { notes: { state: 'done' } },
    })
    expect((await at.hall.verify(ref)).findings).toEqual([])
  })

  test('open items of the notes are offered as follow-ups, one by one', async () => {
    const at = await talking()
    const left = 'Chosen.\n\n## Open items\n\n- Measure the hit rate\n- [ ] Ask the edge team\n'
    const ref = await open(at.hall, script({ verity: ['Yes.', { call: 'talk.notes', text: left }] }).agents)
    await atRest(at.hall, ref)
    await at.hall.close(ref)
    const view = await at.hall.meeting(ref)
    expect(view.asks?.options.map(({ key }) => key)).toEqual(['item-1', 'item-2', 'done'])
    await at.hall.answer(ref, { question: await asked(at.hall, ref), choose: 'item-2' })
    await hear(at.hall, ref, (event) => event.type === 'status' && event.status === 'waiting' && !event.live)
    await at.hall.answer(ref, { question: await asked(at.hall, ref), choose: 'done' })
    await hear(
      at.hall,
      ref,
      (event) => event.type === 'status' && event.status === 'concluded' && !event.live,
    )
    expect(await at.hall.requests('demo')).toMatchObject([
      { worker: 'Verity', agenda: 'Ask the edge team', referenced: [`meetings/${ref.id}.md`] },
    ])
  })
})

describe('merging', () => {
  test('what both sides changed below .lore is settled for the talk, in the same commit', async () => {
    const at = await talking()
    const survey = {
      name: 'write_artifact',
      input: { path: 'research/survey.md', body: '# Survey\n\nFive regions.\n' },
    }
    const ref = await open(at.hall, script({ verity: [{ tools: [survey], text: 'Done.' }, notes] }).agents)
    await atRest(at.hall, ref)
    put(at.integration, '.lore/research/survey.md', '# Survey\n\nFour regions.\n')
    expect(await at.hall.close(ref)).toMatchObject({ merge: { state: 'done' } })
    expect(look(at.integration, '.lore/research/survey.md')).toContain('Five regions.')
    expect(at.artifact(ref.id).log.map(({ event }) => event)).toEqual(['opened', 'closed'])
  })

  test('CLO2: any other conflict keeps the branch, closes the talk, marks the artifact, and asks the manager once', async () => {
    const at = await talking({ worker: { builtInTools: ['write_file'] } })
    const ref = await open(
      at.hall,
      script({ verity: [{ tools: [writes('export const price = 2\n'), spec], text: 'Done.' }, notes] })
        .agents,
    )
    await atRest(at.hall, ref)
    put(at.integration, 'src/main.ts', 'export const price = 3\n')
    expect((await at.hall.preview(ref)).conflicts).toEqual(['src/main.ts'])
    const result = await at.hall.close(ref)
    const branch = `claude/meeting/${ref.id}`
    expect(result).toMatchObject({
      notes: { state: 'done' },
      merge: {
        state: 'pending',
        files: ['src/main.ts'],
        howTo: expect.arrayContaining([{ command: `git merge --squash ${branch}` }]),
      },
    })
    expect(look(at.integration, 'src/main.ts')).toBe('export const price = 3\n')
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
    expect(look(at.integration, '.lore/specs/cache.md')).toBeNull()
    expect(at.artifact(ref.id)).toMatchObject({
      status: 'closed',
      notesSummary: 'LRU was chosen.',
      merge: { branch, files: ['src/main.ts'] },
    })
    expect(at.branches()).toEqual([branch])
    expect(existsSync(at.worktree(ref.id))).toBe(false)
    const requests = await at.hall.requests('demo')
    expect(requests).toHaveLength(1)
    for (const named of [ref.id, branch, 'src/main.ts']) expect(requests[0]?.agenda).toContain(named)
    expect(await at.hall.projects()).toMatchObject([{ openTalks: 0 }])

    await expect(at.hall.retry(ref, 'merge')).resolves.toMatchObject({ merge: { state: 'pending' } })
    put(at.integration, 'src/main.ts', 'export const price = 1\n')
    expect(await at.hall.retry(ref, 'merge')).toMatchObject({ merge: { state: 'done' } })
    expect(look(at.integration, 'src/main.ts')).toBe('export const price = 2\n')
    expect(at.artifact(ref.id)).toMatchObject({
      status: 'closed',
      notesSummary: 'LRU was chosen.',
      merge: null,
    })
    expect(at.branches()).toEqual([])
    expect(await at.hall.requests('demo')).toHaveLength(1)
    expect((await at.hall.verify(ref)).findings).toEqual([])
  })

  test("CLO2: what is said about a merge that waits leads there: after git's own squash, settling and committing, a retry finds it merged", async () => {
    const { at, ref, branch } = await inConflict()
    const commands = (await at.hall.meeting(ref)).talk?.merge.howTo?.flatMap((step) =>
      'command' in step ? [step.command] : [],
    )
    expect(commands).toEqual([
      `cd ${at.integration}`,
      `git merge --squash ${branch}`,
      `git checkout HEAD -- .lore/meetings/${ref.id}.md`,
      'git commit --no-verify',
    ])
    expect(() => git(at.integration, 'merge', '--squash', branch)).toThrow()
    git(at.integration, 'checkout', 'HEAD', '--', `.lore/meetings/${ref.id}.md`)
    expect(await at.hall.retry(ref, 'merge')).toMatchObject({ merge: { state: 'pending' } })
    const unsettled = look(at.integration, 'src/main.ts')
    expect(unsettled).toContain('<<<<<<<')
    const early = script({ verity: ['Hello.'] }).agents
    await expect(open(at.hall, early)).rejects.toMatchObject({
      message: expect.stringMatching(/src\/main.ts is in conflict and waits to be settled/),
    })
    expect(look(at.integration, 'src/main.ts')).toBe(unsettled)
    expect(git(at.integration, 'show', 'HEAD:src/main.ts')).toBe('export const price = 3')
    put(at.integration, 'src/main.ts', 'export const price = 5\n')
    git(at.integration, 'add', 'src/main.ts')
    git(at.integration, '-c', 'core.editor=true', 'commit', '--quiet', '--no-verify')
    const hand = git(at.integration, 'rev-parse', 'HEAD')
    expect(await at.hall.retry(ref, 'merge')).toMatchObject({ merge: { state: 'done', howTo: null } })
    expect((await at.hall.meeting(ref)).outcome).toMatchObject({ merge: { state: 'done', commit: hand } })
    expect(look(at.integration, 'src/main.ts')).toBe('export const price = 5\n')
    expect(at.artifact(ref.id)).toMatchObject({ status: 'closed', merge: null })
    expect(at.branches()).toEqual([])
    expect(git(at.integration, 'status', '--porcelain')).toBe('')
    expect((await at.hall.verify(ref)).findings).toEqual([])
  })

  test('CLO2: a merge made by hand with a message of its own is taken as settled at the word of the person, and no commit is lost with it', async () => {
    const { at, ref, branch } = await inConflict()
    const tip = git(at.project, 'rev-parse', branch)
    put(at.integration, 'src/main.ts', 'export const price = 5\n')
    git(at.integration, 'commit', '--quiet', '--no-verify', '-am', 'Both prices')
    expect(await at.hall.retry(ref, 'merge')).toMatchObject({ merge: { state: 'pending' } })
    await expect(at.hall.retry(ref, 'notes', true)).rejects.toMatchObject({ code: 'wrong-state' })
    expect(await at.hall.retry(ref, 'merge', true)).toMatchObject({ merge: { state: 'done' } })
    expect(look(at.integration, 'src/main.ts')).toBe('export const price = 5\n')
    expect(at.artifact(ref.id)).toMatchObject({ status: 'closed', merge: null })
    expect(at.branches()).toEqual([])
    expect(git(at.project, 'rev-parse', `refs/parley/settled/${ref.id}`)).toBe(tip)
    expect((await at.hall.meeting(ref)).status).toBe('concluded')
    expect((await at.hall.verify(ref)).findings).toEqual([])
  })

  test('notes that came after the talk waited to be merged outlive the merge', async () => {
    const at = await talking({ worker: { builtInTools: ['write_file'] } })
    const played = script({
      verity: [
        { tools: [writes('export const price = 2\n')], text: 'Done.' },
        { call: 'talk.notes', error: 'down' },
        notes,
      ],
    })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    put(at.integration, 'src/main.ts', 'export const price = 3\n')
    await at.hall.close(ref)
    await at.hall.retry(ref, 'notes')
    put(at.integration, 'src/main.ts', 'export const price = 1\n')
    expect(await at.hall.retry(ref, 'merge')).toMatchObject({
      merge: { state: 'done' },
      notes: { state: 'done' },
    })
    expect(at.artifact(ref.id)).toMatchObject({ notesSummary: 'LRU was chosen.', merge: null })
  })

  test('git variables of a hook around us lead nowhere', async () => {
    const at = await talking()
    const elsewhere = join(at.home, 'elsewhere')
    process.env['GIT_DIR'] = elsewhere
    process.env['GIT_WORK_TREE'] = elsewhere
    try {
      const ref = await open(at.hall, script({ verity: ['Yes.', notes] }).agents)
      await atRest(at.hall, ref)
      expect(await at.hall.close(ref)).toMatchObject({ merge: { state: 'done' } })
    } finally {
      delete process.env['GIT_DIR']
      delete process.env['GIT_WORK_TREE']
    }
    expect(existsSync(elsewhere)).toBe(false)
  })

  test('what the person commits on their own branch is followed while no talk is open, and left alone while one is', async () => {
    const at = await talking()
    const commit = (path: string, text: string) => {
      put(at.project, path, text)
      git(at.project, 'add', '-A')
      git(at.project, 'commit', '-q', '--no-verify', '-m', path)
    }
    const ref = await open(at.hall, script({ verity: ['Yes.', notes] }).agents)
    await atRest(at.hall, ref)
    commit('.lore/meetings/wish.md', handWritten())
    expect(look(at.integration, '.lore/meetings/wish.md')).toBeNull()
    await at.hall.close(ref)
    await at.restart()
    expect((await at.hall.requests()).map(({ id }) => id)).toEqual(['wish'])
    expect(git(at.project, 'branch', '--show-current')).toBe('main')
  })
})

describe('around a talk', () => {
  test('the person gives it another title in its file, and it is called so everywhere', async () => {
    const at = await talking()
    const ref = await open(at.hall, script({ verity: ['Yes.', notes] }).agents)
    await atRest(at.hall, ref)
    const text = at.artifactText(ref.id) ?? ''
    put(
      at.worktree(ref.id),
      `.lore/meetings/${ref.id}.md`,
      text.replace(/^title: .*$/m, 'title: Pick a policy'),
    )
    expect((await at.hall.meetings({ text: 'policy' })).map(({ id }) => id)).toEqual([ref.id])
    await at.hall.close(ref)
    expect(at.artifact(ref.id)).toMatchObject({ title: 'Pick a policy' })
  })

  test('workers and forms say what there is to choose from', async () => {
    const at = await talking()
    hire(at.home, 'broken', { identity: { name: '../x', description: 'x', displayTitle: 'x' } })
    expect((await at.hall.workers()).map(({ name }) => name)).toContain('verity')
    expect((await at.hall.workers()).map(({ name }) => name)).not.toContain('broken')
    const forms = await at.hall.forms('demo')
    const field = (protocol: string, name: string) =>
      forms.meetings.find((form) => form.protocol === protocol)?.fields.find((one) => one.name === name)
    expect(field('meet', 'mode')?.choices.map(({ value }) => value)).toContain('decide')
    expect(field('meet', 'invitees')?.choices.length).toBeGreaterThan(0)
    expect(field('talk', 'worker')?.choices.find(({ value }) => value === 'verity')).toMatchObject({
      label: 'Verity',
      about: 'Pathfinder: Finds the way.',
    })
    expect(forms.agents.map(({ name }) => name)).toContain('claude:MODEL')
    const council = forms.meetings.find(({ protocol }) => protocol === 'council.meeting')
    expect(council).toMatchObject({
      command: ['council', 'meeting'],
      trouble: null,
      fields: expect.arrayContaining([
        expect.objectContaining({ name: 'template', kind: 'choice', required: true }),
      ]),
    })
    // Who would sit there is known before it is convened, and which voice speaks where none is named.
    expect(
      field('council.meeting', 'template')?.choices.find(({ value }) => value === 'writing-lab')?.seats?.[0],
    ).toEqual({ value: 'editor', label: 'editor', about: 'chair' })
    expect(forms.usual).toBeNull()
  })

  test('notes have a voice of their own where one is settled', async () => {
    const at = await talking()
    const own = script({ notes: [notes] })
    put(
      at.home,
      'config.yaml',
      `agents: ${script({ verity: ['Yes.'] }).agents}\nseats: { notes: "${own.agents}" }\nprojects:\n  - { name: demo, path: ${at.project} }\n`,
    )
    const ref = await at.hall.open({ protocol: 'talk', project: 'demo', worker: 'verity', message: 'Hello' })
    await atRest(at.hall, ref)
    expect(await at.hall.close(ref)).toMatchObject({ notes: { state: 'done', text: notes.text } })
    expect(own.calls()).toMatchObject([{ seat: 'notes', call: 'talk.notes' }])
  })

  test('a talk that was said much in closes with all of it in its transcript until the end', async () => {
    const at = await talking()
    const played = script({ verity: ['One.', 'Two.', 'Three.', notes] })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    await say(at.hall, ref, 'Second?')
    await say(at.hall, ref, 'Third?')
    await at.hall.close(ref)
    for (const told of ['One.', 'Second?', 'Two.', 'Third?', 'Three.'])
      expect(played.calls().at(-1)?.prompt).toContain(told)
  })
})
