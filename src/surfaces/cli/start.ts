// Start: the entry point of the command.

import { processIo } from './io.js'
import { main } from './main.js'

// The reader may close the pipe (`parley list | head`): that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

main(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code
})
