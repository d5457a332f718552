// The server whose screens are shot: a home and a repository in a scratch folder, and the command that runs there.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../steps.js'

const command = path.join(root, 'bin', 'parley.js')

/** Served, with its repository as a project. `furnished`: its meetings were held before. */
export async function serving(folder) {
  const [home, repository] = [path.join(folder, 'home'), path.join(folder, 'outbox')]
  const furnished = fs.existsSync(path.join(folder, 'furnished'))
  if (!furnished) laidOut(home, repository)
  const env = { ...plainEnvironment(), PARLEY_HOME: home, PARLEY_STOP_SECONDS: '1' }
  const { child, address } = await started(env, repository)
  const { port } = JSON.parse(fs.readFileSync(path.join(home, 'server.json'), 'utf8'))
  const token = fs.readFileSync(path.join(home, 'token'), 'utf8')
  const url = `http://127.0.0.1:${port}`
  const ask = (method, at, body) => asked(url, token, method, at, body)
  return {
    furnished,
    folder,
    repository,
    home,
    command,
    env,
    url,
    /** Lets one browser in, once. */
    address,
    get: (at) => ask('GET', at),
    post: (at, body) => ask('POST', at, body),
    parley: (...words) => held(words, repository, env),
    /** The same while this process goes on, as it must where it is the model. */
    parleyMeanwhile: (...words) => heldMeanwhile(words, repository, env),
    stop: () => ended(child),
  }
}

function laidOut(home, repository) {
  fs.mkdirSync(home, { recursive: true, mode: 0o700 })
  fs.cpSync(path.join(root, 'library', 'recorded', 'outbox', 'repository'), repository, { recursive: true })
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@localhost', '-c', 'commit.gpgsign=false']
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['config', 'user.name', 'Ada'],
    ['config', 'user.email', 'ada@localhost'],
    ['add', '--all'],
    [...who, 'commit', '--quiet', '--no-verify', '-m', 'Version 1.3.0'],
  ])
    execFileSync('git', args, {
      cwd: repository,
      env: plainEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
}

function started(env, cwd) {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0'], { cwd, env })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      if (said.includes('Ctrl-C ends it.')) resolve({ child, address: /http\S+/.exec(said)?.[0] })
    })
    child.stderr.on('data', (text) => console.error(String(text)))
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
}

function ended(child) {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGINT')
  return gone
}

async function asked(url, token, method, at, body) {
  const response = await fetch(`${url}${at}`, {
    method,
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/** A meeting that waits ends with 3, one that a rule stops with 4. */
function held(words, cwd, env) {
  const { status, stderr } = spawnSync(process.execPath, [command, ...words], { cwd, env, encoding: 'utf8' })
  if (![0, 3, 4].includes(status)) throw new Error(`parley ${words.join(' ')}: ${status}\n${stderr}`)
}

async function heldMeanwhile(words, cwd, env) {
  const child = spawn(process.execPath, [command, ...words], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const status = await new Promise((resolve) => child.on('exit', resolve))
  if (![0, 3, 4].includes(status)) throw new Error(`parley ${words.join(' ')}: ${status}\n${stderr}`)
}

/** Without the variables of an outer git, which would redirect our own calls. */
function plainEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
}
