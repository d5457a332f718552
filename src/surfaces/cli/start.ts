// Start: the entry point of the command.

import { outputClosed, processIo } from './io.js'
import { main } from './main.js'

// The reader may close the pipe (`parley list | head`): that is not an error. A meeting that is held here ends as interrupted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
  if (!outputClosed()) process.exit(0)
})

main(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code
})
