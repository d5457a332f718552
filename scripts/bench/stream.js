// Stream: from a token to its reader, fifty streams at once, against a bare Hono stream with the same tokens in the same process.

import { setMaxListeners } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { serverParts, token } from './_server.js'
import { inFolder, ms } from './_support.js'

const streams = 50
const tokens = 60
const everyMs = 15
const rounds = 3

export async function measure() {
  const parts = await serverParts()
  return inFolder(async (folder) => {
    const ours = []
    const bare = []
    // In turn, so that a busy moment of the machine meets both.
    for (let round = 0; round < rounds; round++) {
      bare.push(...(await timed(await bareServer(parts))))
      ours.push(...(await timed(await ourServer(parts, folder))))
    }
    return [compared('median', 0.5, ours, bare), compared('99th of a hundred', 0.99, ours, bare)]
  })
}

function compared(what, share, ours, bare) {
  const [our, their] = [ours, bare].map((all) => all.sort((a, b) => a - b)[Math.floor(all.length * share)])
  return {
    what: `from a token to its reader, ${streams} streams, ${what}`,
    ratio: our / their,
    bar: 3,
    detail: `${ms(our)} against ${ms(their)} in a bare Hono stream`,
  }
}

/** How long each token took. */
async function timed({ port, path, begin, close }) {
  const took = []
  const readers = await Promise.all(Array.from({ length: streams }, (_, n) => reader(port, path(n), took)))
  await begin()
  await Promise.all(readers.map(({ done }) => done))
  await close()
  return took
}

/** Listening when it resolves; done when every token came. */
function reader(port, path, took) {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, host: `127.0.0.1:${port}` }
    const call = http.get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      let rest = ''
      let count = 0
      const done = new Promise((finish) => {
        response.setEncoding('utf8').on('data', (piece) => {
          const now = performance.now()
          const lines = (rest + piece).split('\n')
          rest = lines.pop()
          for (const line of lines) {
            const sent = /"text":"([\d.]+)"/.exec(line)?.[1]
            if (sent === undefined) continue
            took.push(now - Number(sent))
            count++
          }
          if (count < tokens) return
          finish()
          call.destroy()
        })
      })
      resolve({ done })
    })
    call.on('error', () => {})
  })
}

async function listening(listener) {
  const server = http.createServer(listener)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { port: server.address().port, close }
}

/** Speaks on each of these: one token every few milliseconds. */
async function speak(all) {
  for (let n = 0; n < tokens; n++) {
    for (const say of all) say(String(performance.now()))
    await wait(everyMs)
  }
}

async function bareServer({ Hono, streamSSE, getRequestListener }) {
  const says = []
  const app = new Hono()
  app.get('/', (c) =>
    streamSSE(c, async (stream) => {
      await new Promise((resolve) => {
        says.push((text) => void stream.writeSSE({ data: JSON.stringify({ type: 'text', text }) }))
        stream.onAbort(resolve)
      })
    }),
  )
  const { port, close } = await listening(getRequestListener(app.fetch))
  return { port, close, path: () => '/', begin: () => speak(says) }
}

/** All of it but the model and the journal: runs, followers, streams, guard. */
async function ourServer(
  { Access, Runs, follow, createApp, getRequestListener, journalsIn, summarise },
  folder,
) {
  const runs = new Runs({ onEnd: () => {}, onEvent: () => {} })
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const refs = Array.from({ length: streams }, (_, n) => ({ project: 'bench', id: `m-${n}` }))
  const says = refs.map((ref) => {
    let say
    const parley = {
      hold: (_, company) =>
        new Promise((resolve) => {
          say = (text) => company.observe({ type: 'text', key: 'k', seat: 'theo', text })
          stop.signal.addEventListener('abort', () => resolve({ kind: 'interrupted' }))
        }),
    }
    runs.start({ ref, parley, lines: 0 })
    return (text) => say(text)
  })
  const journals = journalsIn(folder, { within: folder, summarise })
  const hall = {
    seats: async () => [],
    follow: (ref, from, signal) => follow(runs, ref, journals, from, signal),
  }
  let port = 0
  const app = createApp({
    hall,
    access: new Access(token, () => port),
    port: () => port,
    page: { folder },
    log: () => {},
    local: false,
    leaving: stop.signal,
  })
  const server = await listening(getRequestListener(app.fetch))
  port = server.port
  const close = async () => {
    stop.abort()
    await server.close()
  }
  return { port, close, path: (n) => `/api/meetings/bench/m-${n}/events`, begin: () => speak(says) }
}
