// Failures: what a server does wrong is named in plain words, tried again while that can help, and paid for.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada, procedure, prompt, setting } from '../../src/kernel/run/deps.suite.js'
import { tell } from '../../src/view/teller.js'
import { Tellings } from '../../src/view/tellings.js'
import type { FakeModels, ModelReply } from '../support/fake-models.js'
import { call, claudeAt, local, replies, server } from './table.js'

let fake: FakeModels
beforeAll(async () => {
  fake = await server()
})
afterAll(() => fake.close())

const page = '<!DOCTYPE html><html><body>Service temporarily unavailable</body></html>'

describe('a server that fails once', () => {
  test.each<[string, ModelReply, RegExp]>([
    ['with a 500', { status: 500, error: 'the disk is on fire' }, /answered 500: the disk is on fire$/],
    ['with a 502 page', { status: 502, raw: page }, /answered 502: Bad Gateway$/],
    ['in the middle of a stream', { text: 'We ship on', breakOff: true }, /broke off/],
    ['by ending a stream too soon', { text: 'We ship on', breakOff: 'cleanly' }, /broke off/],
    [
      'with an error in a stream',
      { text: 'We', streamError: { type: 'server_error', message: 'Oops' } },
      /Oops/,
    ],
    ['with a page in place of a reply', { raw: page }, /broke off|no reply/],
    ['with half a line of JSON', { raw: 'data: {"choices":[{"delta":{"con\n\n' }, /broke off/],
    ['with nothing at all', { raw: '' }, /broke off/],
    ['with a limit', { status: 429, error: 'slow down', retryAfter: 7 }, /slow down/],
  ])('%s is asked again, and says so in plain words', async (_, broken, words) => {
    fake.answer(replies(broken, 'Monday.'))
    const { turn, events, waits, requests } = await call(fake)
    expect(turn).toMatchObject({ text: 'Monday.', receipt: { attempts: 2 } })
    expect(requests).toHaveLength(2)
    expect(waits).toEqual([broken.status === 429 ? 7000 : 1000])
    const told = events.filter((event) => event.type === 'retrying')
    expect(told).toMatchObject([{ attempt: 2, of: 4, reason: expect.stringMatching(words) }])
    expect(JSON.stringify(events)).not.toMatch(/Failed to process|JSON parsing|AI_/)
  })

  test('costs what had come until then', async () => {
    fake.answer(
      replies({ text: 'We ship on', breakOff: true }, { text: 'Monday.', usage: { input: 7, output: 2 } }),
    )
    const { turn } = await call(fake)
    expect(turn?.receipt.tokens).toMatchObject({ estimated: true })
    expect(turn?.receipt.tokens.input).toBeGreaterThan(10)
  })

  test('is asked again by Claude’s voice too', async () => {
    fake.answer(replies({ status: 500, error: 'fire' }, { text: 'We', breakOff: true }, 'Monday.'))
    const { turn, events } = await call(fake, { backend: claudeAt(fake) })
    expect(turn).toMatchObject({ text: 'Monday.', receipt: { attempts: 3 } })
    expect(events.filter(({ type }) => type === 'retrying')).toHaveLength(2)
  })
})

describe('a server that goes on failing', () => {
  test('is given up after four tries, and every one that cost something is counted', async () => {
    fake.answer(() => ({ text: 'We ship on', breakOff: true }))
    const { failed, requests } = await call(fake, { deps: { timeoutMs: 600_000 } })
    expect(requests).toHaveLength(4)
    expect(failed).toMatchObject({ cause: 'broken', says: 4, partial: 'We ship on' })
    expect(failed?.message).toMatch(/\(tried 4 times\)$/)
    expect(failed?.tokens.input).toBeGreaterThan(4 * 5)
  })

  test.each([
    [86_400 * 2, 'come back in 2 days'],
    [99_999_999_999, 'come back in more than a year'],
  ])('and says to wait %d seconds is not waited for', async (retryAfter, words) => {
    fake.answer(() => ({ status: 429, error: 'quota', retryAfter }))
    const { failed, requests, waits } = await call(fake)
    expect(failed).toMatchObject({ cause: 'rate-limited', message: expect.stringContaining(words) })
    expect([requests.length, waits]).toEqual([1, []])
  })
})

describe('a conversation that is too long', () => {
  const tooLong: ModelReply = { status: 400, error: "This model's maximum context length is 8192 tokens." }

  test('is begun anew once, with the whole prompt, and that is said live', async () => {
    fake.answer(replies('Monday.', tooLong, 'Still Monday.'))
    const { said, requests, events, turn } = await call(fake, { times: 2 })
    expect(said).toMatchObject([
      { text: 'Monday.' },
      { text: 'Still Monday.', renewed: true, outgrown: true },
    ])
    expect(turn?.receipt).toMatchObject({ fresh: true, outgrown: true, attempts: 2 })
    expect(requests[1]?.messages).toHaveLength(3)
    expect(requests[2]?.messages.map(({ text }) => text)).toEqual(['When do we ship?'])
    const told = events.filter(({ type }) => type === 'retrying')
    expect(told).toMatchObject([{ reason: expect.stringContaining('too long for the model'), of: 2 }])
  })

  test('also when it begins has failed, and no further request is made', async () => {
    fake.answer(replies('Monday.', tooLong, tooLong, 'Never.'))
    const { failed, requests } = await call(fake, { times: 2 })
    expect(failed).toMatchObject({ cause: 'overlong', says: 2 })
    expect(requests).toHaveLength(3)
  })
})

describe('a call that a procedure makes once more', () => {
  /** As a council or a chartered meeting does: after any failure, and with the attempt that failed. */
  async function twice(reply: ModelReply): Promise<readonly number[]> {
    fake.forget()
    fake.answer(() => reply)
    const deps = { backendFor: async () => local(fake), timeoutMs: 600_000 }
    const met = setting({ deps })
    await met.meet(
      procedure(async (meeting) => {
        const first = await meeting.trySpeak(ada, prompt('When?'), { id: 'c' })
        if (first.kind === 'not-said') await meeting.trySpeak(ada, prompt('When?'), { id: 'c', after: first })
      }),
    )
    const says = (await met.lines()).flatMap(({ kind, data }) =>
      kind === 'failed' && 'seat' in data ? [data.says] : [],
    )
    expect(fake.requests).toHaveLength(says.reduce((sum, one) => sum + one, 0))
    return says
  }

  test.each<[string, ModelReply, readonly number[]]>([
    ['a server that stays broken five requests', { status: 500 }, [4, 1]],
    ['a stream that always breaks off five requests', { text: 'We', breakOff: true }, [4, 1]],
    ['a server that always limits five requests', { status: 429, retryAfter: 1 }, [4, 1]],
    ['a server that limits for days two requests', { status: 429, retryAfter: 172_800 }, [1, 1]],
    ['a refusal two requests', { refusal: 'No.' }, [1, 1]],
    ['an empty reply two requests', { text: '' }, [1, 1]],
    ['a prompt that is too long by itself two requests', { status: 413 }, [1, 1]],
    ['a wrong key two requests', { status: 401 }, [1, 1]],
  ])('costs for %s, and never more', async (_, reply, says) => {
    expect(await twice(reply)).toEqual(says)
  })
})

describe('what no retry helps', () => {
  test.each<[string, ModelReply, string, RegExp]>([
    [
      'a conversation that is too long',
      {
        status: 400,
        error: "This model's maximum context length is 8192 tokens. However, you requested 9000.",
      },
      'overlong',
      /cannot read so long a conversation.*larger context window/,
    ],
    ['a refusal', { refusal: 'I cannot help with that.' }, 'refused', /refused to answer: I cannot help/],
    ['a filter', { text: '', stop: 'content_filter' }, 'refused', /withheld its reply/],
    ['a key that is wrong', { status: 401, error: 'Incorrect API key' }, 'failed', /answered 401: Incorrect/],
    ['a model that is not there', { status: 404, error: 'model not found' }, 'failed', /answered 404/],
    ['nothing but white space', { text: ' \n\n' }, 'empty', /the reply was empty/],
  ])('%s is named as what it is', async (_, reply, cause, words) => {
    fake.answer(() => reply)
    const { failed, requests, waits } = await call(fake)
    expect(failed).toMatchObject({ cause, message: expect.stringMatching(words) })
    expect([requests.length, waits]).toEqual([1, []])
  })

  test('words in place of a structure, twice, are told with how they began', async () => {
    const words = 'I would rather talk about the weather, which has been fine this week, and about my plans.'
    fake.answer(() => words)
    const { failed, requests } = await call(fake, { shaped: true })
    expect(requests).toHaveLength(2)
    expect(failed).toMatchObject({
      message: 'the reply did not fit: it holds no JSON object',
      began: words.slice(0, 80),
    })
  })

  describe('the beginning of what came', () => {
    const half =
      'I would call for a stop: hush-1234 is what I would say here, and then a good deal more of the same'

    test('is told with the cause where nobody has seen it: live at each retry unless it is JSON, and on record, masked, once', async () => {
      fake.answer(() => ({ text: half, breakOff: true }))
      const { failed, events } = await call(fake, { shaped: true, deps: { timeoutMs: 600_000 } })
      const began = half.replace('hush-1234', '[masked]').slice(0, 80)
      expect(failed).toMatchObject({ cause: 'broken', began })
      expect(failed?.message).not.toContain('call')
      const reasons = events.flatMap((event) => (event.type === 'retrying' ? [event.reason] : []))
      expect(reasons).toHaveLength(3)
      for (const reason of reasons) expect(reason.split(`; it began: ${began}`)).toHaveLength(2)

      fake.answer(() => ({ text: '{"call":"stop","why":"It is', breakOff: true }))
      const json = await call(fake, { shaped: true, deps: { timeoutMs: 600_000 } })
      expect(json.failed).toMatchObject({ cause: 'broken', began: '{"call":"stop","why":"It is' })
      expect(JSON.stringify(json.events.filter(({ type }) => type === 'retrying'))).not.toContain('began')
    })

    test('is not told again where the words were shown as they came', async () => {
      fake.answer(() => ({ text: 'We ship on', breakOff: true }))
      const { failed, events, live } = await call(fake, { deps: { timeoutMs: 600_000 } })
      expect(live).toContain('We ship on')
      expect(failed).toMatchObject({ partial: 'We ship on' })
      expect(failed).not.toHaveProperty('began')
      expect(JSON.stringify(events.filter(({ type }) => type === 'retrying'))).not.toContain('We ship on')
    })

    test('of a draft that broke off is no turn of its seat, and is shown with the cause', async () => {
      fake.answer(() => ({ text: '**Dissent:** I would not', breakOff: true }))
      const { lines } = await call(fake, { draft: true, deps: { timeoutMs: 600_000 } })
      const { items } = tell(lines, new Tellings([]))
      expect(items.some(({ kind }) => kind === 'turn')).toBe(false)
      expect(items.filter(({ kind }) => kind === 'missed')).toMatchObject([
        { reason: expect.stringMatching(/broke off.*; it began: \*\*Dissent:\*\* I would not$/) },
      ])
    })

    test('is told of words that are too long for a line, which are cut there and kept whole', async () => {
      fake.answer(() => ({ text: 'It depends. '.repeat(4000), breakOff: true }))
      const { failed, met } = await call(fake, { deps: { timeoutMs: 1 } })
      const whole = failed?.whole
      expect(failed?.partial.length).toBeLessThanOrEqual(32_000)
      expect((await met.journal.kept(whole?.sha256 ?? ''))?.length).toBe(whole?.chars)
    })
  })
})
