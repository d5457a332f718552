// Preloaded into the command by tests: ends the process by SIGKILL just before it writes a given line of a journal, or in the
// middle of it. The command itself knows nothing of this. It is required and not imported: importing makes node read the whole
// command a second time, for its exports, in each of hundreds of processes.

const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const line = Number(process.env.PARLEY_TEST_KILL_LINE ?? '0')
const half = process.env.PARLEY_TEST_KILL_HALF === '1'
const write = fs.writeSync

fs.writeSync = (fd, data, ...rest) => {
  if (line > 0 && Buffer.isBuffer(data) && data.toString('latin1', 0, 24).startsWith(`{"n":${line},`)) {
    if (half) write(fd, data.subarray(0, Math.floor(data.length / 2)))
    process.kill(process.pid, 'SIGKILL')
  }
  return write(fd, data, ...rest)
}
syncBuiltinESMExports()
