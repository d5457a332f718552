// Preloaded into the command by tests: ends the process by SIGKILL just before it writes a given line of a journal, or in the
// middle of it. The command itself knows nothing of this.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

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
