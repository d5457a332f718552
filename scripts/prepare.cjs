// Prepare: makes a checkout ready to run, and installs and builds only what is missing or old. CommonJS, because every start runs it.
//
// A build that is newer than all its sources is kept; checking that takes a few milliseconds.
// When several processes find an old build, one builds and the others wait for it.
// Progress goes to standard error: standard output belongs to the command.
'use strict'

const fs = require('node:fs')
const { join } = require('node:path')

exports.prepare = (root) => {
  if (ready(root)) return
  const fault = makeReady(root)
  if (fault === undefined) return
  console.error(`parley: ${fault}`)
  process.exit(1)
}

exports.installed = installed
exports.install = install

function makeReady(root) {
  let release = () => {}
  try {
    fs.mkdirSync(join(root, 'dist'), { recursive: true })
    release = takeTurn(join(root, 'dist', '.building'))
    if (!installed(root)) install(root)
    if (!built(root)) build(root)
    return undefined
  } catch (error) {
    return error.message
  } finally {
    release()
  }
}

function ready(root) {
  return installed(root) && built(root)
}

function installed(root) {
  return fs.existsSync(join(root, 'node_modules', 'rolldown', 'package.json'))
}

function built(root) {
  if (!isCurrent(root, '.built', 'parley.cjs')) return false
  return (
    !fs.existsSync(join(root, 'src', 'surfaces', 'web')) || isCurrent(root, '.built-page', 'web/index.html')
  )
}

/** A stamp lists the sources of its part of the build. A new file matters only when one of them imports it, and so has changed. */
function isCurrent(root, stamp, made) {
  const file = join(root, 'dist', stamp)
  const time = timeOf(file)
  if (time === 0 || timeOf(join(root, 'dist', made)) === 0) return false
  const sources = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return sources.length > 0 && sources.every((source) => isOlder(`${root}/${source}`, time))
}

function isOlder(source, stamp) {
  const time = timeOf(source)
  return time > 0 && time <= stamp
}

function timeOf(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Installs exactly what the lock file says; if a registry does not have all of it, what package.json allows. Never writes the lock file. */
function install(root) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const locked = fs.existsSync(join(root, 'package-lock.json'))
  try {
    if (locked) return run(root, 'installing (npm ci)', npm(), ['ci', ...quiet])
  } catch (error) {
    console.error(`parley: ${error.message} Trying npm install.`)
  }
  return run(root, 'installing (npm install)', npm(), ['install', '--no-save', ...quiet])
}

function build(root) {
  run(root, 'building', process.execPath, [join(root, 'scripts', 'build.js'), '--command-only'])
}

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm'
}

/** The child's own output goes to standard error too. */
function run(root, what, program, args) {
  const { spawnSync } = require('node:child_process')
  const from = Date.now()
  console.error(`parley: ${what} …`)
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (error || status !== 0) throw new Error(`${what} failed: ${error?.message ?? `exit code ${status}`}.`)
  console.error(`parley: ${what} took ${((Date.now() - from) / 1000).toFixed(1)} s`)
}

/** Creates a file that only one process can create; the others wait until the file or its process is gone. */
function takeTurn(lock) {
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => fs.rmSync(lock, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (leftBehind(lock)) fs.rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
}

/** A lock file without a number is just being written. */
function leftBehind(lock) {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'))
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
