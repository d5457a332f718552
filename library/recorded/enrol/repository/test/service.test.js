import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { hashOf } from '../src/accounts.js'
import { addressOf } from '../src/address.js'
import { createService, limits } from '../src/server.js'

const servers = []
after(() => servers.forEach((server) => server.close()))

/** A service with one account and one course; everything in memory, and the clock stands still. */
async function service() {
  const ada = { email: 'ada@example.com', salt: 'salt', hash: hashOf('seahorse', 'salt') }
  const sessions = new Map()
  const taken = []
  const accounts = {
    get: (email) => (email === ada.email ? ada : undefined),
    addSession: (session, account) => sessions.set(session, account),
    bySession: (session) => sessions.get(session),
  }
  const courses = { list: () => [{ name: 'otters', free: 1 - taken.length }], take }
  function take(_course, child) {
    return taken.length === 0 && taken.push(child) > 0
  }
  const server = createService({ accounts, courses, now: () => 0 })
  servers.push(server)
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${server.address().port}`
}

const post = (url, body, headers = {}) => fetch(url, { method: 'POST', body: JSON.stringify(body), headers })

test('a parent logs in and takes a place', async () => {
  const url = await service()
  const login = await post(`${url}/login`, { email: 'Ada@example.com', password: 'seahorse' })
  const { session } = await login.json()
  const authorization = `Bearer ${session}`
  const place = await post(`${url}/places`, { course: 'otters', child: 'Max' }, { authorization })
  assert.equal(place.status, 201)
})

test('a wrong password gives no session', async () => {
  const url = await service()
  assert.equal((await post(`${url}/login`, { email: 'ada@example.com', password: 'no' })).status, 401)
})

test('the request after the thirtieth in a minute is refused', async () => {
  const url = await service()
  for (let sent = 0; sent < limits.max; sent += 1) assert.equal((await fetch(`${url}/courses`)).status, 200)
  assert.equal((await fetch(`${url}/courses`)).status, 429)
})

test('the address is the first of the header', () => {
  const headers = { 'x-forwarded-for': '192.0.2.1, 10.0.0.1' }
  assert.equal(addressOf({ headers, socket: { remoteAddress: '127.0.0.1' } }), '192.0.2.1')
})
