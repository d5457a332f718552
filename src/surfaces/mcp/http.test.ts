// MCP over HTTP, in process: the sessions of older clients, and what becomes of them.

import { expect, test } from 'vitest'
import { LedMeetings } from '../../agents/host/led.js'
import type { Hall } from '../../hall/api.js'
import { mcpOverHttp, mostSessions } from './http.js'

/** A server without projects, and a clock that is set by hand. */
function served() {
  const clock = { now: 0 }
  const mcp = mcpOverHttp({
    hall: { projects: async () => [] } as unknown as Hall,
    home: '/nowhere',
    led: new LedMeetings(),
    page: () => 'http://127.0.0.1:1/',
    log: () => {},
    now: () => clock.now,
  })
  const post = (body: object, session?: string) =>
    mcp.answer(
      new Request('http://127.0.0.1:1/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify(body),
      }),
      body,
    )
  const begin = async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    await response.text()
    return response.headers.get('mcp-session-id') ?? ''
  }
  const list = async (session?: string) => {
    const response = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, session)
    await response.text()
    return response.status
  }
  return { clock, begin, list, close: () => mcp.close() }
}

test('a session ends when nobody used it for half an hour, and one that is used stays', async () => {
  const { clock, begin, list } = served()
  const [used, left] = [await begin(), await begin()]
  expect([await list(used), await list(left)]).toEqual([200, 200])
  clock.now += 20 * 60_000
  expect(await list(used)).toBe(200)
  clock.now += 20 * 60_000
  expect([await list(used), await list(left)]).toEqual([200, 404])
})

test('there are so many sessions at most: the one that was used longest ago makes room', async () => {
  const { clock, begin, list } = served()
  const first = await begin()
  const others: string[] = []
  for (let n = 0; n < mostSessions; n++) {
    clock.now += 1
    others.push(await begin())
  }
  expect(await list(first)).toBe(404)
  expect([await list(others[0]), await list(others.at(-1))]).toEqual([200, 200])
})

test('a request without a session is answered only when it begins one, and none outlives the server', async () => {
  const { begin, list, close } = served()
  expect(await list()).toBe(400)
  expect(await list('made-up')).toBe(404)
  const session = await begin()
  await close()
  expect(await list(session)).toBe(404)
})
