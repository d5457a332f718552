// Talks with minds other than a script: a hosted model's own way to use tools, and Claude's own sessions. Only the model is pretended.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeModels, fakeModels, type ModelRequest } from '../../test/support/fake-models.js'
import { parseTranscript } from '../protocols/talk/documents/transcript.suite.js'
import { atRest, hear, look, put } from './hall.suite.js'
import { open, say, talking } from './talk.suite.js'

const spec = { path: 'specs/cache.md', body: '# Cache\n' }
let fake: FakeModels

beforeAll(async () => {
  fake = await fakeModels()
})
afterAll(() => fake.close())
beforeEach(() => fake.forget())

/** Speaks, uses a tool, and speaks again; then answers plainly; and notes when asked for them. */
function worker(tool: string) {
  return (request: ModelRequest) => {
    if (request.last.includes('Write the notes')) return { text: 'It was talked over.' }
    if (request.last.includes('Again')) return { text: 'Said already.' }
    const used = request.messages.some(({ toolResults }) => toolResults.length > 0)
    return used
      ? { text: 'Written.' }
      : { text: 'I write it down.', toolCalls: [{ name: tool, input: spec }] }
  }
}

describe('a talk', () => {
  test('with a hosted model keeps words and tools in order, goes on after a restart, and closes', async () => {
    const at = await talking()
    fake.answer(worker('write_artifact'))
    const ref = await open(at.hall, `model:some@${fake.urls.compatible}`)
    await atRest(at.hall, ref)
    const [, answer] = parseTranscript(at.transcript(ref.id) ?? '').sections
    expect(answer).toMatchObject({
      pieces: [
        { kind: 'text', text: 'I write it down.' },
        { kind: 'tool', name: 'write_artifact' },
        { kind: 'text', text: 'Written.' },
      ],
    })
    expect(at.artifact(ref.id).linked).toEqual(['specs/cache.md'])
    await say(await at.restart(), ref, 'Again?')
    const heard = fake.requests
      .at(-1)
      ?.messages.map(({ text }) => text)
      .join('\n')
    for (const told of ['What did the survey miss?', 'Written.', 'Again?']) expect(heard).toContain(told)
    expect(await at.hall.close(ref)).toMatchObject({
      notes: { state: 'done', text: 'It was talked over.' },
      merge: { state: 'done' },
    })
    expect(fake.requests.at(-1)?.tools).toEqual([])
    expect(look(at.integration, '.lore/specs/cache.md')).toContain('# Cache')
  })

  test('with Claude has its tools, resumes its session after a restart, and closes', {
    timeout: 240_000,
  }, async () => {
    const at = await talking()
    process.env['PARLEY_TEST_TALK_KEY'] = ['sk', 'fake', 'for', 'tests'].join('-')
    put(
      at.home,
      'config.yaml',
      `models:\n  anthropic: { base_url: "${fake.urls.anthropic}", api_key_env: PARLEY_TEST_TALK_KEY }\nprojects:\n  - { name: demo, path: ${at.project} }\n`,
    )
    fake.answer(worker('mcp__parley__write_artifact'))
    const ref = await open(at.hall, 'claude:claude-sonnet-4-5')
    const heard = await hear(
      at.hall,
      ref,
      (event) => event.type === 'line' && ['turn', 'failed'].includes(event.line.kind),
    )
    expect(
      heard.flatMap((event) => (event.type === 'tool' && event.output === undefined ? [event.name] : [])),
    ).toEqual(['write_artifact'])
    await atRest(at.hall, ref)
    const first = at.artifact(ref.id).sessionId
    expect(first).not.toBeNull()
    await say(await at.restart(), ref, 'Again?')
    const said = fake.requests
      .at(-1)
      ?.messages.map(({ text }) => text)
      .join('\n')
    for (const told of ['What did the survey miss?', 'Written.', 'Again?']) expect(said).toContain(told)
    expect(at.artifact(ref.id).sessionId?.split('/')[0]).toBe(first?.split('/')[0])
    expect(at.artifact(ref.id).log.map(({ event }) => event)).toEqual(['opened'])
    expect(await at.hall.close(ref)).toMatchObject({ notes: { state: 'done' }, merge: { state: 'done' } })
  })
})
