// Attackers: pages of others, other names for this machine, no token, ids that lead elsewhere, bodies without end, clients
// that send a byte now and then, and anything at all. The server answers each with a refusal, and everyone else as before.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Health } from '../src/hall/api.js'
import { codeFor } from '../src/surfaces/server/access.js'
import { everything, repository } from './support/repo.js'
import { run, start, temporary } from './support/run.js'
import { look, must, type Server, script, served, serverAt, talked } from './support/server.js'

interface Reply {
  readonly status: number
  readonly text: string
}

/** With headers that fetch would not let anybody set. */
function raw(
  server: Server,
  path: string,
  more: { method?: string; headers?: object; body?: string },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${server.token}`, ...more.headers } as Record<string, string>
    const call = request(
      { host: '127.0.0.1', port: server.port, path, method: more.method ?? 'GET', headers },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(more.body)
  })
}

const well = (server: Server) => must<Health>(server, 'GET', '/api/health')

test('who is a stranger is refused, and learns nothing; whoever knows the token from our own page is not', async () => {
  const server = await served()
  const status = async (headers: object, path = '/api/projects') =>
    (await raw(server, path, { headers })).status
  expect(await status({})).toBe(200)
  expect(await status({ authorization: '' })).toBe(401)
  expect(await status({ authorization: `Bearer ${server.token}x` })).toBe(401)
  expect(await status({ authorization: server.token })).toBe(401)
  expect(await status({ host: 'evil.example' })).toBe(403)
  expect(await status({ host: `evil.example:${server.port}` })).toBe(403)
  expect(await status({ host: '127.0.0.1:1' })).toBe(403)
  expect(await status({ host: 'evil.example' }, '/')).toBe(403)
  expect(await status({ origin: 'https://evil.example' })).toBe(403)
  expect(await status({ origin: 'null' })).toBe(403)
  expect(await status({ origin: 'http://127.0.0.1:1' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await status({ origin: server.url, 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect(await status({ host: `localhost:${server.port}` })).toBe(200)
  for (const path of [
    '/%61pi/projects',
    '/x/../api/projects',
    '/api/events',
    '/api/meetings/harbour/x/events',
    '/api/nothing',
  ])
    expect(await status({ authorization: '' }, path)).toBe(401)
  const preflight = await raw(server, '/api/projects', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example' },
  })
  expect(preflight.status).toBe(403)
})

test('a client of the port names no file that is to be written', async () => {
  const server = await served()
  const record = join(server.home, 'written.yaml')
  const body = JSON.stringify({
    protocol: 'talk',
    project: 'harbour',
    worker: 'verity',
    message: 'x',
    record,
  })
  for (const accept of ['application/json', 'text/event-stream'])
    for (const path of ['/api/meetings', '/api/meetings/harbour/x/accept']) {
      const given = path.endsWith('accept') ? JSON.stringify({ record }) : body
      const answer = await raw(server, path, { method: 'POST', headers: { accept }, body: given })
      expect(answer, path).toMatchObject({ status: 400, text: expect.stringContaining('command line') })
    }
  expect(existsSync(record)).toBe(false)
})

test('a name that leads elsewhere is nobody, in every place where a name can stand', async () => {
  const server = await served()
  const before = everything(server.repo.root)
  const names = [
    '..',
    '%2e%2e',
    '..%2f..%2fetc',
    'a%2fb',
    '..%5c..',
    '%00',
    'a%00b',
    '.git',
    '%20',
    '%2e%2e%2f%2e%2e%2ftoken',
  ]
  for (const name of names) {
    for (const path of [
      `/api/meetings/harbour/${name}`,
      `/api/meetings/${name}/x`,
      `/api/meetings/harbour/${name}/events`,
      `/api/documents/harbour?path=${name}`,
      `/api/documents/${name}?path=x`,
    ])
      expect((await raw(server, path, {})).status, path).toBeGreaterThanOrEqual(400)
    for (const verb of ['close', 'messages', 'accept', 'retry'])
      expect(
        (await raw(server, `/api/meetings/harbour/${name}/${verb}`, { method: 'POST', body: '{"text":"x"}' }))
          .status,
      ).toBeGreaterThanOrEqual(400)
  }
  for (const path of [
    '/../token',
    '/..%2ftoken',
    '/assets/../../../token',
    '/%2e%2e/%2e%2e/token',
    '/server.json',
    '/../../package.json',
  ]) {
    const { text } = await raw(server, path, { headers: { authorization: '' } })
    expect(text).not.toContain(server.token)
    expect(text).not.toContain('"dependencies"')
  }
  for (const path of ['../../etc/passwd', '/etc/passwd', '.git/config', '.env', 'docs/../../x'])
    expect((await raw(server, `/api/documents/harbour?path=${encodeURIComponent(path)}`, {})).status).toBe(
      404,
    )
  expect(everything(server.repo.root)).toEqual(before)
})

test('a body of a hundred megabytes is refused, however it is announced, and costs the others nothing', async () => {
  const server = await served()
  const announced = await raw(server, '/api/projects', {
    method: 'POST',
    headers: { 'content-length': '100000000' },
  }).catch((error: NodeJS.ErrnoException) => error.code)
  if (typeof announced === 'object') expect(announced.status).toBe(413)
  const status = await new Promise<number | string>((resolve) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path: '/api/projects',
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}` },
      },
      (response) => resolve(response.statusCode ?? 0),
    )
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'gone'))
    const piece = Buffer.alloc(1_000_000, 'x')
    let sent = 0
    const more = () => {
      while (sent < 100 && !call.destroyed) {
        sent++
        if (!call.write(piece)) return call.once('drain', more)
      }
      return call.end()
    }
    more()
  })
  // The answer may be cut off by the connection's end, never replaced by another.
  expect([413, 'ECONNRESET', 'EPIPE']).toContain(status)
  expect(await well(server)).toMatchObject({ status: 'ok' })
})

test('clients that never finish their request or never read their answer keep nobody waiting', async () => {
  const server = await served()
  const slow = Array.from({ length: 40 }, () =>
    hanging(server.port, 'POST /api/projects HTTP/1.1\r\nHost: 127'),
  )
  const deaf = Array.from({ length: 20 }, () =>
    hanging(
      server.port,
      `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`,
    ),
  )
  onTestFinished(() => {
    for (const socket of [...slow, ...deaf]) socket.destroy()
  })
  for (let n = 0; n < 20; n++) expect(await well(server)).toMatchObject({ status: 'ok' })
  await server.stop()
  expect((await server.process.ended).code).toBe(0)
})

test('whatever is sent, the answer is a refusal or a right one, and the server is well afterwards', async () => {
  const server = await served()
  const before = everything(server.repo.root)
  const word = fc.oneof(
    fc.constantFrom('harbour', 'verity', 'x', '..', '%2e%2e', ''),
    fc.string({ maxLength: 12 }),
  )
  const path = fc
    .tuple(
      fc.constantFrom(
        '/api/meetings',
        '/api/projects',
        '/api/requests',
        '/api/documents',
        '/api/forms',
        '/api',
        '',
      ),
      fc.array(word, { maxLength: 3 }),
      fc.option(
        fc.constantFrom('close', 'events', 'messages', 'answer', 'accept', 'retry', 'preview', 'defer'),
      ),
      fc.option(fc.webQueryParameters()),
    )
    .map(
      ([base, words, verb, query]) =>
        [base, ...words.map(encodeURIComponent), ...(verb ? [verb] : [])].join('/') +
        (query ? `?${query}` : ''),
    )
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record(
        {
          protocol: fc.constantFrom('talk', 'meet', 'x'),
          project: word,
          worker: word,
          message: fc.string(),
          name: word,
          path: fc.constantFrom('/nowhere', '..', ''),
          text: fc.string(),
          choose: word,
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value)),
  )
  const odd = fc.record({
    method: fc.constantFrom('GET', 'POST', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'),
    path,
    body,
    accept: fc.constantFrom('text/event-stream', 'application/json', '*/*'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(odd, { minLength: 20, maxLength: 20 }), async (requests) => {
      const statuses = await Promise.all(requests.map((one) => statusOf(server, one)))
      for (const status of statuses) expect(status).toBeLessThan(500)
    }),
    { numRuns: 100 },
  )
  expect(await well(server)).toMatchObject({ status: 'ok' })
  expect(everything(server.repo.root)).toEqual(before)
  expect(look(server.home, 'server.log') ?? '').not.toContain('unforeseen')
})

test('bytes that are no HTTP end their own connection and nothing else', async () => {
  const server = await served()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => {})
      await new Promise((resolve) => socket.end(bytes, () => resolve(undefined)))
      socket.destroy()
    }),
    { numRuns: 200 },
  )
  expect(await well(server)).toMatchObject({ status: 'ok' })
})

test('SRV1: a second server of the same home says where the first is; a stop ends it, and nothing is left behind', async () => {
  const server = await served()
  const env = { PARLEY_HOME: server.home }
  const second = await run(['serve', '--port', '0'], { cwd: server.home, env })
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`http://127.0.0.1:${server.port}/`)
  expect(await run(['serve', '--stop'], { cwd: server.home, env })).toMatchObject({ code: 0 })
  expect((await server.process.ended).code).toBe(0)
  expect(look(server.home, 'server.json')).toBeNull()
  expect(look(server.home, 'server.lock')).toBeNull()
  const third = await server.again()
  // A token is of one run: whoever has kept it from before is a stranger.
  expect(third.token).not.toBe(server.token)
  expect(
    (await fetch(`${third.url}/api/health`, { headers: { authorization: `Bearer ${server.token}` } })).status,
  ).toBe(401)
  third.process.signal('SIGINT')
  expect((await third.process.ended).code).toBe(0)
})

test('the printed address lets one browser in, by a cookie that ends with the run', async () => {
  const server = await served()
  const enter = (code: string, more: object = {}) =>
    fetch(`${server.url}/api/session`, { method: 'POST', body: JSON.stringify({ code }), ...more })
  const code = codeFor(server.token)
  const strange = await enter(code, { headers: { origin: 'http://evil.example' } })
  expect(strange.status).toBe(403)
  const entered = await enter(code, { headers: { origin: server.url } })
  const cookie = entered.headers.get('set-cookie') ?? ''
  expect({ status: entered.status, cookie }).toMatchObject({
    status: 200,
    cookie: expect.stringMatching(/^parley-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/),
  })
  expect((await enter(code)).status).toBe(401)
  const headers = { cookie: cookie.split(';')[0]! }
  expect((await fetch(`${server.url}/api/projects`, { headers })).status).toBe(200)
  const deed = { method: 'DELETE', headers }
  expect((await fetch(`${server.url}/api/projects/none`, deed)).status).toBe(403)
  const ours = { method: 'DELETE', headers: { ...headers, origin: server.url } }
  expect((await fetch(`${server.url}/api/projects/none`, ours)).status).toBe(404)
  await server.stop()
  const next = await server.again()
  expect((await fetch(`${next.url}/api/projects`, { headers })).status).toBe(401)
  const again = await run(['serve'], { cwd: server.home, env: { PARLEY_HOME: server.home } })
  expect(again.stderr).toMatch(new RegExp(`${next.url}/#code=[\\w-]+\\.[\\w-]+`))
})

test('an empty token left behind lets nobody in, and the next start replaces it; home and token are for their owner alone', async () => {
  const home = join(temporary(), 'home')
  mkdirSync(home, { mode: 0o755 })
  writeFileSync(join(home, 'token'), '')
  const server = await serverAt(home, repository())
  const status = async (authorization: string) =>
    (await fetch(`${server.url}/api/health`, { headers: { authorization } })).status
  expect(await status('Bearer ')).toBe(401)
  expect(await status(`Bearer ${server.token}`)).toBe(200)
  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(statSync(join(home, 'token')).mode & 0o777).toBe(0o600)
  // Emptied while it runs: the server still knows its own.
  writeFileSync(join(home, 'token'), '')
  expect(await status('Bearer ')).toBe(401)
})

test('PLAIN4: everything in the home is for its owner alone, whatever the umask: journals, summaries, locks, memory; only checkouts are as git makes them', async () => {
  const server = await served()
  const tools = [
    { name: 'read_memory', input: { scope: 'project' } },
    { name: 'edit_memory', input: { scope: 'project', operation: 'upsert', section: 'Gate', content: 'x' } },
  ]
  await talked(server, { agents: script({ verity: [{ tools, text: 'y'.repeat(300_000) }] }) })
  const open = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      const { mode } = statSync(path, { throwIfNoEntry: false }) ?? {}
      // The server still writes there: what was gone a moment later was not left open.
      if (mode === undefined) return []
      const own = (mode & 0o077) === 0 ? [] : [relative(server.home, path)]
      // Packages of workers are the person's own files.
      if (path === join(server.home, 'packages')) return []
      const isCheckout = entry.isDirectory() && existsSync(join(path, '.git'))
      return isCheckout ? [] : [...own, ...(entry.isDirectory() ? open(path) : [])]
    })
  expect(readFileSync(join(server.home, 'token'), 'utf8')).not.toBe('')
  expect(open(server.home)).toEqual([])
})

test('SRV4: a start that fails after it listens is undone: a sentence, a nonzero exit, and the next start finds nothing in its way', async () => {
  const home = temporary()
  mkdirSync(join(home, 'server.json'))
  const failed = await run(['serve', '--port', '0'], { cwd: home, env: { PARLEY_HOME: home } })
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('server.json')
  expect(existsSync(join(home, 'server.lock'))).toBe(false)
  rmSync(join(home, 'server.json'), { recursive: true })
  const kept = join(temporary(), 'token-for-programs')
  const running = start(['serve', '--port', '0', '--token-file', kept], {
    cwd: home,
    env: { PARLEY_HOME: home },
  })
  await running.said('Ctrl-C ends it.')
  expect(readFileSync(kept, 'utf8')).toBe(look(home, 'token'))
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  running.signal('SIGTERM')
  expect((await running.ended).code).toBe(0)
})

test('the shipped command serves its page, its description and its health, also where a socket cannot be made', async () => {
  const home = `${temporary()}/${'long/'.repeat(25)}home`
  const running = start(['serve', '--port', '0', '--json'], { cwd: temporary(), env: { PARLEY_HOME: home } })
  onTestFinished(async () => {
    running.signal('SIGKILL')
    await running.ended
  })
  await running.said('"type":"serving"')
  const { port } = JSON.parse(look(home, 'server.json') ?? '{}') as { port: number }
  const url = `http://127.0.0.1:${port}`
  const page = await fetch(url)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('<script')
  const authorization = `Bearer ${look(home, 'token')}`
  expect(await (await fetch(`${url}/api/health`, { headers: { authorization } })).json()).toMatchObject({
    status: 'ok',
  })
  const workers = await run(['talk', 'workers', '--json'], { cwd: temporary(), env: { PARLEY_HOME: home } })
  expect(workers.stdout).toContain('"type":"worker"')
})

function hanging(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => {})
  socket.pause()
  return socket
}

interface Odd {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly accept: string
}

async function statusOf(server: Server, { method, path, body, accept }: Odd): Promise<number> {
  const leave = new AbortController()
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.token}`, accept },
    signal: leave.signal,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  })
  leave.abort()
  return response.status
}
