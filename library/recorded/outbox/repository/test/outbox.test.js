import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openOutbox } from '../src/outbox.js'
import { deliver } from '../src/worker.js'

const fresh = () => openOutbox(join(mkdtempSync(join(tmpdir(), 'outbox-')), 'outbox.jsonl'))
const servers = []
after(() => servers.forEach((server) => server.close()))

/** A provider that answers with `statuses` in turn, and then with 202. */
async function provider(...statuses) {
  const got = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push(JSON.parse(body))
    response.writeHead(statuses.shift() ?? 202).end()
  })
  servers.push(server)
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${server.address().port}`, token: 'test', got }
}

test('messages are delivered in the order in which they were put', async () => {
  const [outbox, mail] = [fresh(), await provider()]
  outbox.put({ to: 'ada@example.org', subject: 'Invoice 1', body: '' })
  outbox.put({ to: 'bob@example.org', subject: 'Invoice 2', body: '' })
  assert.deepEqual(await deliver(outbox, mail), { sent: 2, given: [] })
  assert.deepEqual(mail.got.map(({ subject }) => subject), ['Invoice 1', 'Invoice 2'])
  assert.equal(outbox.waiting(), 0)
})

test('a provider that fails once is asked again', async () => {
  const [outbox, mail] = [fresh(), await provider(503)]
  outbox.put({ to: 'ada@example.org', subject: 'Invoice 1', body: '' })
  assert.deepEqual(await deliver(outbox, mail), { sent: 1, given: [] })
  assert.equal(mail.got.length, 2)
})

test('a message that fails three times is given up, and the next one is sent', async () => {
  const [outbox, mail] = [fresh(), await provider(500, 500, 500)]
  const bad = outbox.put({ to: 'nobody', subject: 'Invoice 1', body: '' })
  outbox.put({ to: 'bob@example.org', subject: 'Invoice 2', body: '' })
  assert.deepEqual(await deliver(outbox, mail), { sent: 1, given: [bad] })
})
