// Preloaded into the command by tests: ends the process by SIGKILL at the given change that it makes to files, counted from one.
// A write is cut off in its middle; anything else is killed just before. The command itself knows nothing of this.
// With PARLEY_TEST_KILL_FROM it counts from the first file on whose path holds that text.

const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const wanted = Number(process.env.PARLEY_TEST_KILL_STEP ?? '0')
const from = process.env.PARLEY_TEST_KILL_FROM ?? ''
let begun = from === ''
let step = 0

function killHere(half, file) {
  begun ||= String(file).includes(from)
  if (!begun) return
  step++
  if (step !== wanted) return
  half?.()
  process.kill(process.pid, 'SIGKILL')
}

const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants
const changes = (flags) =>
  typeof flags === 'string' ? /[wa+]/.test(flags) : ((flags ?? 0) & (O_WRONLY | O_RDWR | O_CREAT)) !== 0

const write = fs.writeSync
fs.writeSync = (fd, data, ...rest) => {
  const bytes = Buffer.from(data)
  if (fd > 2) killHere(() => write(fd, bytes.subarray(0, Math.floor(bytes.length / 2))))
  return write(fd, data, ...rest)
}

const open = fs.openSync
fs.openSync = (file, flags, ...rest) => {
  if (changes(flags)) killHere(undefined, file)
  return open(file, flags, ...rest)
}

for (const name of [
  'mkdirSync',
  'renameSync',
  'linkSync',
  'rmSync',
  'unlinkSync',
  'ftruncateSync',
  'fsyncSync',
  'fdatasyncSync',
]) {
  const call = fs[name]
  fs[name] = (...given) => {
    killHere(undefined, given[0])
    return call(...given)
  }
}

for (const name of ['writeFile', 'mkdir', 'rename', 'link', 'rm', 'unlink']) {
  const call = fs.promises[name]
  fs.promises[name] = (...given) => {
    killHere(
      name === 'writeFile' ? () => fs.writeFileSync(given[0], String(given[1]).slice(0, 9)) : undefined,
      given[0],
    )
    return call(...given)
  }
}

// What another program does between two of these counts as a step as well: the kill comes when it has begun.
const programs = require('node:child_process')
const { spawn } = programs
programs.spawn = (...given) => {
  const child = spawn(...given)
  killHere()
  return child
}
syncBuiltinESMExports()
