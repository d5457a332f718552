// Talk: the git processes and the readings of its journal that a talk costs, against what they once were; and how long a talk takes to
// open and to answer, against the same number of git processes that do next to nothing.

import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { serverParts, token } from './_server.js'
import { inFolder, ms } from './_support.js'

/** How many each took before anybody counted. Three tenths of the processes are enough; of the readings, one is. */
const before = { open: 97, turn: 35, close: 88, reads: 11 }
const share = 0.3
const turnsBefore = 20
const rounds = 4

export async function measure() {
  const parts = await serverParts()
  return inFolder(async (folder) => {
    const scene = sceneIn(folder)
    const server = await serverOf(parts, scene)
    try {
      const { talks, bare } = await opened(server, scene)
      const [{ id, gits }] = talks
      for (let n = 0; n < turnsBefore; n++) await server.say(id)
      const turn = await server.say(id)
      const page = await server.page(id)
      const watched = await server.say(id)
      await page.leave()
      const close = await server.close(id)
      return [
        processes('opening a talk with its first turn', before.open, gits),
        processes('a turn', before.turn, turn.gits),
        processes('a close', before.close, close.gits),
        wholeReadings('a message', turn),
        wholeReadings('a message that a page watches', watched),
        allReadings('a message', turn),
        compared('to the first event of a new talk', least(talks, 'begun'), bare, 3),
        compared('to the end of an instant first turn', least(talks, 'ended'), bare, 4),
      ]
    } finally {
      await server.stop()
    }
  })
}

/** In turn, so that a busy moment of the machine meets both. The first talk warms up what is loaded late. */
async function opened(server, scene) {
  await server.close((await server.talk()).id)
  const talks = []
  let bare = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    talks.push(await server.talk())
    bare = Math.min(bare, await scene.bareGits(talks[0].gits))
  }
  return { talks, bare }
}

const least = (talks, what) => Math.min(...talks.map((talk) => talk[what]))

function processes(what, was, is) {
  return {
    what: `git processes for ${what}, against before`,
    ratio: is / was,
    bar: share,
    detail: `${is} against ${was}`,
  }
}

function wholeReadings(what, { whole }) {
  return {
    what: `whole readings of the journal for ${what}`,
    ratio: whole,
    bar: 1,
    detail: `${whole} against ${before.reads} before`,
  }
}

function allReadings(what, { bytes, size }) {
  return {
    what: `bytes read of the journal for ${what}, against its size`,
    ratio: bytes / size,
    bar: 2,
    detail: `${Math.round(bytes / 1024)} KB of ${Math.round(size / 1024)}`,
  }
}

function compared(what, took, bare, bar) {
  return {
    what: `time ${what}, against its git processes alone`,
    ratio: took / bare,
    bar,
    detail: `${ms(took)} against ${ms(bare)}`,
  }
}

/** A registered repository, a worker, a script for it, and a git that counts how often it is run. */
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
  const counted = countedGit(folder)
  return {
    home,
    agents: `script:${script}`,
    counted,
    bareGits: (count) => bareGits(count, project, env, counted),
  }
}

/** How long so many processes take that look up one commit, one after another, in milliseconds. */
async function bareGits(count, cwd, { PATH: _, ...env }, counted) {
  const run = promisify(execFile)
  const from = performance.now()
  for (let n = 0; n < count; n++)
    await run('git', ['rev-parse', 'HEAD'], { cwd, env: { ...env, PATH: process.env.PATH } })
  const took = performance.now() - from
  counted()
  return took
}

/** A wrapper before the real git on the PATH that writes a line for each call. */
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

async function serverOf({ Access, createHall, createApp, getRequestListener }, { home, agents, counted }) {
  const hall = await createHall({ home })
  const leaving = new AbortController()
  let port = 0
  const app = createApp({
    hall,
    access: new Access(token, () => port),
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
    const from = performance.now()
    const { first, events } = await stream(port, at, body)
    return { ...events[0], begun: first - from, ended: performance.now() - from }
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
      reads.begin(journal(id), size)
      await streamed(`/api/meetings/bench/${id}/messages`, { text: 'And this.' })
      await rest(hall, id)
      return { gits: counted(), size, ...reads.end() }
    },
    /** What the page does: it follows the talk and the hall, and asks for both again whenever they have changed. */
    async page(id) {
      const [leave, seen] = [new AbortController(), []]
      const asked = async () => {
        await hall.meeting({ project: 'bench', id })
        await hall.meetings({})
      }
      await asked()
      const { lines } = await hall.meeting({ project: 'bench', id })
      const watch = async (events) => {
        for await (const event of events) if (event.type !== 'text') seen.push(asked())
      }
      const all = [
        watch(hall.follow({ project: 'bench', id }, lines.length + 1, leave.signal)),
        watch(await hall.feed(leave.signal)),
      ]
      return {
        async leave() {
          leave.abort()
          await Promise.all([...all, ...seen])
        },
      }
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

/** Counts how a file is read between `begin` and `end`: how many bytes, and how often all of them at once. */
function countedReads() {
  const names = new Map()
  let [file, size, bytes, whole, inside] = ['', 0, 0, 0, false]
  const add = (name, read) => {
    if (inside || name !== file) return
    bytes += read
    if (read >= size) whole++
  }
  const { readFileSync, openSync, readSync, closeSync } = fs
  fs.openSync = (name, ...rest) => {
    const fd = openSync(name, ...rest)
    names.set(fd, name)
    return fd
  }
  fs.closeSync = (fd) => {
    names.delete(fd)
    closeSync(fd)
  }
  fs.readSync = (fd, ...rest) => {
    const read = readSync(fd, ...rest)
    add(names.get(fd), read)
    return read
  }
  fs.readFileSync = (name, ...rest) => {
    // It may come back through the functions above; then it is still one reading.
    inside = true
    let content
    try {
      content = readFileSync(name, ...rest)
    } finally {
      inside = false
    }
    add(name, Buffer.byteLength(content))
    return content
  }
  return {
    begin: (name, length) => {
      ;[file, size, bytes, whole] = [name, length, 0, 0]
    },
    end: () => {
      file = ''
      return { bytes, whole }
    },
  }
}

/** When the first event came, and all of them. */
function stream(port, at, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
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

/** From a line that is never there, so that waiting reads next to nothing of the journal. */
async function rest(hall, id) {
  const stop = new AbortController()
  for await (const event of hall.follow({ project: 'bench', id }, 1e9, stop.signal))
    if (event.type === 'status' && event.status === 'waiting' && !event.live) break
  stop.abort()
}
