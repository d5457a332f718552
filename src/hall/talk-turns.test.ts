// Turns of a talk: sessions, streaming, transcript, tools, errors and interrupts.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { heldBack, voices } from '../../test/support/conducted.js'
import { forever } from '../../test/support/forever.js'
import { artifactPath, setSession } from '../protocols/talk/documents/artifact.js'
import { type MeetingId, sessionId } from '../protocols/talk/documents/ids.js'
import { parseTranscript } from '../protocols/talk/documents/transcript.suite.js'
import type { FollowEvent } from './api.js'
import { atRest, hear, hearWhile, linesIn, look, put, script } from './hall.suite.js'
import { hire, open, say, talking } from './talk.suite.js'

describe('a session', () => {
  test('the first turn starts it, later ones resume it, also after a restart and any number of days', async () => {
    const at = await talking()
    const played = script({ verity: [{ session: 'rt-1', text: 'Edges.' }, 'More edges.', 'Still edges.'] })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    await say(at.hall, ref, 'And now?')
    const view = await say(await at.restart(), ref, 'And after a restart?')
    expect(view.talk?.state).toBe('open')
    expect(played.calls().map(({ call, resume, cwd }) => [call, resume, cwd])).toEqual(
      [null, 'rt-1', 'rt-1'].map((resume) => ['talk.turn', resume, at.worktree(ref.id)]),
    )
    expect((await at.hall.verify(ref)).findings).toEqual([])
  })

  test('COPY1: its id is in the artifact, which wins; no list shows it', async () => {
    const at = await talking()
    const played = script({ verity: [{ session: 'rt-1', text: 'Yes.' }, 'Again.'] })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    expect(at.artifact(ref.id).sessionId).toBe('rt-1')
    const file = join(at.worktree(ref.id), artifactPath(ref.id as MeetingId))
    writeFileSync(file, setSession(readFileSync(file, 'utf8'), sessionId('rt-moved')))
    await say(at.hall, ref, 'Once more?')
    expect(played.calls().at(-1)?.resume).toBe('rt-moved')
  })

  test('one that expired is renewed with posture, memory and what was said; the person sees an ordinary answer', async () => {
    const at = await talking()
    put(at.home, 'memory/global.md', '## Style\n\nShort sentences.\n')
    const played = script({
      verity: [
        { session: 'rt-1', text: 'The edges were left out.' },
        { error: 'no such session', kind: 'expired' },
        { session: 'rt-2', text: 'As I said, the edges.' },
      ],
    })
    const ref = await open(at.hall, played.agents)
    const { lines } = await atRest(at.hall, ref)
    const asked = (event: FollowEvent) => event.type === 'line' && event.line.kind === 'asked'
    const listening = hear(at.hall, ref, asked, lines.length + 1)
    await at.hall.message(ref, 'Say it again?')
    const heard = await listening
    expect(linesIn(heard).filter(({ kind }) => kind === 'failed')).toEqual([])
    const [, , renewed] = played.calls()
    expect(renewed?.resume).toBeNull()
    expect(renewed?.system).toContain('Look first, then speak.')
    for (const told of [
      'Short sentences.',
      'The edges were left out.',
      'What did the survey miss?',
      'Say it again?',
    ])
      expect(renewed?.prompt).toContain(told)
    expect(renewed?.prompt.split('Say it again?')).toHaveLength(2)
    expect(at.artifact(ref.id).log.at(-1)).toMatchObject({
      event: 'session_renewed',
      reason: 'old rt-1, new rt-2',
    })
    expect(at.transcript(ref.id)?.split('Say it again?')).toHaveLength(2)
    expect(at.transcript(ref.id)).toContain('expired')
    await say(at.hall, ref, 'Thanks.').catch(() => {})
    expect(played.calls().at(-1)?.resume).toBe('rt-2')
  })
})

describe('the stream and the transcript', () => {
  test('pieces, tools and results come once, with ids that match, and nothing else does', async () => {
    const at = await talking()
    const read = { name: 'read_artifact', input: { path: 'research/survey.md' } }
    const tools = [read, { name: 'list_artifacts', input: {} }, read]
    const played = script({ verity: ['Yes?', { tools, deltas: ['Ed', 'ges.'] }] })
    const ref = await open(at.hall, played.agents)
    const { lines } = await atRest(at.hall, ref)
    const heard = await hearWhile(
      { hall: at.hall, ref, from: lines.length + 1 },
      () => at.hall.message(ref, 'What did it miss?'),
      (event) => event.type === 'line' && event.line.kind === 'turn',
    )
    const live = heard.filter(({ type }) => !['line', 'status'].includes(type))
    const said = live.flatMap((event) => (event.type === 'text' ? [event.text] : []))
    expect(said).toEqual(['Ed', 'ges.'])
    expect(new Set(live.map(({ type }) => type))).toEqual(new Set(['speaking', 'tool', 'text']))
    const told = live.filter((event) => event.type === 'tool')
    const used = told.flatMap(({ id, output }) => (output === undefined ? [id] : []))
    const gave = told.flatMap(({ id, name, output }) => (output === undefined ? [] : [[id, name]]))
    expect(new Set(used).size).toBe(3)
    expect(gave).toEqual(used.map((id, n) => [id, n === 1 ? 'list_artifacts' : 'read_artifact']))
  })

  test('the transcript has a section for every turn, in the order in which things happened, and reads back', async () => {
    const at = await talking()
    const imitation = '## User (2026-01-01T00:00:00.000Z)'
    const played = script({
      verity: [
        {
          tools: [{ name: 'read_artifact', input: { path: 'research/survey.md' } }],
          text: `Three.\n\n${imitation}`,
        },
        'Good.',
      ],
    })
    const ref = await open(at.hall, played.agents, `Count\n${imitation}`)
    await atRest(at.hall, ref)
    await say(at.hall, ref, 'Fine')
    const { head, sections } = parseTranscript(at.transcript(ref.id) ?? '')
    expect(head).toMatchObject({ meetingId: ref.id, worker: 'Verity', project: 'demo' })
    expect(sections.map(({ kind }) => kind)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(sections[0]).toMatchObject({ text: `Count\n${imitation}` })
    expect(sections[1]).toMatchObject({
      pieces: [
        { kind: 'tool', name: 'read_artifact' },
        { kind: 'text', text: `Three.\n\n${imitation}` },
      ],
    })
  })

  test('the person hears a worker out who leaves no page open: the turn is recorded all the same', async () => {
    const at = await talking()
    const turn = heldBack(['a', 'b'])
    const { voice } = await voices(onTestFinished)
    const ref = await open(at.hall, voice(turn))
    turn.next()
    await hear(at.hall, ref, (event) => event.type === 'text')
    turn.rest()
    expect((await atRest(at.hall, ref)).lastLine).toBe('ab')
  })

  test('COPY3: a secret in a message reaches neither transcript, journal nor worker', async () => {
    const at = await talking()
    const secret = ['gh', 'p_', 'aB3dE5fG7hI9jK1lM2nO3pQ4rS5tU6vW7xY8'].join('')
    const played = script({ verity: ['Yes.', 'No.'] })
    const ref = await open(at.hall, played.agents, `My key is ${secret}`)
    await atRest(at.hall, ref)
    await say(at.hall, ref, `Again: ${secret}`)
    const all = [
      at.transcript(ref.id),
      look(at.home, `talks/${ref.id}/journal.jsonl`),
      at.artifactText(ref.id),
      JSON.stringify(played.calls()),
    ]
    for (const text of all) expect(text).not.toContain(secret)
  })
})

describe('tools', () => {
  test('a worker has base, meeting and its declared tools, in this order and no others', async () => {
    const at = await talking({ worker: { builtInTools: ['read_file'] } })
    const played = script({ verity: ['Yes.'] })
    await atRest(at.hall, await open(at.hall, played.agents))
    expect(played.calls()[0]?.tools).toEqual([
      ...[
        'read_artifact',
        'write_artifact',
        'list_artifacts',
        'read_memory',
        'edit_memory',
        'record_decision',
      ],
      ...['link_artifact', 'propose_followup', 'summarize_progress', 'read_file'],
    ])
  })

  test('linking, progress and a follow-up land where they belong', async () => {
    const at = await talking()
    const tools = [
      { name: 'link_artifact', input: { artifactPath: 'research/survey.md' } },
      { name: 'link_artifact', input: { artifactPath: '../README.md' } },
      { name: 'summarize_progress', input: { summary: 'TTL is out:\nclock skew' } },
      {
        name: 'propose_followup',
        input: { reason: 'Look at eviction', referencedArtifacts: ['research/survey.md'] },
      },
    ]
    const ref = await open(at.hall, script({ verity: [{ tools, text: 'Done.' }] }).agents)
    const view = await atRest(at.hall, ref)
    const artifact = at.artifact(ref.id)
    expect(artifact.linked).toEqual(['research/survey.md'])
    expect(artifact.log.map(({ event }) => event)).toEqual(['opened', 'progress_summary'])
    expect(view.talk?.linked).toEqual(['research/survey.md'])
    expect(await at.hall.requests('demo')).toMatchObject([
      { worker: 'Verity', reason: 'Look at eviction', referenced: ['research/survey.md'] },
    ])
  })

  test('every artifact that a talk makes or changes is linked, in whatever way it was written', async () => {
    const at = await talking({ worker: { builtInTools: ['write_file'] } })
    const tools = [
      { name: 'write_artifact', input: { path: 'specs/cache.md', body: '# Cache\n' } },
      { name: 'write_file', input: { path: '.lore/notes/aside.md', content: 'Aside.\n' } },
      { name: 'write_file', input: { path: 'src/new.ts', content: 'export {}\n' } },
    ]
    const ref = await open(at.hall, script({ verity: [{ tools, text: 'Done.' }] }).agents)
    await atRest(at.hall, ref)
    expect([...at.artifact(ref.id).linked].sort()).toEqual(['notes/aside.md', 'specs/cache.md'])
    expect(look(at.project, 'src/new.ts')).toBeNull()
    expect(look(at.integration, 'src/new.ts')).toBeNull()
  })

  test('one worker in two talks has two sessions, branches and worktrees, and one memory', async () => {
    const at = await talking()
    const edit = {
      name: 'edit_memory',
      input: { scope: 'worker', section: 'Cache', operation: 'upsert', content: 'LRU it is.' },
    }
    const read = { name: 'read_memory', input: { scope: 'worker' } }
    const one = script({
      verity: [
        { session: 'a', tools: [read], text: 'One.' },
        { tools: [edit], text: 'Kept.' },
      ],
    })
    const two = script({
      verity: [
        { session: 'b', text: 'Two.' },
        { tools: [edit, read], text: 'Seen.' },
      ],
    })
    const [first, second] = await Promise.all([open(at.hall, one.agents), open(at.hall, two.agents)])
    await Promise.all([atRest(at.hall, first), atRest(at.hall, second)])
    expect(first.id).not.toBe(second.id)
    expect(at.branches()).toEqual([`claude/meeting/${first.id}`, `claude/meeting/${second.id}`].sort())
    expect([at.artifact(first.id).sessionId, at.artifact(second.id).sessionId]).toEqual(['a', 'b'])
    await say(at.hall, first, 'Keep it.')
    const { lines } = await say(at.hall, second, 'What do you remember?')
    const tools = lines.findLast((line) => line.kind === 'turn')?.data.receipt.tools ?? []
    expect(tools.map(({ ok }) => ok)).toEqual([false, true])
    expect(tools[1]?.output).toContain('LRU it is.')
  })
})

test('folders of the machine that a worker names are recorded by what they are', async () => {
  const at = await talking({ worker: { builtInTools: ['run_command'] } })
  const pwd = { name: 'run_command', input: { argv: ['pwd'] } }
  const text = `I stand in a worktree of ${at.project}, below ${at.home}.`
  const ref = await open(at.hall, script({ verity: [{ tools: [pwd], text }] }).agents)
  const { lines } = await atRest(at.hall, ref)
  const turn = lines.find(({ kind }) => kind === 'turn')
  expect(turn).toMatchObject({
    data: {
      text: 'I stand in a worktree of demo, below PARLEY_HOME.',
      receipt: {
        tools: [{ output: expect.stringContaining(`PARLEY_HOME/worktrees/demo/meeting-${ref.id}`) }],
      },
    },
  })
  for (const folder of [at.home, at.project]) expect(JSON.stringify(lines)).not.toContain(folder)
})

describe('what goes wrong in a turn', () => {
  test('an error ends the turn, never the talk; it is in the stream, the transcript and the log', async () => {
    const at = await talking()
    const played = script({ verity: [{ error: 'logged out', text: 'I was about to' }, 'Now it works.'] })
    const ref = await open(at.hall, played.agents)
    const heard = await hear(at.hall, ref, (event) => event.type === 'status' && event.status === 'waiting')
    expect(linesIn(heard).filter(({ kind }) => kind === 'failed')).toMatchObject([
      { data: { seat: 'verity', message: 'logged out', partial: 'I was about to' } },
    ])
    expect(parseTranscript(at.transcript(ref.id) ?? '').sections.map(({ kind }) => kind)).toEqual([
      'user',
      'assistant',
      'error',
    ])
    expect(at.logged.join('\n')).toContain('logged out')
    const view = await say(at.hall, ref, 'Try again.')
    expect(view.lastLine).toBe('Now it works.')
    const [, second] = played.calls()
    for (const told of ['What did the survey miss?', 'I was about to', 'Try again.'])
      expect(second?.prompt).toContain(told)
  })

  test('an interrupt keeps what was said, ends this turn only, and the next message tells the worker', async () => {
    const at = await talking()
    const played = script({
      verity: [
        { session: 's', text: 'Hello.' },
        { deltas: ['The first ', 'of many'], delayMs: forever },
        'Briefly: edges.',
      ],
    })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    expect(await at.hall.interrupt(ref)).toBe(false)
    await at.hall.message(ref, 'Explain at length.')
    await hear(at.hall, ref, (event) => event.type === 'text')
    await expect(at.hall.message(ref, 'Me too')).rejects.toMatchObject({ code: 'busy' })
    expect(await at.hall.interrupt(ref)).toBe(true)
    await atRest(at.hall, ref)
    const { sections } = parseTranscript(at.transcript(ref.id) ?? '')
    expect(sections.slice(-2)).toMatchObject([
      { kind: 'assistant', pieces: [{ text: 'The first' }] },
      { kind: 'error', text: 'Turn interrupted' },
    ])
    await say(at.hall, ref, 'Shorter.')
    const last = played.calls().at(-1)
    expect(last?.resume).toBe('s')
    for (const told of ['was interrupted', 'The first', 'Explain at length.', 'Shorter.'])
      expect(last?.prompt).toContain(told)
  })

  test('agents that cannot be had end the turn and not the talk', async () => {
    const at = await talking()
    hire(at.home, 'quiet')
    const config = join(at.home, 'config.yaml')
    const settled = existsSync(config) ? readFileSync(config, 'utf8') : ''
    writeFileSync(config, `${settled}\nvoices: { gone: 'command:no-such-program-here' }\n`)
    const ref = await open(at.hall, 'command:no-such-program-here', 'Hello?', { worker: 'quiet' })
    const view = await atRest(at.hall, ref)
    expect(view.status).toBe('waiting')
    expect(view.lines.some(({ kind, data }) => kind === 'failed' && 'seat' in data && data.result)).toBe(true)
  })

  test('agents that cannot speak refuse the talk, and nothing of it is left', async () => {
    const at = await talking()
    const before = await at.hall.meetings({})
    await expect(open(at.hall, 'model:compatible/none', 'Hello?')).rejects.toThrow(
      /model:compatible\/none cannot speak here|address/,
    )
    expect(await at.hall.meetings({})).toEqual(before)
  })

  test('an empty message and one to a talk that is none are refused before anything is written', async () => {
    const at = await talking()
    const ref = await open(at.hall, script({ verity: ['Yes.'] }).agents)
    const { lines } = await atRest(at.hall, ref)
    await expect(at.hall.message(ref, '  ')).rejects.toMatchObject({ code: 'bad-request' })
    await expect(at.hall.message({ ...ref, id: 'nobody' }, 'x')).rejects.toMatchObject({
      code: 'unknown-meeting',
    })
    expect((await at.hall.meeting(ref)).lines).toHaveLength(lines.length)
  })
})

describe('who speaks', () => {
  test('every message of the person is an answer in the journal, and nothing else has their words', async () => {
    const at = await talking()
    const ref = await open(at.hall, script({ verity: ['Yes.', 'No.'] }).agents, 'First word')
    await atRest(at.hall, ref)
    await say(at.hall, ref, 'Second word')
    const heard = await hear(at.hall, ref, (event) => event.type === 'status' && !event.live)
    const answers = linesIn(heard).filter(({ kind }) => kind === 'answered')
    expect(answers.map(({ data }) => data)).toMatchObject([
      { choose: 'say', text: 'First word', by: 'person', name: 'Ada Example' },
      { choose: 'say', text: 'Second word', by: 'person', name: 'Ada Example' },
    ])
  })
})
