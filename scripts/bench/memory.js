// Memory: what an open talk costs the server while nobody speaks in it. A meeting that waits is only files.

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import v8 from 'node:v8'
import vm from 'node:vm'
import { serverParts } from './_server.js'
import { api, inFolder } from './_support.js'

const first = 20
const more = 30

export async function measure() {
  const { createHall } = await serverParts()
  return inFolder(async (folder) => {
    const { home, agents } = scene(folder)
    const hall = await createHall({ home })
    await open(hall, agents, first)
    const before = held()
    await open(hall, agents, more)
    const each = (held() - before) / more / 1000
    await hall.stop()
    const { without, beside } = await thousandWaiting(createHall, folder, home)
    return [
      {
        what: 'memory of an open talk in which nobody speaks, in kB',
        ratio: Math.max(0, each),
        bar: 50,
        detail: `of ${more} more of them`,
      },
      {
        what: 'a server beside a thousand meetings that wait, against one beside none',
        ratio: beside / without,
        bar: 1.1,
        detail: `${Math.round(beside / 1000)} and ${Math.round(without / 1000)} kB held`,
      },
    ]
  })
}

/** What a hall holds that was opened beside meetings that nobody has touched since. */
async function thousandWaiting(createHall, folder, home) {
  const heldByOne = async () => {
    const hall = await createHall({ home })
    const bytes = held()
    await hall.stop()
    return bytes
  }
  await heldByOne()
  const without = await heldByOne()
  const talks = path.join(home, 'talks')
  const [one] = fs.readdirSync(talks)
  const lines = await api.fileJournal(path.join(talks, one)).read()
  const journals = api.workspaceJournals(path.join(folder, 'project'), home)
  for (let n = 0; n < 1_000; n++) await copied(journals, lines, `waiting-${n}`)
  return { without, beside: await heldByOne() }
}

/** The same lines under another id, which a journal names in its first. */
async function copied(journals, [first, ...others], id) {
  await journals.claim(id)
  let prev = ''
  const texts = [{ ...first, data: { ...first.data, id } }, ...others].map((entry, at) => {
    const { line, text } = api.seal(entry, at + 1, prev)
    prev = line.hash
    return `${text}\n`
  })
  fs.writeFileSync(journals.whereIs(id), texts.join(''))
}

/** A repository that is registered, a worker, and what it says. */
function scene(folder) {
  const [home, project] = [path.join(folder, 'home'), path.join(folder, 'project')]
  fs.mkdirSync(project)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  const git = (...args) => execFileSync('git', args, { cwd: project, env })
  git('init', '--quiet', '--initial-branch=main')
  git(
    '-c',
    'user.name=b',
    '-c',
    'user.email=b@localhost',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'Begin',
  )
  const identity = { name: 'Clerk', description: 'Notes.', displayTitle: 'Clerk' }
  const parley = { type: 'worker', identity, checkoutScope: 'sparse', meetingScope: 'project' }
  const worker = path.join(home, 'packages', 'clerk')
  fs.mkdirSync(worker, { recursive: true })
  fs.writeFileSync(
    path.join(worker, 'package.json'),
    JSON.stringify({ name: 'clerk', version: '1.0.0', parley }),
  )
  fs.writeFileSync(path.join(worker, 'posture.md'), 'Write.\n')
  const config = { projects: [{ name: 'bench', path: project, meetingCap: first + more }] }
  fs.writeFileSync(path.join(home, 'config.yaml'), JSON.stringify(config))
  const script = path.join(folder, 'seats.json')
  fs.writeFileSync(script, '{ "seats": { "*": ["Noted."] }, "then": "repeat" }')
  return { home, agents: `script:${script}` }
}

async function open(hall, agents, count) {
  for (let n = 0; n < count; n++) {
    const ask = { protocol: 'talk', project: 'bench', worker: 'clerk', message: `Note ${n}.`, agents }
    await rest(hall, await hall.open(ask))
  }
  await hall.meetings({})
}

async function rest(hall, ref) {
  const stop = new AbortController()
  for await (const event of hall.follow(ref, 1, stop.signal))
    if (event.type === 'status' && event.status === 'waiting' && !event.live) break
  stop.abort()
}

/** Bytes that are still reachable. */
function held() {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  for (let n = 0; n < 3; n++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
