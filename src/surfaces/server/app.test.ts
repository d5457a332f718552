// Unit tests of the application: what a request leaves behind in the hall.

import { describe, expect, test } from 'vitest'
import type { FeedEvent, Hall, TurnAllowance } from '../../hall/api.js'
import { Access, newToken } from './access.js'
import { createApp } from './app.js'

/** A hall in which nothing happens, and how many listen to it. */
function quietHall() {
  const listening = { now: 0, ever: 0 }
  const until = async function* (signal: AbortSignal): AsyncGenerator<FeedEvent> {
    if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }))
  }
  const listen = (signal: AbortSignal) => {
    listening.now++
    listening.ever++
    signal.addEventListener('abort', () => listening.now--, { once: true })
    return until(signal)
  }
  const hall = {
    feed: async (signal: AbortSignal) => listen(signal),
    follow: (_ref: unknown, _from: number, signal: AbortSignal) => listen(signal),
    seats: async () => [],
  } as unknown as Hall
  return { hall, listening }
}

function served(hall: Hall) {
  const token = newToken()
  const app = createApp({
    hall,
    access: new Access(token, () => 1),
    port: () => 1,
    page: new Map() as never,
    log: () => {},
    talkCalls: () => Promise.reject(new Error('No host comes here.')),
    local: true,
    leaving: new AbortController().signal,
  })
  return (path: string, method: string, more: { readonly accept?: string; readonly body?: string } = {}) => {
    const { accept = 'application/json', body } = more
    return app.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, accept },
      ...(body && { body }),
    })
  }
}

describe.each(['/api/events', '/api/meetings/demo/m-1/events', '/api/meetings/demo/m-1/events?feed=1'])(
  '%s',
  (path) => {
    test('asked for its head alone, has the same headers and leaves nobody listening', async () => {
      const { hall, listening } = quietHall()
      const ask = served(hall)
      const whole = await ask(path, 'GET')
      const both = path.includes('feed') ? 2 : 1
      expect(listening).toEqual({ now: both, ever: both })
      await whole.body?.cancel()
      expect(listening.now).toBe(0)
      const head = await ask(path, 'HEAD')
      expect([head.status, head.body]).toEqual([200, null])
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers))
      expect(listening).toEqual({ now: 0, ever: both })
    })
  },
)

test.each(['application/json', 'text/event-stream'])(
  'a message whose answer is %s goes to the hall with what the person allows for the turn',
  async (accept) => {
    const allowances: (TurnAllowance | undefined)[] = []
    const hall = {
      ...quietHall().hall,
      async message(_ref: unknown, _text: string, allowed?: TurnAllowance) {
        allowances.push(allowed)
        return 1
      },
    }
    const body = JSON.stringify({ text: 'Look it up.', network: true })
    const answer = await served(hall)('/api/meetings/demo/m-1/messages', 'POST', { accept, body })
    await answer.body?.cancel()
    expect(allowances).toEqual([{ network: true }])
  },
)
