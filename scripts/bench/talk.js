// Talk: git processes and readings of the journal that a talk costs, and how soon its first words come; against what they once were.

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { serverParts } from './_server.js'
import { inFolder } from './_support.js'

/** What each cost before anybody counted. A quarter is enough. */
const before = { open: 97, turn: 35, close: 88, reads: 11 }
const share = 0.25
const turnsBefore = 20

export async function measure() {
  const parts = await serverParts()
  return inFolder(async (folder) => {
    const scene = sceneIn(folder)
    const server = await serverOf(parts, scene)
    try {
      await server.talk()
      const first = await server.talk()
      for (let n = 0; n < turnsBefore; n++) await server.say(first.id)
      const turn = await server.say(first.id)
      const close = await server.close(first.id)
      return [
        processes('opening a talk with its first turn', before.open, first.gits),
        processes('a turn', before.turn, turn.gits),
        processes('a close', before.close, close.gits),
        {
          what: 'readings of the whole journal for a message, against before',
          ratio: turn.reads / before.reads,
          bar: 0.2,
          detail: `${turn.reads.toFixed(1)} against ${before.reads}`,
        },
        seconds('to the first event of a talk', first.begun, 0.75),
        seconds('to the end of an instant first turn', first.ended, 1.2),
      ]
    } finally {
      await server.stop()
    }
  })
}

function processes(what, was, is) {
  return {
    what: `git processes for ${what}, against before`,
    ratio: is / was,
    bar: share,
    detail: `${is} against ${was}`,
  }
}

function seconds(what, took, most) {
  return {
    what: `seconds ${what}, of the ${most} that it may take`,
    ratio: took / most,
    bar: 1,
    detail: `${took.toFixed(2)} s`,
  }
}

/** A repository that is registered, a worker with a branch of its own, what it says, and a git that is counted. */
function sceneIn(folder) {
  const [home, project] = [path.join(folder, 'home'), path.join(folder, 'project')]
  fs.mkdirSync(path.join(project, '.lore'), { recursive: true })
  fs.writeFileSync(path.join(project, '.lore', 'survey.md'), '# Survey\n')
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  const git = (...args) => execFileSync('git', args, { cwd: project, env, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Bench')
  git('config', 'user.email', 'bench@localhost')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Begin')
  const identity = { name: 'Clerk', description: 'Notes.', displayTitle: 'Clerk' }
  const worker = path.join(home, 'packages', 'clerk')
  fs.mkdirSync(worker, { recursive: true })
  const parley = { type: 'worker', identity, checkoutScope: 'sparse' }
  fs.writeFileSync(
    path.join(worker, 'package.json'),
    JSON.stringify({ name: 'clerk', version: '1.0.0', parley }),
  )
  fs.writeFileSync(path.join(worker, 'posture.md'), 'Write.\n')
  fs.writeFileSync(
    path.join(home, 'config.yaml'),
    JSON.stringify({ projects: [{ name: 'bench', path: project }] }),
  )
  const script = path.join(folder, 'seats.json')
  const reply = (n) => ({
    text: 'Noted.',
    tools: [
      { name: 'write_artifact', input: { path: 'notes/one.md', body: `# One, for the ${n}th time\n` } },
    ],
  })
  const replies = Array.from({ length: turnsBefore + 2 }, (_, n) => reply(n))
  fs.writeFileSync(script, `{ "seats": ${JSON.stringify({ '*': replies })}, "then": "repeat" }`)
  return { home, agents: `script:${script}`, counted: countedGit(folder) }
}

/** A git before the real one on the PATH that leaves a line for each time it is run. */
function countedGit(folder) {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const [bin, log] = [path.join(folder, 'bin'), path.join(folder, 'git.log')]
  fs.mkdirSync(bin)
  fs.writeFileSync(log, '')
  fs.writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho "$PWD $*" >> '${log}'\nexec '${real}' "$@"\n`, {
    mode: 0o755,
  })
  process.env.PATH = `${bin}${path.delimiter}${process.env.PATH}`
  return () => {
    const lines = fs.readFileSync(log, 'utf8').split('\n').length - 1
    if (process.env.PARLEY_BENCH_GIT)
      console.log(
        fs
          .readFileSync(log, 'utf8')
          .replaceAll(/ -c [^ ]+/g, '')
          .replaceAll(folder, ''),
        '----',
      )
    fs.writeFileSync(log, '')
    return lines
  }
}

async function serverOf({ createHall, createApp, getRequestListener }, { home, agents, counted }) {
  const hall = await createHall({ home })
  const leaving = new AbortController()
  let port = 0
  const app = createApp({
    hall,
    token: 'bench',
    port: () => port,
    page: { folder: home },
    log: () => {},
    local: false,
    leaving: leaving.signal,
  })
  const server = http.createServer(getRequestListener(app.fetch))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = server.address().port
  const reads = countedReads()
  counted()
  const streamed = async (at, body) => {
    reads(undefined)
    const from = performance.now()
    const { first, events } = await stream(port, at, body)
    return { ...events[0], begun: (first - from) / 1000, ended: (performance.now() - from) / 1000 }
  }
  const journal = (id) => path.join(home, 'talks', id, 'journal.jsonl')
  return {
    async talk() {
      const body = { protocol: 'talk', project: 'bench', worker: 'clerk', message: 'Note this.', agents }
      const { meetingId, begun, ended } = await streamed('/api/meetings', body)
      await rest(hall, meetingId)
      return { id: meetingId, begun, ended, gits: counted() }
    },
    async say(id) {
      const size = fs.statSync(journal(id)).size
      await streamed(`/api/meetings/bench/${id}/messages`, { text: 'And this.' })
      const read = reads(journal(id)) / size
      await rest(hall, id)
      return { gits: counted(), reads: read }
    },
    async close(id) {
      await hall.close({ project: 'bench', id })
      return { gits: counted() }
    },
    async stop() {
      leaving.abort()
      await hall.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** How many bytes were read from a file since this was last asked. */
function countedReads() {
  const bytes = new Map()
  const names = new Map()
  const add = (file, read) => bytes.set(String(file), (bytes.get(String(file)) ?? 0) + read)
  const { readFileSync, openSync, readSync, closeSync } = fs
  fs.openSync = (file, ...rest) => {
    const fd = openSync(file, ...rest)
    names.set(fd, file)
    return fd
  }
  fs.closeSync = (fd) => {
    names.delete(fd)
    closeSync(fd)
  }
  fs.readSync = (fd, ...rest) => {
    const read = readSync(fd, ...rest)
    if (names.has(fd)) add(names.get(fd), read)
    return read
  }
  fs.readFileSync = (file, ...rest) => {
    const content = readFileSync(file, ...rest)
    if (typeof file === 'string') add(file, Buffer.byteLength(content))
    return content
  }
  return (file) => {
    const read = bytes.get(file) ?? 0
    bytes.clear()
    return read
  }
}

/** When the first event came, and all of them. */
function stream(port, at, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: 'Bearer bench',
      host: `127.0.0.1:${port}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    }
    const call = http.request({ host: '127.0.0.1', port, path: at, method: 'POST', headers, agent: false })
    call.on('response', (response) => {
      let text = ''
      let first
      response.setEncoding('utf8').on('data', (piece) => {
        first ??= performance.now()
        text += piece
      })
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(text))
        const events = text.split('\n').filter((line) => line.startsWith('data: '))
        resolve({ first, events: events.map((line) => JSON.parse(line.slice(6))) })
      })
    })
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}

async function rest(hall, id) {
  const stop = new AbortController()
  for await (const event of hall.follow({ project: 'bench', id }, 1, stop.signal))
    if (event.type === 'status' && event.status === 'waiting' && !event.live) break
  stop.abort()
}
