// MCP over HTTP: `/mcp` of the server, through real clients of both eras, behind the same guard as everything else there.

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MeetingView } from '../src/hall/api.js'
import { convened, onlyId } from './support/council.js'
import { eras, hostAt } from './support/mcp.js'
import { callsIn, lines, speaking, until } from './support/mcp-holding.js'
import { repository } from './support/repo.js'
import { at, must, type Server, served } from './support/server.js'

async function aServer() {
  const server = await served()
  await convened(server.repo)
  return server
}

/** One request with headers of our choice; fetch would not send them. */
function ask(server: Server, headers: Record<string, string>, body = '{}', path = '/mcp'): Promise<number> {
  const to = { host: '127.0.0.1', port: server.port, path, method: 'POST' }
  const usual = { 'content-type': 'application/json', connection: 'close' }
  return new Promise((resolve, reject) => {
    const call = request({ ...to, headers: { ...usual, ...headers } }, (response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
    })
    call.on('error', reject).end(body)
  })
}

test('a host holds a council over HTTP to its record, in every era, its person is asked, and the guard lets nobody else in', async () => {
  const server = await aServer()
  const bearer = { authorization: `Bearer ${server.token}` }
  expect(await ask(server, {})).toBe(401)
  expect(await ask(server, { authorization: `Bearer ${'x'.repeat(server.token.length)}` })).toBe(401)
  expect(await ask(server, { ...bearer, host: 'evil.example' })).toBe(403)
  expect(await ask(server, { ...bearer, origin: 'http://evil.example' })).toBe(403)
  expect(await ask(server, { ...bearer, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await ask(server, bearer, JSON.stringify('x'.repeat(1_100_000)))).toBe(413)
  expect(await ask(server, bearer, 'no json')).toBe(400)
  expect(await ask(server, bearer, '{}', '/mcp/more')).toBe(404)

  const held: string[] = []
  for (const era of eras) {
    const asked: string[] = []
    const elicit = ({ message }: { message: string }) => {
      asked.push(message)
      return { action: 'accept', content: { choose: 'conclude' } } as const
    }
    const host = await hostAt(era, server, { elicit })
    const { tools } = await host.client.listTools()
    for (const tool of tools) {
      const { properties } = tool['inputSchema'] as { properties: object }
      expect(Object.keys(properties)).toContain('project')
      expect(Object.keys(properties)).not.toContain('workspace')
    }
    const opened = await host.call('parley_council', { task: `When should the gate open, ${era}?` })
    const id = /^parley \w+ (\S+)/.exec(opened.text)?.[1] ?? ''
    expect(await speaking(host, id, opened.text, { alone: true })).toMatch(new RegExp(`^parley ask ${id}\n`))
    const answered = await host.call('parley_answer', { id })
    expect(asked).toHaveLength(1)
    expect(await speaking(host, id, answered.text)).toMatch(new RegExp(`^parley concluded ${id}\n`))
    expect((await host.call('parley_verify', { id })).text).toMatch(/^parley verified/)
    const journal = lines(server.repo, id)
    expect(journal.find(({ kind }) => kind === 'answered')?.data).toMatchObject({ by: 'person' })
    for (const { kind, data } of journal)
      if (kind === 'turn') expect(data['receipt']).toMatchObject({ backend: 'host' })
    held.push(id)
  }
  expect(new Set(held).size).toBe(eras.length)
  expect((await (await hostAt('newer', server)).call('parley_list')).text).toContain('3 meetings')
})

test('several projects at one server are named by the call, keep their words apart, and no folder and no program can be named', async () => {
  const server = await aServer()
  const quay = repository()
  await convened(quay)
  await must(server, 'POST', '/api/projects', { name: 'quay', path: quay.root })
  const host = await hostAt('newer', server)
  const which = await host.call('parley_list')
  expect(which.text).toMatch(/^parley refused\nUSAGE\n/)
  expect(which.text).toContain('call again with project set to one of: harbour, quay')
  expect((await host.call('parley_list', { project: 'nowhere' })).text).toMatch(/^parley refused\nUSAGE\n/)
  expect((await host.call('parley_list', { workspace: quay.root })).text).toContain('project')
  for (const agents of ['command:touch x', 'acp:touch x', 'model:m@https://example.com/v1'])
    expect(await host.call('parley_council', { task: 'x', project: 'quay', agents })).toMatchObject({
      refused: true,
    })
  const opened = await host.call('parley_council', { task: 'Where do we moor?', project: 'quay' })
  const id = onlyId(quay)
  const where = { project: 'quay' }
  const asked = await until(host, id, opened.text, where)
  expect(callsIn(asked)).toHaveLength(1)
  // The call says by itself where it belongs.
  expect(await speaking(host, id, asked, { where })).toMatch(/^parley ask/)
  expect((await host.call('parley_show', { id, project: 'harbour' })).refused).toBe(true)
  const { contents } = await host.client.readResource({ uri: 'parley://meetings?project=quay' })
  expect(contents[0]?.text).toContain(id)
  await expect(host.client.readResource({ uri: 'parley://meetings' })).rejects.toThrow(/project/)
})

test('a session of an older client ends when it says so; its meeting stays, and a server that was killed goes on with the same call; without a host an answer on the page is only recorded', async () => {
  const server = await aServer()
  const first = await hostAt('older', server)
  const opened = await first.call('parley_council', { task: 'Where do we moor?' })
  const id = onlyId(server.repo)
  const asked = callsIn(await until(first, id, opened.text))
  await first.endSession()
  await expect(first.call('parley_list')).rejects.toThrow()
  const second = await hostAt('oldest', server)
  expect(callsIn(await until(second, id))).toEqual(asked)
  await second.endSession()
  await expect(second.call('parley_list')).rejects.toThrow()
  await server.kill()
  const again = await server.again()
  const third = await hostAt('oldest', again)
  expect(callsIn(await until(third, id))).toEqual(asked)
  expect(await speaking(third, id)).toMatch(/^parley ask/)

  // No host leads it here any more: the person's answer on the page is recorded, and begins no run that nobody could speak in.
  await third.call('parley_stop', { id })
  const ref = { project: 'harbour', id }
  const { questions } = await must<MeetingView>(again, 'GET', at(ref))
  await must(again, 'POST', at(ref, '/answer'), { choose: 'conclude', question: questions[0]?.key })
  expect(await must(again, 'GET', at(ref))).toMatchObject({ status: 'running', live: false })
  expect(await again.ask('POST', at(ref, '/resume'), {})).toMatchObject({
    body: { error: { message: expect.stringContaining('No host is connected') } },
  })
  expect(lines(server.repo, id).at(-1)).toMatchObject({ kind: 'answered', data: { by: 'person' } })
  expect(readFileSync(join(server.home, 'hall.log'), 'utf8')).not.toContain('No host is connected')
  expect(await speaking(third, id)).toMatch(/^parley concluded/)
})
